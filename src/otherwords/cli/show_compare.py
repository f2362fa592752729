"""A comparison for people: how much is found elsewhere, and the two passages of every pair, one below the other."""

import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from otherwords.cli.show import one_line, page, percent
from otherwords.compare import Comparison, Kind, Pair
from otherwords.text import Document, Location

_SHOWN = 600
"""Characters of a passage: of a longer one the beginning and the end are shown."""
_STYLES = {
    Kind.COPIED: "bold red",
    Kind.NEAR_COPY: "red",
    Kind.REWORDED: "bold yellow",
    Kind.SUMMARISED: "yellow",
    Kind.EXPANDED: "yellow",
}


def show_comparison(draft: Document, compared: int, comparison: Comparison, page_at: Path | None) -> None:
    console = page()
    for pair in comparison.pairs:
        _show_pair(console, pair)
    console.print(_told(draft, compared, comparison), soft_wrap=True)
    if page_at is not None:
        console.print(f"side by side: {page_at}", soft_wrap=True, markup=False)


def _show_pair(console: Console, pair: Pair) -> None:
    heading = (Text(pair.kind.value, _STYLES[pair.kind]), Text(percent(pair.probability), "bold"))
    console.print(Text("  ").join(heading))
    for name, location, text in (
        (pair.a_id, pair.a_location, pair.a.text),
        (pair.b_id, pair.b_location, pair.b.text),
    ):
        console.print(Text("  ").append_text(_place(name, location)), soft_wrap=True)
        for line in Text(one_line(_shortened(text))).wrap(console, console.width - 4):
            line.rstrip()
            console.print(Text("    ").append_text(line), soft_wrap=True)
    console.print()


def _shortened(text: str) -> str:
    if len(text) <= _SHOWN:
        return text
    half = _SHOWN // 2
    first, last = re.sub(r"\s+\S{0,30}$", "", text[:half]), re.sub(r"^\S{0,30}\s+", "", text[-half:])
    return f"{first} … {len(text) - len(first) - len(last):,} characters, see --html or --json … {last}"


def _place(name: str, location: Location) -> Text:
    named = Text("standard input" if name == "-" else one_line(name), "magenta")
    return Text("  ").join(part for part in (named, Text(str(location), "green")) if part)


def _told(draft: Document, compared: int, comparison: Comparison) -> Text:
    others = f"{compared:,} text{'s' * (compared != 1)}"
    count = len(comparison.left_out)
    left_out = f", {count:,} cited quotation{'s' * (count != 1)} left out" if count else ""
    name = "standard input" if draft.id == "-" else one_line(draft.id)
    if not comparison:
        return Text.assemble(
            ("Nothing shared", "bold"), f": {others} say{'s' * (compared == 1)} nothing that {name} says{left_out}"
        )
    sources = len({pair.b_id for pair in comparison.pairs})
    return Text.assemble(
        (f"{100 * comparison.found:.0f} %", "bold"),
        f" of {name} is found elsewhere; {100 * comparison.share:.0f} % counting copied words in full, others less: ",
        f"{len(comparison.pairs):,} pair{'s' * (len(comparison.pairs) != 1)} with {sources:,} of {others}{left_out}",
    )
