"""Ogaltsov's model: features [q; d; qᵀ M d], one fully connected layer, a score.

Candidates of one list are trained together, to make the orders likely that the labels make likely.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from otherwords.rank.plackett_luce import Ints, draw_orders, surprise

Floats = NDArray[np.float64]
Gradients = dict[str, Floats]

_EXCHANGES = 10
"""Candidates of one list that ask in their query's place: lessons would else grow with the square of a list."""
_PULLED = ("bilinear", "query", "candidate")
"""What is drawn back to where it began. How sure the cosine is, the lists tell well enough."""


@dataclass(frozen=True)
class Lesson:
    """The vectors of a query and of its candidates, and their labels."""

    query: Floats
    candidates: Floats
    labels: Floats

    def exchanged(self, highest: float) -> Iterator["Lesson"]:
        """A candidate that is near asks, and the query is a candidate: few lists teach more so.

        How near two candidates are to each other nobody said. It is taken to be the product of how near both are to the
        query, as shares of the ``highest`` label.
        """
        for place in np.argsort(-self.labels, kind="stable")[:_EXCHANGES]:
            if 3 * self.labels[place] >= highest > 0:
                candidates, labels = self.candidates.copy(), self.labels * self.labels[place] / highest
                candidates[place], labels[place] = self.query, self.labels[place]
                yield Lesson(self.candidates[place], candidates, labels)


@dataclass(frozen=True)
class Recipe:
    steps: int = 30
    orders: int = 4
    """Drawn for every list."""
    sharpness: float = 2.0
    """How sure the true order is: labels that differ by 1 have odds of exp(sharpness) to come in their order."""
    pull: float = 600.0
    """Back to the cosine: surprise that the square of the way from it costs, twice."""
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
        """The mean surprise at orders, [orders, candidates] for each lesson, and what it gains by each parameter."""
        p = self.parameters
        loss, gains = 0.0, []
        for lesson, order in zip(lessons, orders, strict=True):
            scores = self.scores(lesson.query, lesson.candidates)
            surprised, by_place = surprise(scores[order])
            loss += float(surprised.mean()) / len(lessons)
            by_score = np.zeros_like(scores)
            np.add.at(by_score, order, by_place / surprised.size / len(lessons))
            gains.append((by_score @ lesson.candidates, by_score.sum()))
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
        """Minimises the cross-entropy with the true orders, of which some are drawn, and the pull back to the cosine.

        By L-BFGS over all lessons at once: steps of Adam are as large where lessons say nothing as where they agree,
        and of M's many numbers most are such.
        """
        from scipy.optimize import minimize

        randomness = np.random.default_rng(recipe.seed)
        highest = max((float(lesson.labels.max()) for lesson in lessons), default=0.0)
        every = [one for lesson in lessons for one in (lesson, *lesson.exchanged(highest))]
        taught = [lesson for lesson in every if len(set(lesson.labels)) > 1]  # from the others nothing is learned
        if not taught:
            return
        orders = [draw_orders(recipe.sharpness * lesson.labels, recipe.orders, randomness) for lesson in taught]
        pull = _flat({name: np.full(p.shape, name in _PULLED, np.float64) for name, p in self.parameters.items()})
        pull *= recipe.pull / len(taught)
        home = _flat(self.parameters)

        def loss(numbers: Floats) -> tuple[float, Floats]:
            self._take(numbers)
            surprised, gains = self.gradients(taught, orders)
            away = numbers - home
            return surprised + float(pull @ away**2) / 2, _flat(gains) + pull * away

        self._take(minimize(loss, home, jac=True, method="L-BFGS-B", options={"maxiter": recipe.steps}).x)

    def _take(self, numbers: Floats) -> None:
        sizes = [value.size for value in self.parameters.values()]
        for value, part in zip(self.parameters.values(), np.split(numbers, np.cumsum(sizes)[:-1]), strict=True):
            value[...] = part.reshape(value.shape)


def _flat(parameters: Gradients) -> Floats:
    return np.concatenate([np.ravel(value) for value in parameters.values()])
