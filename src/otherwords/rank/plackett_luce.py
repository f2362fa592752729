"""The Plackett–Luce distribution over orders: the first is drawn with odds exp(score), the next from the rest, …"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


def surprise(scores: Floats) -> tuple[Floats, Floats]:
    """−log P of the order in which the scores stand along the last axis, and its gradient.

    P = Π exp(h_c) / Σ_{k ≥ c} exp(h_k), so −log P = Σ log Σ_{k ≥ c} exp(h_k) − h_c; in logarithms throughout, so that
    no score is too large.
    """
    rests = np.logaddexp.accumulate(scores[..., ::-1], axis=-1)[..., ::-1]
    odds = np.exp(scores + np.logaddexp.accumulate(-rests, axis=-1)) if scores.size else scores
    return np.asarray((rests - scores).sum(axis=-1)), odds - 1


def draw_orders(scores: Floats, number: int, randomness: np.random.Generator) -> Ints:
    """[number, scores], drawn from the distribution: sorting by score plus Gumbel noise draws exactly from it."""
    return np.argsort(-(scores + randomness.gumbel(size=(number, len(scores)))), axis=-1, kind="stable")
