"""Questions out of a file, one at a time."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from otherwords.reading.documents import OnError
from otherwords.reading.entries import read_entries

_USUAL = ("question", "text", "query")
"""Names of the column that holds the questions, where none is given."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its own id where the file gives one (else its line), and the line it stands in, from 1."""

    id: str
    text: str
    line: int


def read_questions(
    path: str | Path, column: str | None = None, id_column: str | None = None, *, on_error: OnError
) -> Iterator[Question]:
    """Blank lines and rows are passed over. A row that cannot be read goes to ``on_error``, and the others are read."""
    for entry in read_entries(str(path), _USUAL, column, id_column, on_error=on_error):
        yield Question(entry.id or str(entry.line), entry.text, entry.line)
