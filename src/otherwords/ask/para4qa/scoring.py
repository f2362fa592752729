"""The score of two texts, w · [u, v, u ⊙ v] + b, for many pairs at once; shares of a softmax; and the way back."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def score_shapes(name: str, width: int) -> dict[str, tuple[int, ...]]:
    return {
        f"{name} first": (width,),
        f"{name} second": (width,),
        f"{name} product": (width,),
        f"{name} constant": (1,),
    }


def scores(parameters: Mapping[str, Floats], name: str, firsts: Floats, seconds: Floats) -> Floats:
    """[firsts, seconds]: of every one of the first texts with every one of the second."""
    ours, theirs = firsts @ parameters[f"{name} first"], seconds @ parameters[f"{name} second"]
    met = (firsts * parameters[f"{name} product"]) @ seconds.T
    return np.asarray(met + ours[:, None] + theirs + parameters[f"{name} constant"], dtype=firsts.dtype)


def scores_back(
    parameters: Mapping[str, Floats],
    name: str,
    firsts: Floats,
    seconds: Floats,
    by_scores: Floats,
    gradients: dict[str, Floats],
) -> tuple[Floats, Floats]:
    """The gradients of the first and second texts' vectors; those of the parameters are added."""
    product = parameters[f"{name} product"]
    by_firsts, by_seconds = by_scores.sum(axis=1), by_scores.sum(axis=0)
    met = by_scores @ seconds
    gradients[f"{name} first"] += by_firsts @ firsts
    gradients[f"{name} second"] += by_seconds @ seconds
    gradients[f"{name} product"] += (firsts * met).sum(axis=0)
    gradients[f"{name} constant"] += by_scores.sum()
    return (
        by_firsts[:, None] * parameters[f"{name} first"] + met * product,
        by_seconds[:, None] * parameters[f"{name} second"] + by_scores.T @ (firsts * product),
    )


def softmax(values: NDArray[Any]) -> NDArray[Any]:
    """Over the last axis."""
    odds = np.exp(values - values.max(axis=-1, keepdims=True))
    shares: NDArray[Any] = odds / odds.sum(axis=-1, keepdims=True)
    return shares


def softmax_back(shares: NDArray[Any], by_shares: NDArray[Any]) -> NDArray[Any]:
    found: NDArray[Any] = shares * (by_shares - (shares * by_shares).sum(axis=-1, keepdims=True))
    return found


def mixture_loss(
    weights: NDArray[Any], shares: NDArray[Any], target: NDArray[Any]
) -> tuple[float, NDArray[Any], NDArray[Any]]:
    """−Σ target(a) · log p(a), where p(a) = Σ weights(q′) · shares(q′, a); and its gradients by weights and shares."""
    mixed = np.maximum(weights @ shares, 1e-12)
    by_mixed = -target / mixed
    return float(-(target * np.log(mixed)).sum()), shares @ by_mixed, weights[:, None] * by_mixed


def mean_mixture_loss(
    weights: Sequence[NDArray[Any]], shares: Sequence[NDArray[Any]], targets: Sequence[NDArray[Any]]
) -> tuple[float, list[NDArray[Any]], list[NDArray[Any]]]:
    """The mean of that over lessons, and its gradients by the weights and the shares of each."""
    losses = [mixture_loss(*one) for one in zip(weights, shares, targets, strict=True)]
    number = max(1, len(losses))
    value = sum(loss for loss, _, _ in losses) / number
    return value, [by_weights / number for _, by_weights, _ in losses], [by / number for _, _, by in losses]


def given_or_even(weights: NDArray[Any] | None, number: int) -> NDArray[Any]:
    """The weights of so many wordings, all alike where nobody gave any."""
    return np.full(number, 1 / number, dtype=np.float32) if weights is None else weights
