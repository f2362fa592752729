"""Quora's question pairs, as pairs; 1 is a duplicate.

The source is tab-separated, Quora's own or GLUE's::

    id	qid1	qid2	question1	question2	is_duplicate
    0	1	2	What is the step by step guide …?	What is the step by step guide …?	0

A question with a quotation mark in it may stand in quotes, with its own marks doubled, and may run over several lines.
But not every mark at the beginning of a question opens such quotes, so they are read row by row: a row is as many lines
as make six columns. Left out, and counted: rows in which a question is empty or the label is missing.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from otherwords.evaluate.files import read_lines
from otherwords.evaluate.pairs import PairExample
from otherwords.text import OtherwordsError

_COLUMNS = ["id", "qid1", "qid2", "question1", "question2", "is_duplicate"]
_LONGEST_ROW = 100
"""Lines that a question may run over; beyond that, the row is broken."""


def read_qqp(path: Path, skipped: Counter[str]) -> Iterator[PairExample]:
    """The pairs in the order of the file; ``skipped`` counts what was left out, by reason."""
    lines = read_lines(path)
    header = next(lines, (1, ""))[1].strip().split("\t")
    if header != _COLUMNS:
        raise OtherwordsError(f"{path}: the first line must name the columns {', '.join(_COLUMNS)}, with tabs")
    for number, cells in _rows(path, lines):
        _, _, _, a, b, label = cells
        if label not in ("0", "1"):
            raise OtherwordsError(f'{path}:{number}: is_duplicate is 0 or 1, not "{label}"')
        a, b = _unquoted(a), _unquoted(b)
        if a and b:
            yield PairExample(a, b, float(label))
        else:
            skipped["pairs with an empty question"] += 1


def _rows(path: Path, lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    for number, line in lines:
        row = line
        for _ in range(_LONGEST_ROW):
            if row.count("\t") >= len(_COLUMNS) - 1:
                break
            row += next(lines, (0, ""))[1]
        cells = row.rstrip("\r\n").split("\t")
        if len(cells) != len(_COLUMNS):
            raise OtherwordsError(f"{path}:{number}: {len(cells)} columns, where there should be {len(_COLUMNS)}")
        yield number, cells


def _unquoted(cell: str) -> str:
    if len(cell) > 1 and cell[0] == cell[-1] == '"':
        cell = cell[1:-1].replace('""', '"')
    return " ".join(cell.split())
