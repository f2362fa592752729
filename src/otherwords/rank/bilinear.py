"""Ogaltsov's model: features [q; d; qᵀ M d], one fully connected layer, a score.

Candidates of one list are trained together, to make the orders likely that the labels make likely.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from otherwords.rank.adam import Adam
from otherwords.rank.plackett_luce import Ints, draw_order, surprise

Floats = NDArray[np.float64]
Gradients = dict[str, Floats]


@dataclass(frozen=True)
class Lesson:
    """The vectors of a query and of its candidates, and their labels."""

    query: Floats
    candidates: Floats
    labels: Floats


@dataclass(frozen=True)
class Recipe:
    epochs: int = 15
    rate: float = 0.0003
    decay: float = 1.0
    batch: int = 32
    sharpness: float = 3.0
    """How sure the true order is: labels that differ by 1 have odds of exp(sharpness) to come in their order."""
    seed: int = 0


class Bilinear:
    """Begins as the cosine: M is the identity, and of the layer's weights only that of qᵀ M d is not 0."""

    def __init__(self, dimensions: int, scale: float = 10.0) -> None:
        self.parameters: Gradients = {
            "bilinear": np.eye(dimensions),
            "query": np.zeros(dimensions),
            "candidate": np.zeros(dimensions),
            "product": np.array(scale),
            "constant": np.array(0.0),
        }

    def scores(self, query: Floats, candidates: Floats) -> Floats:
        p = self.parameters
        likeness = candidates @ (query @ p["bilinear"])
        scores: Floats = query @ p["query"] + candidates @ p["candidate"] + p["product"] * likeness + p["constant"]
        return scores

    def gradients(self, lessons: Sequence[Lesson], orders: Sequence[Ints]) -> tuple[float, Gradients]:
        """The mean surprise at the orders, one for each lesson, and what it gains by each parameter."""
        p = self.parameters
        loss, gains = 0.0, []
        for lesson, order in zip(lessons, orders, strict=True):
            candidates = lesson.candidates[order]
            surprised, by_score = surprise(self.scores(lesson.query, candidates))
            loss += surprised / len(lessons)
            gains.append((by_score @ candidates / len(lessons), by_score.sum() / len(lessons)))
        queries = np.array([lesson.query for lesson in lessons])
        together, alone = np.array([gain for gain, _ in gains]), np.array([gain for _, gain in gains])
        return loss, {
            "bilinear": p["product"] * (queries.T @ together),
            "query": alone @ queries,
            "candidate": together.sum(axis=0),
            "product": np.asarray(((queries @ p["bilinear"]) * together).sum()),
            "constant": np.asarray(alone.sum()),
        }

    def fit(self, lessons: Sequence[Lesson], recipe: Recipe) -> None:
        """Minimises the cross-entropy with the true orders, of which every epoch draws new ones."""
        randomness = np.random.default_rng(recipe.seed)
        adam = Adam(self.parameters, recipe.rate, recipe.decay)
        taught = [lesson for lesson in lessons if len(set(lesson.labels)) > 1]  # from the others nothing is learned
        for _ in range(recipe.epochs):
            for places in _batches(len(taught), recipe.batch, randomness):
                batch = [taught[place] for place in places]
                orders = [draw_order(recipe.sharpness * lesson.labels, randomness) for lesson in batch]
                adam.step(self.gradients(batch, orders)[1])


def _batches(number: int, size: int, randomness: np.random.Generator) -> Iterator[list[int]]:
    order = randomness.permutation(number).tolist()
    for start in range(0, number, size):
        yield order[start : start + size]
