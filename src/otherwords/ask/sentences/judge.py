"""How probably a sentence answers a question: the evidence, weighed.

The weights belong to the pair model's own, and lie in its manifest. They are made in two steps, out of questions with
sentences of which some answer them. First, what puts a sentence that answers before others of its list: the weights
under which the softmax over each list is likeliest. Then what that is worth as a probability: a logistic curve.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.sentences.evidence import EVIDENCE, Floats, Pair, Reads, evidence, without_reading
from otherwords.encoder.pairs import PairModel
from otherwords.remembered import Remembered
from otherwords.text import OtherwordsError

SETTING = "answers"
"""The weights' name in a manifest."""
_UNFITTED = {"answers": 0.5, "cosine": 3.0, "kind": 0.8, "new words": 0.5, "intercept": -4.0}
"""For a pair model of which nobody fitted them."""
_REMEMBERED = 50_000
_PULL = 0.01
"""Towards no weight at all, in steps of each evidence's spread: so that separable lists have an answer too."""
_MOST = 30.0


@dataclass(frozen=True)
class Weights:
    """Of each piece of evidence, in the order of EVIDENCE, and the intercept: their sum are log odds."""

    of: Floats
    intercept: float

    @classmethod
    def named(cls, numbers: Mapping[str, Any]) -> "Weights":
        return cls(np.array([float(numbers[name]) for name in EVIDENCE]), float(numbers["intercept"]))

    def as_numbers(self) -> dict[str, float]:
        numbers = zip((*EVIDENCE, "intercept"), (*self.of, self.intercept), strict=True)
        return {name: round(float(number), 4) for name, number in numbers}

    def log_odds(self, rows: Floats) -> Floats:
        """Summed row by row, so that a sentence's does not depend on its company."""
        log_odds: Floats = (rows * self.of).sum(axis=1) + self.intercept
        return log_odds


class Judge:
    """Pairs of questions and sentences in, evidence and probabilities out; what was read is remembered for a while."""

    def __init__(self, model: Reads, weights: Weights) -> None:
        self._model = model
        self.weights = weights
        self._known: Remembered[Pair, Floats] = Remembered(_REMEMBERED)
        self._cosines: Remembered[tuple[str, str], float] = Remembered(_REMEMBERED)

    @classmethod
    def of(cls, model: PairModel) -> "Judge":
        return cls(model, Weights.named(model.weights.settings.get(SETTING, _UNFITTED)))

    def evidence(self, pairs: Sequence[Pair]) -> Floats:
        """[pairs, EVIDENCE]"""
        rows = self._known.many(pairs, lambda new: evidence(self._model, self._cosines_of(new), new))
        return np.stack(rows) if rows else np.zeros((0, len(EVIDENCE)))

    def probabilities(self, pairs: Sequence[Pair]) -> Floats:
        return probability(self.weights.log_odds(self.evidence(pairs)))

    def promise(self, pairs: Sequence[Pair]) -> Floats:
        """What speaks for each pair before it is read."""
        rows = without_reading(self._cosines_of(pairs), pairs)
        promise: Floats = (rows * self.weights.of[1:]).sum(axis=1)
        return promise

    def _cosines_of(self, pairs: Sequence[Pair]) -> list[float]:
        texts = [(one.question, one.sentence) for one in pairs]
        return self._cosines.many(texts, lambda new: map(float, self._model.cosines(new)))


def probability(log_odds: Floats) -> Floats:
    p: Floats = 1 / (1 + np.exp(-np.clip(log_odds, -_MOST, _MOST)))
    return p


@dataclass(frozen=True)
class Labelled:
    """The sentences of a question: their rows of evidence, which of them answer it, and how much the list counts."""

    rows: Floats
    right: NDArray[np.bool_]
    weight: float = 1.0


def fitted(lists: Sequence[Labelled]) -> Weights:
    """Lists in which nothing is right tell only how probable answers are, and not what makes one."""
    teaching = [one for one in lists if one.right.any() and not one.right.all()]
    if not teaching:
        raise OtherwordsError(
            "there is nothing to learn from: no list has both a sentence that answers and one that does not"
        )
    rows = np.vstack([one.rows for one in lists])
    right = np.concatenate([one.right for one in lists]).astype(np.float64)
    counts = np.concatenate([np.full(len(one.rows), one.weight) for one in lists])
    spread = np.maximum(rows.std(axis=0), 1e-9)
    order = _listwise([Labelled(one.rows / spread, one.right, one.weight) for one in teaching]) / spread
    slope, intercept = _logistic((rows * order).sum(axis=1), right, counts)
    return Weights(order * slope, intercept)


def _listwise(lists: Sequence[Labelled]) -> Floats:
    """What is minimised is -log of a list's softmax at what answers: convex, so Newton's method finds the minimum."""
    size = lists[0].rows.shape[1]
    total = sum(one.weight for one in lists)
    weights = np.zeros(size)
    for _ in range(50):
        gradient, curvature = 2 * _PULL * weights, 2 * _PULL * np.eye(size)
        for one in lists:
            scores = one.rows @ weights
            p = np.exp(scores - scores.max())
            p /= p.sum()
            mean = p @ one.rows
            share = one.weight / total
            gradient += share * (mean - one.rows[one.right].mean(axis=0))
            curvature += share * ((one.rows * p[:, None]).T @ one.rows - np.outer(mean, mean))
        step = np.linalg.solve(curvature, gradient)
        weights -= step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-8:
            break
    return weights


def _logistic(scores: Floats, right: Floats, counts: Floats) -> tuple[float, float]:
    """Slope and intercept, by Newton's method, with a faint pull towards zero."""
    middle = float(scores.mean())
    design = np.column_stack([scores - middle, np.ones(len(scores))])
    weights = np.zeros(2)
    for _ in range(100):
        p = probability(design @ weights)
        gradient = design.T @ (counts * (p - right)) + 1e-3 * weights
        curvature = (design * (counts * p * (1 - p))[:, None]).T @ design + 1e-3 * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        weights -= step / max(1.0, float(np.abs(step).max()) / 2)
        if np.abs(step).max() < 1e-9:
            break
    return float(weights[0]), float(weights[1] - weights[0] * middle)
