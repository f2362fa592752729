"""Questions out of a file, one at a time: JSON lines, a column of CSV, or plain lines; each also as .gz."""

import codecs
import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from otherwords.reading.decoding import refuse_binary, without_surrogates
from otherwords.reading.errors import ReadingError
from otherwords.reading.source import LARGEST, opened, suffix
from otherwords.reading.tables import table_rows
from otherwords.text import OtherwordsError

_USUAL = ("question", "text", "query")
"""Names of the column that holds the questions, where none is given."""
_DELIMITERS = {".csv": ",", ".tsv": "\t"}
_ROWS = (".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its own id where the file gives one (else its line), and the line it stands in, from 1."""

    id: str
    text: str
    line: int


OnError = Callable[[ReadingError], None]


def read_questions(path: str | Path, column: str | None = None, *, on_error: OnError) -> Iterator[Question]:
    """Blank lines and rows are passed over. A row that cannot be read goes to ``on_error``, and the others are read."""
    path = str(path)
    try:
        with opened(path, column, as_prose=False) as source:
            kind = suffix(path) if source.is_named else _piped(source.head(), column)
            refuse_binary(source.head(), path)
            if column and kind not in (*_DELIMITERS, *_ROWS):
                raise source.error("has no columns; leave out --column, or give CSV or JSON lines")
            lines = _lines(source.stream, path)
            if kind in _DELIMITERS:
                yield from _from_table(lines, path, column, _DELIMITERS[kind], on_error)
            elif kind in _ROWS:
                yield from _from_rows(lines, path, column, on_error)
            else:
                for number, line in lines:
                    if text := line.strip():
                        yield Question(str(number), text, number)
    except FileNotFoundError:
        raise OtherwordsError(f"{path} does not exist; check the path") from None
    except IsADirectoryError:
        raise OtherwordsError(f"{path} is a folder; name a file of questions") from None
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise OtherwordsError(f"{path} is not a whole gzip file ({error}); get it again") from None
    except OSError as error:
        raise OtherwordsError(f"{path} cannot be read ({error.strerror or error}); check its permissions") from None


def _piped(head: bytes, column: str | None) -> str:
    """By how it begins, for it has no name; a table only where a column is asked for, as questions have commas."""
    if head.startswith(b"{"):
        return ".jsonl"
    if column:
        return ".tsv" if b"\t" in head.partition(b"\n")[0] else ".csv"
    return ""


def _lines(stream: IO[bytes], path: str) -> Iterator[tuple[int, str]]:
    number = 0
    while line := stream.readline(LARGEST + 1):
        number += 1
        if len(line) > LARGEST:
            raise ReadingError(path, f"line {number} is longer than {LARGEST >> 20} MiB; split it")
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        try:
            yield number, line.decode("utf-8")
        except UnicodeDecodeError:
            raise ReadingError(path, f"line {number} is not UTF-8; save the file as UTF-8") from None


def _from_rows(
    lines: Iterator[tuple[int, str]], path: str, column: str | None, on_error: OnError
) -> Iterator[Question]:
    is_known = False  # by the first row: where that lacks it, the whole file is refused, not row after row
    for number, line in lines:
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            on_error(ReadingError(path, f"line {number} is not JSON ({error}); mend it or remove it"))
            continue
        if not isinstance(row, dict):
            on_error(ReadingError(path, f"line {number} is not a JSON object; mend it or remove it"))
            continue
        column = column or next((name for name in _USUAL if name in row), None)
        if column is None or (column not in row and not is_known):
            missing = column or " or ".join(_USUAL)
            there = ", ".join(map(without_surrogates, row)) or "none"
            problem = f"has nothing named {missing}; name what holds the questions by --column, of these: {there}"
            raise ReadingError(path, f"line {number} {problem}")
        is_known = True
        if not isinstance(row.get(column), str):
            on_error(ReadingError(path, f"line {number} has no text under {column}; mend it or remove it"))
        elif text := without_surrogates(row[column]).strip():
            yield Question(_id(row.get("id"), number), text, number)


def _from_table(
    lines: Iterator[tuple[int, str]], path: str, column: str | None, delimiter: str, on_error: OnError
) -> Iterator[Question]:
    rows = table_rows((line for _, line in lines), path, delimiter)
    _, header = next(rows, (1, []))
    wanted = column or next((name for name in _USUAL if name in header), header[0] if len(header) == 1 else "")
    if wanted not in header:
        missing = f"no column {column}" if column else f"no column {' or '.join(_USUAL)}"
        there = ", ".join(header) or "none"
        raise ReadingError(path, f"has {missing}; name the one with the questions by --column, of these: {there}")
    place = header.index(wanted)
    ids = header.index("id") if "id" in header and wanted != "id" else None
    for number, row in rows:
        if row and len(row) <= place:
            on_error(ReadingError(path, f"line {number} has {len(row)} columns and the header {len(header)}; mend it"))
        elif row and (text := row[place].strip()):
            yield Question(_id(row[ids] if ids is not None and ids < len(row) else None, number), text, number)


def _id(given: Any, number: int) -> str:
    is_given = isinstance(given, str | int) and not isinstance(given, bool) and given != ""
    return without_surrogates(str(cast(object, given))) if is_given else str(number)
