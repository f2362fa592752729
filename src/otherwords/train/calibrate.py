"""Fitting the probability: a logistic curve over what speaks for the best span, on examples that no reader ever saw."""

from collections.abc import Iterable
from dataclasses import asdict

import numpy as np
from numpy.typing import NDArray

from otherwords.evaluate.metrics import RIGHT_FROM_F1
from otherwords.evaluate.scorers import SCORERS
from otherwords.evaluate.spans import SpanExample
from otherwords.find import Finder
from otherwords.find.calibration import Calibration, Evidence

Floats = NDArray[np.float64]


Judged = list[tuple[Evidence, bool]]
"""What speaks for each best span, and whether it is right: whether it overlaps the gold one well enough."""


def judged(finder: Finder, examples: Iterable[SpanExample]) -> Judged:
    f1 = SCORERS["otherwords"].f1
    found: Judged = []
    for example in examples:
        best = finder.find(example.query, example.document, always=True, explain=False).best
        if best is not None:
            gold = example.document[slice(*example.gold)] if example.gold else None
            evidence = Evidence(best.score, len(example.query), len(example.document))
            found.append((evidence, gold is not None and f1(best.span.text, gold) >= RIGHT_FROM_F1))
    return found


def calibration(found: Judged) -> dict[str, float]:
    """The curve's numbers."""
    if not found:  # a toy corpus keeps nothing aside
        return asdict(Calibration())
    features = np.array([evidence.features() for evidence, _ in found])
    right = np.array([right for _, right in found], dtype=np.float64)
    slope, asked, searched, intercept = (round(float(weight), 4) for weight in logistic(features, right))
    return {"slope": slope, "intercept": intercept, "asked": asked, "searched": searched}


def logistic(x: Floats, y: Floats) -> Floats:
    """A weight for each column, and the intercept.

    By Newton's method, with a faint pull towards zero so that separable data has an answer too.
    """
    design = np.column_stack([x, np.ones(len(x))])
    weights = np.zeros(design.shape[1])
    pull = 1e-3 * np.eye(len(weights))
    for _ in range(100):
        p = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        gradient = design.T @ (p - y) + pull @ weights
        hessian = (design * (p * (1 - p))[:, None]).T @ design + pull
        step = np.linalg.solve(hessian, gradient)
        weights -= step
        if np.abs(step).max() < 1e-9:
            break
    return weights
