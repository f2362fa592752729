"""Ours as a system that puts lists in order: how near the questions are, and where a search engine put them.

A search engine has seen more than two texts, so its order counts too where it is known: the odds that a candidate says
the same rise and fall with its rank, and a list's candidates on the whole stay as probable as they were.
"""

from collections.abc import Sequence
from math import exp, log
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from otherwords.encoder.pairs import PairModel

_RANK_WEIGHT = 1.0
"""Twice as far down, and the odds are half. Chosen on the training and development questions of SemEval-2016."""


class _Candidate(Protocol):
    @property
    def text(self) -> str: ...

    @property
    def rank(self) -> int | None: ...


class _List(Protocol):
    @property
    def query(self) -> str: ...

    @property
    def candidates(self) -> Sequence[_Candidate]: ...


class _Judge(Protocol):
    def logits(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]: ...


class Match:
    name = "match"
    gives_probabilities = True

    def __init__(self, model: Path | None = None, *, judge: _Judge | None = None) -> None:
        self._judge = judge or PairModel(model)

    def scores(self, example: _List) -> list[float]:
        """How probably each candidate says what the query says."""
        logits = self._judge.logits([(example.query, one.text) for one in example.candidates])
        depths = [0.0 if one.rank is None else log(one.rank) for one in example.candidates]
        usual = sum(depths) / max(1, len(depths))
        odds = (float(logit) - _RANK_WEIGHT * (depth - usual) for logit, depth in zip(logits, depths, strict=True))
        return [1 / (1 + exp(-min(max(x, -60), 60))) for x in odds]
