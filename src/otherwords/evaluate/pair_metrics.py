"""The figures of ``eval pairs``."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from otherwords.evaluate.list_metrics import Decisions

Floats = NDArray[np.float64]


def are_graded(labels: Sequence[float]) -> bool:
    """Whether the labels are a scale, and not yes and no."""
    return not {0.0, 1.0}.issuperset(labels)


def best_threshold(labels: Sequence[float], scores: Sequence[float]) -> float:
    """From which score on to say yes, so that most labels are met; of equally good ones the highest.

    It lies half-way between two scores, so that it is no score of the examples it was chosen on.
    """
    known = [(score, label) for score, label in zip(scores, labels, strict=True) if not math.isnan(score)]
    values = np.array(sorted({score for score, _ in known}, reverse=True))
    if not len(values):
        return 0.5
    said = np.array([score for score, _ in known])
    right = np.array([label > 0 for _, label in known])
    order = np.argsort(-said, kind="stable")
    gains = np.concatenate([[0], np.cumsum(np.where(right[order], 1, -1))])  # of saying yes to the first k
    ends = np.concatenate([[0], np.searchsorted(-said[order], -values, side="right")])  # equals go together
    best = int(np.argmax(gains[ends]))
    if best == 0:
        return float(np.nextafter(values[0], np.inf))
    return float((values[best - 1] + values[best]) / 2) if best < len(values) else float(values[-1])


def pair_figures(labels: Sequence[float], scores: Sequence[float], said: Sequence[bool]) -> dict[str, float]:
    """Accuracy, f1 and average precision where labels are yes and no; Spearman's correlation always.

    A score that is not a number comes after all others.
    """
    known = np.asarray(scores, dtype=np.float64)
    lowest = np.nanmin(known) if not np.isnan(known).all() else 0.0
    filled = np.where(np.isnan(known), np.nextafter(lowest, -np.inf), known)
    figures: dict[str, float] = {}
    if not are_graded(labels):
        from sklearn.metrics import average_precision_score

        decisions = Decisions()
        for one, label in zip(said, labels, strict=True):
            decisions.add(one, label > 0)
        counted = decisions.figures()
        figures = {"accuracy": counted["accuracy"], "f1": counted["f1"], "ap": 0.0}
        if any(labels):
            figures["ap"] = float(average_precision_score([label > 0 for label in labels], filled))
    figures["spearman"] = _spearman(np.asarray(labels, dtype=np.float64), filled)
    return {name: round(value, 6) for name, value in figures.items()}


def _spearman(labels: Floats, scores: Floats) -> float:
    """0 where all labels or all scores are the same: then nothing goes with anything."""
    from scipy.stats import spearmanr

    if len(set(labels)) < 2 or len(set(scores)) < 2:
        return 0.0
    return float(spearmanr(labels, scores).statistic)
