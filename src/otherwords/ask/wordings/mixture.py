"""Beam search over a mixture: the next token is judged by all pivots together, and not by one after the other.

    p(y_t) = Σ_k p(g_k | q) · p(y_t | y_<t, g_k)

What is sought are the sequences with the highest product of these, over length ** penalty.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ids = NDArray[np.int64]


class Steps(Protocol):
    """What says how a sequence goes on, under each of the pivots."""

    def begin(self) -> Floats:
        """The first token's probabilities: [1, pivots, vocabulary]."""
        ...

    def advance(self, parents: Ids, tokens: Ids) -> Floats:
        """The next token's, [sequences, pivots, vocabulary]: sequence i is the ``parents[i]``-th of the step before,
        with ``tokens[i]`` after it."""
        ...


@dataclass(frozen=True, slots=True)
class Found:
    tokens: tuple[int, ...]
    """Without the one that ends it; never none."""
    score: float
    """The logarithm of its probability, over length ** penalty; the end counts as a token."""


def search(
    steps: Steps, weights: Sequence[float], end: int, *, beam: int, most: int, longest: int, penalty: float
) -> list[Found]:
    """The ``most`` best sequences of up to ``longest`` tokens, best first; ``beam`` of them go on side by side.

    With a beam as wide as there are sequences, these are the best of all. A narrower one may miss some, as always.
    """
    shares = np.asarray(weights, np.float32)
    begun: list[tuple[int, ...]] = [()]
    sums = np.zeros(1)
    best: list[Found] = []
    probabilities = steps.begin()
    for length in range(1, longest + 2):  # one more for the end
        totals = sums[:, None] + _logarithms(np.einsum("k,nkv->nv", shares, probabilities))
        if length > 1:
            ended = [
                Found(tokens, float(total) / length**penalty)
                for tokens, total in zip(begun, totals[:, end], strict=True)
                if np.isfinite(total)
            ]
            best = nsmallest(most, [*best, *ended], key=lambda one: (-one.score, one.tokens))
        if length > longest:
            break
        totals[:, end] = -np.inf
        # Logarithms are below zero: what goes on can at best keep its sum, and be as long as can be.
        least = best[-1].score * (longest + 1) ** penalty if len(best) == most else -np.inf
        parents, tokens, sums = _highest(totals, beam, least)
        if not len(parents):
            break
        begun = [(*begun[parent], int(token)) for parent, token in zip(parents, tokens, strict=True)]
        probabilities = steps.advance(parents, tokens)
    return best


def _highest(totals: NDArray[np.float64], number: int, least: float) -> tuple[Ids, Ids, NDArray[np.float64]]:
    """Rows, columns and values of the highest, the highest first; none that are below ``least`` or impossible."""
    flat = totals.ravel()
    places = np.argpartition(-flat, number - 1)[:number] if number < len(flat) else np.arange(len(flat))
    places = places[np.isfinite(flat[places]) & (flat[places] >= least)]
    places = places[np.lexsort((places, -flat[places]))]
    rows, columns = np.divmod(places, totals.shape[1])
    return rows, columns, flat[places]


def _logarithms(probabilities: Floats) -> NDArray[np.float64]:
    with np.errstate(divide="ignore"):
        return np.log(probabilities.astype(np.float64))
