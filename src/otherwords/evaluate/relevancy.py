"""SemEval's files of five columns: the right labels (``.relevancy``), and what a team handed in (``.pred``).

Query, candidate, rank, score, and whether the candidate is right, by white space::

    Q318	Q318_R4	4	0.25	true
"""

import math
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from otherwords.evaluate.files import read_lines
from otherwords.evaluate.lists import Candidate, ListExample
from otherwords.text import OtherwordsError

_ANSWERS = {"true": True, "false": False}


class Line(NamedTuple):
    query: str
    candidate: str
    rank: int
    score: float
    is_right: bool


def is_relevancy(path: Path) -> bool:
    """Told by its first line, which in a file of ours begins with a brace."""
    first = next(read_lines(path), (1, "{"))[1]
    return not first.lstrip().startswith("{") and len(first.split()) == 5


def read_relevancy(path: Path) -> Iterator[ListExample]:
    """Lists without texts, for scoring what a team handed in."""
    for query, lines in groupby(_lines(path), key=attrgetter("query")):
        candidates = (Candidate(line.candidate, "", float(line.is_right), line.rank or None) for line in lines)
        yield ListExample(query, query, tuple(candidates))


class Predictions:
    """What a team handed in, as a system. Of candidates with the same score, the first in the list is first, for so the
    official scorer has it."""

    def __init__(self, name: str, lines: dict[tuple[str, str], Line]) -> None:
        self.name = name
        self._lines = lines

    def scores(self, example: ListExample) -> list[float]:
        given = [self._line(example, candidate).score for candidate in example.candidates]
        order = sorted(range(len(given)), key=lambda i: (math.isnan(given[i]), -given[i]))
        place_of = {i: place for place, i in enumerate(order)}
        return [math.nan if math.isnan(score) else -float(place_of[i]) for i, score in enumerate(given)]

    def said(self, example: ListExample) -> list[bool]:
        return [self._line(example, candidate).is_right for candidate in example.candidates]

    def _line(self, example: ListExample, candidate: Candidate) -> Line:
        line = self._lines.get((example.id, candidate.id))
        if line is None:
            raise OtherwordsError(f"{self.name} says nothing of candidate {candidate.id} of {example.id}")
        return line


def read_predictions(path: Path) -> Predictions:
    return Predictions(path.name, {(line.query, line.candidate): line for line in _lines(path)})


def _lines(path: Path) -> Iterator[Line]:
    for number, text in read_lines(path):
        fields = text.split()
        try:
            query, candidate, rank, score, answer = fields
            yield Line(query, candidate, int(rank), float(score), _ANSWERS[answer.lower()])
        except (KeyError, ValueError):
            raise OtherwordsError(
                f"{path}:{number}: a line is query, candidate, rank, score and true or false, with tabs"
            ) from None
