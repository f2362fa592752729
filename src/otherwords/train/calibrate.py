"""Fitting the probability: a logistic curve over the lead of the best span, on examples that the reader never saw."""

from collections.abc import Iterable
from dataclasses import asdict

import numpy as np
from numpy.typing import NDArray

from otherwords.evaluate.metrics import RIGHT_FROM_F1
from otherwords.evaluate.scorers import SCORERS
from otherwords.evaluate.spans import SpanExample
from otherwords.find import Finder
from otherwords.find.calibration import Calibration

Floats = NDArray[np.float64]


Judged = list[tuple[float, bool]]
"""The lead of each best span, and whether the span is right: whether it overlaps the gold one well enough."""


def judged(finder: Finder, examples: Iterable[SpanExample]) -> Judged:
    f1 = SCORERS["otherwords"].f1
    found: Judged = []
    for example in examples:
        best = finder.find(example.query, example.document, always=True, explain=False).best
        if best is not None:
            gold = example.document[slice(*example.gold)] if example.gold else None
            found.append((best.score, gold is not None and f1(best.span.text, gold) >= RIGHT_FROM_F1))
    return found


def calibration(found: Judged) -> dict[str, float]:
    """The curve's slope and intercept."""
    if not found:  # a toy corpus keeps nothing aside
        return asdict(Calibration())
    leads, right = np.array(found, dtype=np.float64).T
    slope, intercept = logistic(leads, right)
    return {"slope": round(slope, 4), "intercept": round(intercept, 4)}


def logistic(x: Floats, y: Floats) -> tuple[float, float]:
    """Newton's method, with a faint pull towards zero so that separable data has an answer too."""
    weights = np.zeros(2)
    design = np.stack([x, np.ones_like(x)], axis=1)
    pull = np.diag([1e-3, 1e-3])
    for _ in range(100):
        p = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        gradient = design.T @ (p - y) + pull @ weights
        hessian = (design * (p * (1 - p))[:, None]).T @ design + pull
        step = np.linalg.solve(hessian, gradient)
        weights -= step
        if np.abs(step).max() < 1e-9:
            break
    return float(weights[0]), float(weights[1])
