"""TREC's answer sentence selection (Wang et al., 2007), as lists; 1 is an answer.

The source is made of tags a line each, which is not quite XML. After a tag come lines of tab-separated tokens, tags,
relations, heads and names; the tokens are read::

    <QApairs id='1.4'>
    <question>
    What	ethnic	group	/	race	are	Crip	members	?
    …
    </question>
    <negative>
    Prison	gangs	have	a	de	facto	negotiation	system	…

Or it is a CSV file with the columns qtext, label, atext; neighbouring rows of one question are a list.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from otherwords.evaluate.files import read_lines
from otherwords.evaluate.lists import Candidate, ListExample
from otherwords.reading.tables import table_rows
from otherwords.text import OtherwordsError

_OPENING = re.compile(r"""<QApairs\s+id=['"]([^'"]*)['"]\s*>""")
_LABELS = {"<positive>": 1.0, "<negative>": 0.0}
_COLUMNS = ("qtext", "label", "atext")


def read_trecqa(path: Path) -> Iterator[ListExample]:
    return _read_csv(path) if path.name.removesuffix(".gz").endswith(".csv") else _read_tags(path)


def _read_tags(path: Path) -> Iterator[ListExample]:
    id = question = None
    candidates: list[Candidate] = []
    lines = ((number, line.strip()) for number, line in read_lines(path))
    for number, line in lines:
        if opening := _OPENING.match(line):
            id, question, candidates = opening[1], None, []
        elif line == "<question>":
            question = _tokens(lines)
        elif line in _LABELS:
            candidates.append(Candidate(str(len(candidates)), _tokens(lines), _LABELS[line]))
        elif line == "</QApairs>":
            if id is None or not question:
                raise OtherwordsError(f"{path}:{number}: a group ends here that has no id or no question")
            yield ListExample(id, question, tuple(candidates))
            id = None
    if id is not None:
        raise OtherwordsError(f"{path}: cut off within the group {id}")
    if question is None:
        raise OtherwordsError(f"{path}: no <QApairs> in it; TREC's file has them, or give a .csv (qtext, label, atext)")


def _tokens(lines: Iterator[tuple[int, str]]) -> str:
    return " ".join(next(lines, (0, ""))[1].split("\t"))


def _read_csv(path: Path) -> Iterator[ListExample]:
    rows = table_rows((line for _, line in read_lines(path)), str(path))
    _, header = next(rows, (1, []))
    missing = [column for column in _COLUMNS if column not in header]
    if missing:
        raise OtherwordsError(f"{path}: no column {', '.join(missing)} in the first line")
    columns = [header.index(column) for column in _COLUMNS]
    fields = ((number, [row[i] if i < len(row) else "" for i in columns]) for number, row in rows if row)
    for place, (question, group) in enumerate(groupby(fields, key=lambda numbered: numbered[1][0])):
        candidates: list[Candidate] = []
        for number, (_, label, sentence) in group:
            if label not in ("0", "1") or not sentence:
                raise OtherwordsError(f"{path}:{number}: a row is question, label (0 or 1) and sentence")
            candidates.append(Candidate(str(len(candidates)), sentence.strip(), float(label)))
        yield ListExample(str(place), question.strip(), tuple(candidates))
