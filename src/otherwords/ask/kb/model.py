"""The weights of answering over a knowledge base: JSON and plain arrays, so that opening a folder runs no code."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords import learned
from otherwords.ask.kb.features import FEATURES
from otherwords.ask.kb.heads import Heads, as_arrays, from_arrays
from otherwords.text import OtherwordsError

_KIND = "otherwords ask 2"


@dataclass(frozen=True)
class KbModel:
    """Logistic regression over the features of a candidate; ``heads`` only where questions were learned from."""

    weights: NDArray[np.float64]
    intercept: float
    hops: int
    heads: Heads | None = None
    figures: dict[str, float] = field(default_factory=dict)


# By hand, on a dozen questions to small knowledge bases: for those that nothing was learned of.
_GENERAL = {
    "relation said": 3.0,
    "question covered": 2.5,
    "cosine": 3.0,
    "behind the best cosine": 8.0,
    "more relations": -1.5,
    "there and back": -2.0,
    "certainty": 1.0,
}
_GENERAL_INTERCEPT = -2.5


def general_model() -> KbModel:
    """For knowledge bases never trained on."""
    return KbModel(np.array([_GENERAL.get(name, 0.0) for name in FEATURES]), _GENERAL_INTERCEPT, hops=2)


def save(model: KbModel, folder: Path) -> None:
    if model.heads is None:
        raise ValueError("nothing was learned")
    facts, arrays = as_arrays(model.heads)
    facts |= {"features": list(FEATURES), "hops": model.hops, "figures": model.figures}
    facts["weights"] = {name: round(float(w), 6) for name, w in zip(FEATURES, model.weights, strict=True)}
    facts["intercept"] = round(model.intercept, 6)
    learned.save(folder, _KIND, facts, {name: array.astype(np.float32) for name, array in arrays.items()})


def open_model(folder: Path) -> KbModel:
    facts, arrays = learned.open_saved(folder, _KIND)
    try:
        if facts["features"] != list(FEATURES):
            raise ValueError("other features")
        weights = np.array([float(facts["weights"][name]) for name in FEATURES])
        heads = from_arrays(facts, {name: array.astype(np.float64) for name, array in arrays.items()})
        return KbModel(weights, float(facts["intercept"]), int(facts["hops"]), heads, dict(facts["figures"]))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise OtherwordsError(
            f"{folder} was made by another version ({error}); make one with otherwords train ask"
        ) from error
