"""Wordings out of a file, for ``otherwords rank``: lines of text, rows of JSON lines or Parquet, a column of CSV."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from otherwords.reading import ReadingError, read
from otherwords.reading.tables import table_rows
from otherwords.text import Document, OtherwordsError

_TABLES = {".csv": ",", ".tsv": "\t"}
_ROWS = (".jsonl", ".ndjson", ".parquet")


@dataclass(frozen=True, slots=True)
class Entry:
    """A wording, and the line or row it stands in, from 1."""

    line: int
    text: str


def read_candidates(path: str, column: str | None) -> list[Entry]:
    """Blank ones are passed over; none at all is an error."""
    suffix = PurePath(path.lower().removesuffix(".gz")).suffix
    if column and suffix not in (*_TABLES, *_ROWS) and path != "-":
        raise OtherwordsError(f"{path} has no columns; leave out --text-column, or give CSV, JSON lines or Parquet")
    documents = list(read([path], text_column=column if suffix not in _TABLES else None, on_error=_stop))
    rows = suffix in _ROWS or (column and documents and documents[0].id != path)
    whole = "".join(document.text for document in documents)
    if rows:
        numbered = [(_row(document), document.text) for document in documents]
    elif suffix in _TABLES or column:  # what is piped in has no name, and says by its first line what parts it
        delimiter = _TABLES.get(suffix) or ("\t" if "\t" in whole.partition("\n")[0] else ",")
        numbered = list(_column(path, whole, delimiter, column))
    else:
        numbered = list(enumerate(whole.split("\n"), start=1))
    entries = [Entry(line, text.strip()) for line, text in numbered if text.strip()]
    if not entries:
        raise OtherwordsError(f"{path} holds no candidates; write one a line, or give JSON lines or CSV")
    return entries


def _row(document: Document) -> int:
    """The line or row that a document was read from, which its id ends with."""
    return int(document.id.rpartition("#")[2])


def _column(path: str, text: str, delimiter: str, column: str | None) -> Iterator[tuple[int, str]]:
    """Texts with the lines that their rows begin in."""
    rows = table_rows(io.StringIO(text, newline=""), path, delimiter)
    _, header = next(rows, (1, []))
    wanted = column or ("text" if "text" in header else header[0] if len(header) == 1 else "")
    if wanted not in header:
        missing = f"no column {column}" if column else "several columns"
        raise OtherwordsError(
            f"{path} has {missing}; name the one with the text, of these: {', '.join(header) or 'none'}"
        )
    place = header.index(wanted)
    for line, row in rows:
        yield line, row[place] if place < len(row) else ""


def _stop(error: ReadingError) -> None:
    raise OtherwordsError(str(error))
