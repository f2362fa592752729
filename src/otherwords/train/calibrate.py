"""Fitting the probabilities: logistic curves over what speaks for the best span, on examples that no reader saw."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.evaluate.metrics import RIGHT_FROM_F1
from otherwords.evaluate.scorers import SCORERS
from otherwords.evaluate.spans import SpanExample
from otherwords.find import Finder
from otherwords.find.calibration import Calibration, Curve, Evidence
from otherwords.find.ways import Way, is_phrase

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Fitted:
    """Which weights of the two curves are fitted; the others are none."""

    here: tuple[str, ...]
    place: tuple[str, ...]


OF_SENTENCES = Fitted(("lead", "asked", "searched", "line", "lead_by_line"), ("lead",))
"""Too few sentences are found at a wrong place to learn more of that."""
OF_PHRASES = Fitted(*[("lead", "searched", "stands_out")] * 2)


class _InItsWay(Finder):
    """What may be a phrase is read as one and not also as a sentence, for either way has curves of its own."""

    def ways_of(self, query: str) -> list[Way]:
        return super().ways_of(query)[-1:]


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


def judged(model: Path, examples: Iterable[SpanExample]) -> list[Judged]:
    finder, f1 = _InItsWay(model), SCORERS["otherwords"].f1
    found: list[Judged] = []
    for example in examples:
        for best in finder.weighed_in(example.query, [example.document]):
            gold = example.document[slice(*example.gold)] if example.gold else None
            is_right = gold is not None and f1(best.found.text, gold) >= RIGHT_FROM_F1
            kind = example.id.partition("/")[0]
            found.append(Judged(kind, best.evidence, gold is not None, is_right, is_phrase(example.query)))
    return found


def calibration(found: list[Judged], fitted: Fitted = OF_SENTENCES) -> Calibration:
    """Every kind of text counts alike: how many files there are of each says nothing about what people will search."""
    said = np.array([one.is_said for one in found])
    if not said.any():  # a toy corpus keeps nothing aside
        return Calibration()
    right = np.array([one.is_right for one in found])
    features = np.array([one.evidence.features() for one in found])
    names = [field.name for field in fields(Curve)]
    here, place = ([names.index(name) for name in chosen] for chosen in (fitted.here, fitted.place))
    sizes = Counter(one.kind for one in found)
    counts = np.array([len(found) / len(sizes) / sizes[one.kind] for one in found])
    return Calibration(
        here=_curve(fitted.here, features[:, here], said, counts),
        place=_curve(fitted.place, features[said][:, place], right[said], counts[said]),
    )


def _curve(names: Sequence[str], features: Floats, yes: NDArray[np.bool_], counts: Floats) -> Curve:
    weights = logistic(features, yes.astype(np.float64), counts).round(4).tolist()
    return Curve(**dict(zip((*names, "intercept"), weights, strict=True)))


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
