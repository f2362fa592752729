"""From what speaks for two passages to the probability that one says what the other says.

A *curve* weighs the evidence of every candidate. Where it leaves room for doubt, and a model knows the language well
enough, the two are read together: that sees what is said of a topic, and not only which topic it is.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from otherwords.compare.evidence import Evidence
from otherwords.compare.meaning import Model
from otherwords.compare.side import Run

Runs = tuple[Run, Run]
Read = Callable[[Sequence[tuple[str, str]]], list[float]]
"""Pairs of texts in; out comes, as logits, whether the two of each say the same."""


@dataclass(frozen=True)
class Curve:
    """A logistic curve over the evidence, and the cosine below which no pair is looked at."""

    weights: tuple[float, ...]
    intercept: float
    floor: float
    unrelated: float
    """The usual cosine of two sentences that have nothing to do with each other."""

    def logit(self, features: list[float]) -> float:
        return self.intercept + sum(weight * value for weight, value in zip(self.weights, features, strict=True))


# Fitted by ``benchmarks/fit_compare.py``, on open versions of one text whose other sentences are about the same things.
CURVES = {
    Model.PAIRS: Curve((8.97, -8.59, 15.55, 2.42, 0.51), -11.32, 0.35, 0.0),
    Model.READER: Curve((20.79, -4.65, 16.08, 5.4, -0.45), -18.09, 0.75, 0.7),
}
_DOUBTFUL = (-1.7, 3.7)
"""Logits by the curve between which reading can turn the verdict."""
_CURVE_SHARE, _READING_SHARE, _READ_INTERCEPT = 0.96, 0.64, 0.33
READINGS = (-5.0, 3.0)
"""Beyond these a reading is no surer."""
_PRIOR = -math.log(2)
"""The texts that the curves are fitted on share half of their sentences. Most share fewer: the odds are halved."""
_A_WORD = 0.75
_BY_CHANCE = 4
"""Words in the same order that two texts about the same things may well share."""


class Judge:
    """Remembers its verdicts: the same runs are looked at from several sides."""

    def __init__(self, evidence: Evidence, curve: Curve, read: Read | None) -> None:
        self.evidence, self.floor = evidence, curve.floor
        self._curve, self._read = curve, read
        self._first: dict[Runs, float] = {}
        self._last: dict[Runs, float] = {}

    def glance(self, runs: Runs) -> float:
        """The verdict without reading, as a logit."""
        if runs not in self._first:
            self._first[runs] = self._curve.logit(self.evidence.features(*runs))
        return self._first[runs]

    def verdicts(self, asked: Sequence[Runs]) -> list[float]:
        """What speaks for each pair of runs, as a logit; where there is doubt, after reading them."""
        doubtful = [runs for runs in dict.fromkeys(asked) if runs not in self._last and self.is_doubtful(runs)]
        if self._read and doubtful:
            texts = [(self.evidence.a.text(run), self.evidence.b.text(other)) for run, other in doubtful]
            for runs, reading in zip(doubtful, self._read(texts), strict=True):
                told = min(max(reading, READINGS[0]), READINGS[1])
                self._last[runs] = _CURVE_SHARE * self.glance(runs) + _READING_SHARE * told + _READ_INTERCEPT
        return [self._last.get(runs, self.glance(runs)) + _PRIOR for runs in asked]

    def is_doubtful(self, runs: Runs) -> bool:
        return _DOUBTFUL[0] <= self.glance(runs) < _DOUBTFUL[1]


def copied_logit(matched: int) -> float:
    """What so many words in the same order speak for, however the passages read."""
    return _A_WORD * (matched - _BY_CHANCE)


def probability(logit: float) -> float:
    return 1 / (1 + math.exp(-logit)) if logit >= 0 else math.exp(logit) / (1 + math.exp(logit))


def logit(probability: float) -> float:
    if probability in (0, 1):
        return math.inf if probability else -math.inf
    return math.log(probability / (1 - probability))
