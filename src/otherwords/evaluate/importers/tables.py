"""Tab-separated files whose first line names their columns; quotes in them are text."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from otherwords.evaluate.files import read_lines
from otherwords.text import OtherwordsError


def read_table(path: Path, *columns: str) -> Iterator[tuple[int, list[str]]]:
    """The cells of the named columns, row by row, with the number of the line.

    A column may have other names: ``"a|b"`` is the first of the two that there is.
    """
    places: list[int] | None = None
    width = 0
    for number, line in read_lines(path):
        cells = line.rstrip("\r\n").split("\t")
        if places is None:
            places, width = [_place(path, cells, column) for column in columns], len(cells)
        elif len(cells) != width:
            raise OtherwordsError(f"{path}:{number}: {len(cells)} columns, where the first line has {width}")
        else:
            yield number, [cells[place].strip() for place in places]


def _place(path: Path, header: Sequence[str], column: str) -> int:
    for name in column.split("|"):
        if name in header:
            return header.index(name)
    raise OtherwordsError(
        f"{path}: no column {column.replace('|', ' or ')} in the first line; found {', '.join(header)}"
    )


def to_number(path: Path, number: int, cell: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise OtherwordsError(f'{path}:{number}: "{cell}" stands where a number should')
    return value
