"""From what speaks for two passages to the probability that one says what the other says.

A *curve* weighs the evidence of every candidate. Where it leaves room for doubt, and a model knows the language well
enough, the two are read together: that sees what is said of a topic, and not only which topic it is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from otherwords.compare.evidence import Evidence
from otherwords.compare.kept import Kept
from otherwords.compare.meaning import Model
from otherwords.compare.side import Run

Runs = tuple[Run, Run]
Readings = Kept[tuple[str, str]]
"""Of pairs of texts, read in this order, as logits, whether the two of each say the same."""


@dataclass(frozen=True)
class Curve:
    """A logistic curve over the evidence."""

    weights: tuple[float, ...]
    intercept: float
    floor: float
    """The cosine below which no pair is looked at."""
    reach: tuple[float, ...]
    """What the words tell, and 1, weighed: so near are the meanings of two passages at most, but for one in fifty."""

    def logit(self, features: Sequence[float]) -> float:
        return self.intercept + sum(weight * value for weight, value in zip(self.weights, features, strict=True))

    def hope(self, told: Sequence[float], at_most: float) -> float:
        """The logit if the meanings are as near as they may be by what words tell."""
        nearest = sum(weight * value for weight, value in zip(self.reach, [*told, 1.0], strict=True))
        return self.logit([min(nearest, at_most), *told])


# Fitted by ``benchmarks/fit_compare.py``, on open versions of one text whose other sentences are about the same things.
CURVES = {
    Model.PAIRS: Curve((6.86, 6.16, -12.84, 12.8, 2.78, 0.5), -10.82, 0.35, (0.26, 0.05, 0.38, -0.04, -0.01, 0.55)),
    Model.READER: Curve((17.9, 7.32, -13.84, 13.62, 4.88, -0.35), -18.53, 0.75, (0.14, -0.13, 0.06, 0.01, 0.01, 0.84)),
}
_DOUBTFUL = (-1.7, 3.7)
"""Logits by the curve between which reading can turn the verdict."""
_CURVE_SHARE, _READING_SHARE, _READ_INTERCEPT = 1.01, 0.58, 0.35
READINGS = (-5.0, 3.0)
"""Beyond these a reading is no surer."""
_PRIOR = -math.log(2)
"""The texts that the curves are fitted on share half of their sentences. Most share fewer: the odds are halved."""
_A_WORD = 0.75
_BY_CHANCE = 4
"""Words in the same order that two texts about the same things may well share."""


class Judge:
    """Remembers its verdicts: the same runs are looked at from several sides."""

    def __init__(self, evidence: Evidence, curve: Curve, read: Readings | None) -> None:
        self.evidence, self.floor = evidence, curve.floor
        self._curve, self._read = curve, read
        self._first: dict[Runs, float] = {}
        self._ceilings: dict[Runs, float] = {}
        self._last: dict[Runs, float] = {}
        self._chances: dict[Runs, float] = {}

    def hope(self, runs: Runs, at_most: float = 1.0) -> float:
        """The most that a glance may tell, by words alone and what is known of their nearness: for what is ruled out
        nothing need be encoded."""
        return self._curve.hope(self.evidence.told(runs), at_most)

    def glance(self, runs: Runs) -> float:
        """The verdict without reading, as a logit."""
        if runs not in self._first:
            self._first[runs] = self._curve.logit(self.evidence.features(runs))
        return self._first[runs]

    def most(self, runs: Runs) -> float:
        """The highest verdict that is still possible, with no more work than was done already."""
        return min(self._most(runs), self._chance(runs))

    def _chance(self, runs: Runs) -> float:
        """The most that two passages in the very same words can get: headings and set phrases are so by chance.

        However sure it is that the two mean the same, it tells nothing of where they come from.
        """
        if runs not in self._chances:
            same = self.evidence.same(runs)
            self._chances[runs] = math.inf if same is None else copied_logit(same)
        return self._chances[runs]

    def _most(self, runs: Runs) -> float:
        if runs in self._last:
            return self._last[runs] + _PRIOR
        if runs in self._ceilings:
            return self._ceilings[runs] + _PRIOR
        if runs not in self._first:
            return self.most_after(self.hope(runs))
        glance = self._first[runs]
        return (_weighed(glance, READINGS[1]) if self._read and _is_doubtful(glance) else glance) + _PRIOR

    def most_after(self, glance: float) -> float:
        """The highest verdict that may follow a glance, if that is no more than this."""
        if not self._read or glance < _DOUBTFUL[0]:
            return glance + _PRIOR
        return max(glance, _weighed(min(glance, _DOUBTFUL[1]), READINGS[1])) + _PRIOR

    def is_settled(self, runs: Runs) -> bool:
        """Whether the verdict is known without more work."""
        return runs in self._last or (runs in self._first and not (self._read and self.is_doubtful(runs)))

    def verdicts(self, asked: Sequence[Runs], enough: float) -> list[float]:
        """What speaks for each pair of runs, as a logit; where there is doubt, after reading them.

        What cannot be ``enough`` when it was read in one order is not read in the other: it may be less than is said.
        """
        self.evidence.learn(runs for runs in asked if runs not in self._first)
        doubtful = [runs for runs in dict.fromkeys(asked) if runs not in self._last and self.is_doubtful(runs)]
        if self._read and doubtful:
            texts = [(self.evidence.a.text(run), self.evidence.b.text(other)) for run, other in doubtful]
            once = dict(zip(doubtful, _readings(self._read, texts), strict=True))
            for runs, reading in once.items():
                self._ceilings[runs] = _weighed(self.glance(runs), (reading + READINGS[1]) / 2)
            open_ = [runs for runs in doubtful if self._ceilings[runs] + _PRIOR >= enough]
            turned = [(self.evidence.b.text(other), self.evidence.a.text(run)) for run, other in open_]
            for runs, reading in zip(open_, _readings(self._read, turned), strict=True):
                self._last[runs] = _weighed(self.glance(runs), (once[runs] + reading) / 2)
        return [self.most(runs) for runs in asked]

    def is_doubtful(self, runs: Runs) -> bool:
        return _is_doubtful(self.glance(runs))


def _readings(read: Readings, texts: list[tuple[str, str]]) -> list[float]:
    within: list[float] = np.clip(read.rows(texts)[:, 0], *READINGS).tolist()
    return within


def _is_doubtful(logit: float) -> bool:
    return _DOUBTFUL[0] <= logit < _DOUBTFUL[1]


def _weighed(glance: float, reading: float) -> float:
    return _CURVE_SHARE * glance + _READING_SHARE * reading + _READ_INTERCEPT


def copied_logit(matched: int) -> float:
    """What so many words in the same order speak for, however the passages read."""
    return _A_WORD * (matched - _BY_CHANCE)


def probability(logit: float) -> float:
    return 1 / (1 + math.exp(-logit)) if logit >= 0 else math.exp(logit) / (1 + math.exp(logit))


def logit(probability: float) -> float:
    if probability in (0, 1):
        return math.inf if probability else -math.inf
    return math.log(probability / (1 - probability))
