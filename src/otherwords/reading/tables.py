"""CSV: its rows, and a document for each where the column of the text is named."""

import csv
import re
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain, takewhile

from otherwords.reading import source as limits
from otherwords.reading.columns import choose_column
from otherwords.reading.errors import ReadingError
from otherwords.reading.plain import read_plain
from otherwords.reading.source import Source
from otherwords.text import Document

CSV = (".csv", ".tsv")
_DELIMITERS = (",", ";", "\t", "|")
_NONE = "\x1f"
"""For a table of one column, whose texts may have commas without quotes: a character that no text has."""
_MOST_AGAIN = 10_000_000
"""Lines that may be read again because of wrong quotes: files made to keep us busy have more."""
_QUOTED_OR_MARK = re.compile(r'"[^"]*"|[,;\t|\n]')


def read_csv(source: Source) -> Iterator[Document | ReadingError]:
    for number, text, _ in csv_rows(source, lambda columns: (choose_column(source, columns), None)):
        yield text if isinstance(text, ReadingError) else Document(text, f"{source.id}#{number}")


def csv_rows(
    source: Source, choose: Callable[[Collection[str]], tuple[str, str | None]]
) -> Iterator[tuple[int, str | ReadingError, str | None]]:
    """Each with the line that it begins in, its text and its id; ``choose`` tells the columns of texts and of ids."""
    pieces = _pieces(source)
    start = next(pieces, "")
    lines = _lines(source, chain([start], pieces))
    rows = table_rows(lines, source.path, _delimiter(start, source.suffix))
    _, header = next(rows, (1, []))
    column, ids = choose(header)
    place, id_place = header.index(column), header.index(ids) if ids is not None else None
    for number, row in rows:
        if row and (len(row) <= place or any(row[len(header) :])):
            problem = f"line {number} has {len(row)} columns and the header {len(header)}; mend it"
            yield number, source.error(problem), None
        elif row:
            yield number, row[place], row[id_place] or None if id_place is not None and id_place < len(row) else None


def _delimiter(start: str, kind: str) -> str:
    """What parts the names in the header: Excel writes semicolons wherever numbers have decimal commas."""
    header = takewhile("\n".__ne__, (found[0] for found in _QUOTED_OR_MARK.finditer(start)))
    counts = Counter(mark for mark in header if mark in _DELIMITERS)
    if kind == ".tsv" and "\t" in counts:
        return "\t"
    return max(_DELIMITERS, key=lambda mark: counts[mark]) if counts else _NONE


def lines_of(source: Source) -> Iterator[str]:
    return _lines(source, _pieces(source))


def _pieces(source: Source) -> Iterator[str]:
    """Whatever the rows are for, nobody needs the file in one piece."""
    return (document.text for document in read_plain(replace(source, as_prose=True)))


def _lines(source: Source, pieces: Iterable[str]) -> Iterator[str]:
    rest, number = "", 0
    for piece in pieces:
        *whole, rest = (rest + piece).split("\n")
        number += len(whole)
        if len(rest) > limits.LARGEST:
            raise source.error(f"line {number + 1} is longer than {limits.LARGEST >> 20} MiB; split it")
        yield from (line + "\n" for line in whole)
    yield rest


def table_rows(lines: Iterable[str], path: str, delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Each with the line that it begins in, from 1; the header is one of them.

    A quote that nothing closes would make one cell of all that follows. So where quotes come out wrong, or a row of
    several lines has not as many columns as the header, its first line is a row as it stands, and the next begins anew.
    """
    csv.field_size_limit(limits.LARGEST)
    lines, ahead, taken = iter(lines), deque[str](), list[str]()
    begin, width, again = 1, 0, 0

    def onward() -> Iterator[str]:
        while (line := ahead.popleft() if ahead else next(lines, None)) is not None:
            taken.append(line)
            yield line

    while True:
        with suppress(csv.Error):
            for row in csv.reader(onward(), delimiter=delimiter, strict=True):
                width = width or len(row)
                if len(taken) > 1 and len(row) != width:
                    break
                yield begin, row
                begin += len(taken)
                taken.clear()
        if not taken:
            return
        again += len(taken)
        if again > _MOST_AGAIN:
            raise ReadingError(path, f"is not CSV: from line {begin} on, its quotes are wrong; mend them")
        try:
            row = next(csv.reader(taken[:1], delimiter=delimiter, quoting=csv.QUOTE_NONE))
        except csv.Error as error:
            raise ReadingError(path, f"line {begin} is not CSV ({error}); mend it") from None
        width = width or len(row)
        yield begin, row
        begin += 1
        ahead.extendleft(reversed(taken[1:]))
        taken.clear()
