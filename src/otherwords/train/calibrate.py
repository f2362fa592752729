"""Fitting the probabilities: logistic curves over what speaks for the best span, on examples that no reader saw."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from otherwords.evaluate.metrics import RIGHT_FROM_F1
from otherwords.evaluate.scorers import SCORERS
from otherwords.evaluate.spans import SpanExample
from otherwords.find import Finder
from otherwords.find.calibration import Calibration, Curve, Evidence, line_around
from otherwords.find.ways import is_phrase

Floats = NDArray[np.float64]

_FOR_THE_PLACE = 1
"""Features that the second curve is fitted on, the lead alone: too few spans are at a wrong place to learn more."""


@dataclass(frozen=True)
class Judged:
    """What speaks for the best span of an example."""

    kind: str
    """The folder of the source that the example is from: Bibles, subtitles, paragraphs …"""
    evidence: Evidence
    is_said: bool
    """Whether the document says the query at all."""
    is_right: bool
    """Whether the span is where it does: whether it overlaps the gold one well enough."""
    is_phrase: bool = False


def judged(finder: Finder, examples: Iterable[SpanExample]) -> list[Judged]:
    f1 = SCORERS["otherwords"].f1
    found: list[Judged] = []
    for example in examples:
        best = finder.find(example.query, example.document, always=True, explain=False).best
        if best is not None:
            gold = example.document[slice(*example.gold)] if example.gold else None
            line = line_around(example.document, best.span.start, best.span.end)
            evidence = Evidence(best.score, len(example.query), len(example.document), line)
            is_right = gold is not None and f1(best.span.text, gold) >= RIGHT_FROM_F1
            kind = example.id.partition("/")[0]
            found.append(Judged(kind, evidence, gold is not None, is_right, is_phrase(example.query)))
    return found


def calibration(found: list[Judged]) -> Calibration:
    """Every kind of text counts alike: how many files there are of each says nothing about what people will search."""
    said = np.array([one.is_said for one in found])
    if not said.any():  # a toy corpus keeps nothing aside
        return Calibration()
    right = np.array([one.is_right for one in found])
    features = np.array([one.evidence.features() for one in found])
    sizes = Counter(one.kind for one in found)
    counts = np.array([len(found) / len(sizes) / sizes[one.kind] for one in found])
    return Calibration(
        here=_curve(features, said, counts),
        place=_curve(features[said, :_FOR_THE_PLACE], right[said], counts[said]),
    )


def _curve(features: Floats, yes: NDArray[np.bool_], counts: Floats) -> Curve:
    *weights, intercept = logistic(features, yes.astype(np.float64), counts).round(4).tolist()
    names = (field.name for field in fields(Curve))
    return Curve(**dict(zip(names, weights, strict=False)) | {"intercept": intercept})


def calibration_error(p: Floats, right: NDArray[np.bool_], counts: Floats | None = None) -> float:
    """The mean gap between probability and share right in ten bins, weighed by their size."""
    shares = np.full(len(p), 1 / len(p)) if counts is None else counts / counts.sum()
    bins = np.minimum((p * 10).astype(int), 9)
    return round(float(sum(abs(((p - right) * shares)[bins == b].sum()) for b in set(bins.tolist()))), 4)


def logistic(x: Floats, y: Floats, counts: Floats | None = None) -> Floats:
    """A weight for each column, and the intercept. ``counts`` tell how often each row counts.

    By Newton's method, with a faint pull towards zero so that separable data has an answer too.
    """
    design = np.column_stack([x, np.ones(len(x))])
    often = np.ones(len(x)) if counts is None else counts
    weights = np.zeros(design.shape[1])
    pull = 1e-3 * np.eye(len(weights))
    for _ in range(100):
        p = 1 / (1 + np.exp(-np.clip(design @ weights, -30, 30)))
        gradient = design.T @ (often * (p - y)) + pull @ weights
        hessian = (design * (often * p * (1 - p))[:, None]).T @ design + pull
        step = np.linalg.solve(hessian, gradient)
        weights -= step
        if np.abs(step).max() < 1e-9:
            break
    return weights
