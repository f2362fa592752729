"""Lists of words: a table's filter by those of its language, and by those that a user brings along."""

from pathlib import Path
from typing import TYPE_CHECKING

from otherwords.cli.streams import complain
from otherwords.evaluate.files import read_lines
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    from otherwords.mine.filters import Filter
    from otherwords.mine.table import Table


def filter_of(table: "Table", language: str | None, antonyms: Path | None, min_probability: float = 0.0) -> "Filter":
    """The filter that a command was asked for; says so where it can hardly filter."""
    from otherwords.lexicon import languages
    from otherwords.mine.filters import Filter

    made = Filter.of(table, language, read_antonyms(antonyms), min_probability)
    if made.lexicon.language is None:
        known = ", ".join(languages())
        complain(f"the table's language is unclear, so antonyms and siblings stay in; --language says it ({known})")
    return made


def read_antonyms(path: Path | None) -> list[tuple[str, str]]:
    """Two words a line, with a tab or a space between them; no file, no antonyms."""
    if path is None:
        return []
    pairs = []
    for number, line in read_lines(path):
        words = line.split()
        if len(words) != 2:
            raise OtherwordsError(f"{path}:{number}: not two words; a line is a word and its opposite")
        pairs.append((words[0], words[1]))
    return pairs
