"""Wordings out of a file, for ``otherwords rank``: lines of text, rows of JSON lines or Parquet, a column of CSV."""

import csv
import io
from dataclasses import dataclass
from pathlib import PurePath

from otherwords.reading import ReadingError, read
from otherwords.text import OtherwordsError

_TABLES = {".csv": ",", ".tsv": "\t"}
_ROWS = (".jsonl", ".ndjson", ".parquet")


@dataclass(frozen=True, slots=True)
class Entry:
    """A wording, and the line or row it stands in, from 1."""

    line: int
    text: str


def read_candidates(path: str, column: str | None) -> list[Entry]:
    """Blank ones are passed over; none at all is an error."""
    suffix = PurePath(path.removesuffix(".gz")).suffix.lower()
    if column and suffix not in (*_TABLES, *_ROWS) and path != "-":
        raise OtherwordsError(f"{path} has no columns; leave out --text-column, or give CSV, JSON lines or Parquet")
    documents = read([path], text_column=column if suffix not in _TABLES else None, on_error=_stop)
    if suffix in _TABLES:
        texts = _column(path, "".join(document.text for document in documents), _TABLES[suffix], column)
    elif suffix in _ROWS or column:
        texts = [document.text for document in documents]
    else:
        texts = [line for document in documents for line in document.text.split("\n")]
    entries = [Entry(line, text.strip()) for line, text in enumerate(texts, start=1) if text.strip()]
    if not entries:
        raise OtherwordsError(f"{path} holds no candidates; write one a line, or give JSON lines or CSV")
    return entries


def _column(path: str, text: str, delimiter: str, column: str | None) -> list[str]:
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    header = next(rows, [])
    wanted = column or ("text" if "text" in header else header[0] if len(header) == 1 else "")
    if wanted not in header:
        missing = f"no column {column}" if column else "several columns"
        raise OtherwordsError(
            f"{path} has {missing}; name the one with the text, of these: {', '.join(header) or 'none'}"
        )
    place = header.index(wanted)
    return [row[place] if place < len(row) else "" for row in rows]


def _stop(error: ReadingError) -> None:
    raise OtherwordsError(str(error))
