"""Short texts out of a file, one at a time, each with its id: JSON lines, CSV, Parquet, or plain lines; also as .gz."""

import codecs
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from otherwords.reading.columns import choose_column, choose_id_column
from otherwords.reading.decoding import without_surrogates
from otherwords.reading.documents import OnError, problem_of
from otherwords.reading.errors import ReadingError
from otherwords.reading.json_lines import json_rows
from otherwords.reading.parquet import parquet_rows
from otherwords.reading.source import Source, opened, suffix
from otherwords.reading.tables import CSV, csv_rows, lines_of
from otherwords.text import OtherwordsError

_JSON_LINES = (".jsonl", ".ndjson")
_PARQUET = (".parquet",)


@dataclass(frozen=True, slots=True)
class Entry:
    """A text, the line or row that it begins in, from 1, and its own id where the file gives one."""

    line: int
    text: str
    id: str | None = None


def has_columns(path: str) -> bool:
    return suffix(path) in (*CSV, *_JSON_LINES, *_PARQUET)


def read_entries(
    path: str, usual: Sequence[str], column: str | None = None, id_column: str | None = None, *, on_error: OnError
) -> Iterator[Entry]:
    """``usual`` are the names that the column of texts may have where none is given and it is not the only one; ids
    are in the one named id.

    Blank ones are passed over. A row that cannot be read goes to ``on_error``, and the others are read; a file that
    cannot be read is raised as an error.
    """
    is_gzipped = False
    try:
        with opened(path, column, as_prose=True) as source:
            is_gzipped = source.is_gzipped
            for line, text, given_id in _rows(source, usual, id_column):
                if isinstance(text, ReadingError):
                    on_error(text)
                elif text := without_surrogates(text).strip():
                    yield Entry(line, text, given_id and without_surrogates(given_id))
    except OtherwordsError:
        raise
    except IsADirectoryError:
        raise ReadingError(path, "is a folder; name a file") from None
    except Exception as error:  # the parsers raise errors of all kinds on hostile files
        raise ReadingError(path, problem_of(error, "a file that can be read", is_gzipped)) from None


_Rows = Iterator[tuple[int, str | ReadingError, str | None]]
_Choose = Callable[[Collection[str]], tuple[str, str | None]]


def _rows(source: Source, usual: Sequence[str], id_column: str | None) -> _Rows:
    def choose(columns: Collection[str]) -> tuple[str, str | None]:
        column = choose_column(source, columns, (*usual, *columns) if len(columns) == 1 else usual)
        return column, choose_id_column(source, columns, id_column, column)

    wants_columns = source.text_column is not None or id_column is not None
    kind = source.suffix if source.is_named else _piped(source.head(), wants_columns)
    if kind in _PARQUET:
        return parquet_rows(source, choose)
    if kind in _JSON_LINES:
        return _of_json_lines(source, choose)
    if kind in CSV:
        return csv_rows(source, choose)
    if wants_columns:
        raise source.error("has no columns; leave out --text-column and --id-column, or give CSV, JSON lines, Parquet")
    return ((number, line, None) for number, line in enumerate(lines_of(source), start=1))


def _piped(head: bytes, wants_columns: bool) -> str:
    """By how it begins, for it has no name; CSV only where a column is asked for, as texts have commas."""
    if head.startswith(b"PAR1"):
        return ".parquet"
    if head.removeprefix(codecs.BOM_UTF8).startswith(b"{"):
        return ".jsonl"
    return ".csv" if wants_columns else ""


def _of_json_lines(source: Source, choose: _Choose) -> _Rows:
    """The columns are chosen by the first row; without them there, the file is refused, not row after row."""
    chosen: tuple[str, str | None] | None = None
    for found in json_rows(source):
        if isinstance(found, ReadingError):
            yield 0, found, None
            continue
        number, row = found
        column, ids = chosen = chosen or choose(row.keys())
        ids = ids or choose_id_column(source, row.keys(), None, column)  # which the first row may lack
        text = row.get(column)
        if not isinstance(text, str):
            text = source.error(f"line {number} has no text in the column {column!r}; mend it or remove it")
        yield number, text, _id(row.get(ids)) if ids is not None else None


def _id(given: Any) -> str | None:
    is_given = isinstance(given, str | int) and not isinstance(given, bool) and given != ""
    return str(given) if is_given else None
