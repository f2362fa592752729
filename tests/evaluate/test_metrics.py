"""The figures over many answers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.evaluate.metrics import Calibration, SpanMetrics
from otherwords.evaluate.prediction import NOT_HERE, Prediction
from otherwords.evaluate.scorers import SCORERS
from otherwords.evaluate.spans import SpanExample

DOCUMENT = "One two three. Four, five six!"
HELD = SpanExample("held", "q", DOCUMENT, 0, 13)
"""One two three"""
ABSENT = SpanExample("absent", "q", DOCUMENT, None, None)


def figures(*answers: tuple[SpanExample, Prediction | None], scorer: str = "otherwords") -> dict[str, float]:
    metrics = SpanMetrics(SCORERS[scorer])
    for example, prediction in answers:
        metrics.add(example, prediction)
    return metrics.figures()


def test_exact_offsets_are_stricter_than_em():
    assert figures((HELD, Prediction(0, 14))) == {"em": 100, "f1": 100, "span_em": 0}
    assert figures((HELD, Prediction(0, 13))) == {"em": 100, "f1": 100, "span_em": 100}


def test_half_of_the_answers_right():
    assert figures((HELD, Prediction(0, 7)), (HELD, Prediction(15, 30))) == {"em": 0, "f1": 40, "span_em": 0}


def test_nulls():
    answers = [
        (ABSENT, NOT_HERE),
        (ABSENT, Prediction(0, 3)),
        (ABSENT, Prediction(0, 3)),
        (HELD, NOT_HERE),
        (HELD, NOT_HERE),
    ]
    report = figures(*answers)
    assert report["em"] == report["f1"] == report["span_em"] == 20
    assert report["null_precision"] == 33.33
    assert report["null_recall"] == 33.33


def test_no_null_said_is_no_precision():
    assert figures((ABSENT, Prediction(0, 3)))["null_precision"] == 0


def test_punctuation_is_not_a_way_to_say_not_here():
    assert figures((ABSENT, Prediction(13, 14)))["em"] == 0


@pytest.mark.parametrize("scorer", SCORERS)
def test_a_missing_prediction_counts_nothing(scorer: str):
    report = figures((HELD, Prediction(0, 13)), (HELD, None), (ABSENT, None), (ABSENT, None), scorer=scorer)
    assert report["em"] == report["f1"] == report["span_em"] == 25
    assert report["null_recall"] == 0


def test_a_missing_prediction_does_not_help_calibration():
    assert figures((HELD, Prediction(0, 13, 1.0)))["ece"] == 0
    assert figures((HELD, Prediction(0, 13, 1.0)), (HELD, None))["ece"] == 0.5


def test_calibration_counts_a_large_overlap_as_right():
    # Two of three words: right. One of three words against three others: wrong. Rightly "not here": right.
    answers = [(HELD, Prediction(0, 7, 0.9)), (HELD, Prediction(15, 30, 0.3)), (ABSENT, Prediction(None, None, 0.8))]
    assert figures(*answers)["ece"] == pytest.approx((0.1 + 0.3 + 0.2) / 3, abs=1e-4)


def test_no_calibration_without_a_probability_for_every_answer():
    assert "ece" not in figures((HELD, Prediction(0, 13, 0.9)), (HELD, Prediction(0, 13)))


def test_no_null_figures_without_nulls():
    assert not {"null_precision", "null_recall"} & figures((HELD, NOT_HERE)).keys()


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1))
def test_calibration_error_is_the_mean_gap_of_the_bins(answers: list[tuple[float, bool]]):
    calibration = Calibration()
    for confidence, right in answers:
        calibration.add(confidence, right)
    confidences, rights = (np.array(side, float) for side in zip(*answers, strict=True))
    bins = np.minimum((confidences * 10).astype(int), 9)
    expected = sum(
        (bins == bin_).mean() * abs(rights[bins == bin_].mean() - confidences[bins == bin_].mean())
        for bin_ in set(bins)
    )
    assert calibration.error == pytest.approx(expected)
    assert 0 <= calibration.error <= 1


@pytest.mark.parametrize("arguments", [(3, None), (5, 5), (-1, 2), (0, 1, 1.5), (0, 1, float("nan"))])
def test_a_prediction_that_means_nothing_is_refused(arguments: tuple[float, ...]):
    with pytest.raises(ValueError, match=r"a predict|a probability"):
        Prediction(*arguments)


def test_a_span_outside_the_document_is_refused():
    with pytest.raises(ValueError, match="outside the document"):
        figures((HELD, Prediction(0, 99)))
