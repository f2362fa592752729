"""Draws ``images/find.svg``: three example queries, asked of the example texts, printed as a terminal shows them."""

import io
import os
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from otherwords import Finder
from otherwords.cli.show import show
from otherwords.cli.sources import read_documents

HERE = Path(__file__).parent
QUERIES = (
    "You may not let the flat to tourists, on the internet or otherwise.",
    "You had a fall on the staircase this spring and kept it quiet.",
    "The minister resigned after the election.",
)
# Rich's own themes have a black that is hard to read on yellow.
_DARK = ((24, 26, 31), (214, 217, 222))
_COLOURS = [(0, 0, 0), (224, 108, 117), (152, 195, 121), (240, 200, 60)]
_COLOURS += [(97, 175, 239), (214, 140, 232), (86, 182, 194), (214, 217, 222)]
_FONT_FACE = re.compile(r"\s*@font-face\s*\{[^}]*\}")
_FONT = "Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"


def main() -> None:
    os.chdir(HERE.parent)
    documents = list(read_documents(["examples/texts"]))
    finder = Finder()
    console = Console(record=True, file=io.StringIO(), width=100, force_terminal=True, color_system="truecolor")
    for number, query in enumerate(QUERIES):
        if number:
            console.print()
        console.print(Text.assemble(("$ ", "dim"), "otherwords find ", (f'"{query}"', "bold"), " examples/texts"))
        show(console, finder.find_in(query, documents))
    picture = console.export_svg(title="otherwords", unique_id="find", theme=TerminalTheme(*_DARK, _COLOURS, _COLOURS))
    # Rich's template fetches a font from the network; a picture should need nothing but itself.
    picture = _FONT_FACE.sub("", picture).replace("font-family: Fira Code, monospace;", f"font-family: {_FONT};")
    (HERE / "images").mkdir(exist_ok=True)
    (HERE / "images" / "find.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
