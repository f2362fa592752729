"""Ours as a system that puts lists in order: how near questions are, what was replied, and a search engine's order.

Replies tell what a question was understood to ask, and a search engine has seen more than two texts, so both count
where they are known: the odds that a candidate says the same rise and fall with them, and a list's candidates on the
whole stay as probable as they were.
"""

from collections.abc import Sequence
from math import exp, log
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from otherwords.encoder.pairs import PairModel

_RANK_WEIGHT = 0.7
"""Four times as far down, and the odds are less than half. Chosen, as the next, on SemEval-2016's training and
development questions."""
_REPLIES_WEIGHT = 6.0
"""What a cosine of one between question and replies adds to the odds' logarithm; the questions' own adds 13."""

Floats = NDArray[np.float32]


class _Candidate(Protocol):
    @property
    def text(self) -> str: ...

    @property
    def rank(self) -> int | None: ...

    @property
    def replies(self) -> Sequence[str]: ...


class _List(Protocol):
    @property
    def query(self) -> str: ...

    @property
    def candidates(self) -> Sequence[_Candidate]: ...


class _Judge(Protocol):
    def logits(self, pairs: Sequence[tuple[str, str]]) -> Floats: ...

    def vectors(self, texts: Sequence[str]) -> Floats: ...


class Match:
    name = "match"
    gives_probabilities = True

    def __init__(self, model: Path | None = None, *, judge: _Judge | None = None) -> None:
        self._judge = judge or PairModel(model)

    def scores(self, example: _List) -> list[float]:
        """How probably each candidate says what the query says."""
        logits = self._judge.logits([(example.query, one.text) for one in example.candidates])
        depths = [None if one.rank is None else log(one.rank) for one in example.candidates]
        answered = self._answered(example)
        odds = zip(logits, _above_mean(depths), _above_mean(answered), strict=True)
        return [_probability(float(x) - _RANK_WEIGHT * deep + _REPLIES_WEIGHT * near) for x, deep, near in odds]

    def _answered(self, example: _List) -> list[float | None]:
        """How near the question is to what was replied to each candidate, all replies together."""
        replies = list(dict.fromkeys(reply for one in example.candidates for reply in one.replies))
        if not replies:
            return [None] * len(example.candidates)
        question, *vectors = self._judge.vectors([example.query, *replies])
        vector_of = dict(zip(replies, vectors, strict=True))
        return [
            _cosine(question, np.sum([vector_of[reply] for reply in one.replies], axis=0)) if one.replies else None
            for one in example.candidates
        ]


def _cosine(unit: Floats, other: Floats) -> float:
    return float(unit @ other) / max(float(np.linalg.norm(other)), 1e-9)


def _above_mean(values: Sequence[float | None]) -> list[float]:
    """Each less the mean of those that are known; what is not known speaks neither for a candidate nor against it."""
    known = [value for value in values if value is not None]
    mean = sum(known) / max(1, len(known))
    return [0.0 if value is None else value - mean for value in values]


def _probability(logit: float) -> float:
    return 1 / (1 + exp(-min(max(logit, -60), 60)))
