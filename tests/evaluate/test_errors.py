"""The kinds of mistakes."""

from collections import Counter

import pytest

from otherwords.evaluate.analysis import WORST_CASES, Analysis, start_analysis
from otherwords.evaluate.errors import Mistake, known_negatives, mistake_of
from otherwords.evaluate.metrics import SpanMetrics
from otherwords.evaluate.outcome import Outcome
from otherwords.evaluate.prediction import NOT_HERE, Prediction
from otherwords.evaluate.scorers import SCORERS
from otherwords.evaluate.spans import SpanExample

OURS = SCORERS["otherwords"]
DOCUMENT = "Rain fell. The minister resigned on Monday. The mayor stayed in office. Bread got dearer."
GOLD = (11, 43)
"""The minister resigned on Monday."""
MAYOR = (44, 71)
HELD = SpanExample("held-1", "q", DOCUMENT, *GOLD, {"negatives": [list(MAYOR)]})
ABSENT = SpanExample("absent-1", "q", DOCUMENT, None, None, {"negatives": [list(MAYOR)]})

TABLE = [
    (HELD, Prediction(*GOLD), None),
    (HELD, Prediction(11, 42), None),  # without its full stop: the tokens are the same
    (ABSENT, NOT_HERE, None),
    (HELD, NOT_HERE, Mistake.NULL),
    (HELD, Prediction(11, 32), Mistake.INSIDE),
    (HELD, Prediction(15, 42), Mistake.INSIDE),
    (HELD, Prediction(0, 43), Mistake.AROUND),
    (HELD, Prediction(11, 71), Mistake.AROUND),
    (HELD, Prediction(0, 23), Mistake.OVERLAP),
    (HELD, Prediction(24, 71), Mistake.OVERLAP),  # most of it is the mayor's, but some is right
    (HELD, Prediction(*MAYOR), Mistake.NON_PARAPHRASE),
    (HELD, Prediction(44, 60), Mistake.NON_PARAPHRASE),
    (HELD, Prediction(44, 49), Mistake.ELSEWHERE),  # too little of the mayor's to be that passage
    (HELD, Prediction(72, 89), Mistake.ELSEWHERE),
    (ABSENT, Prediction(*MAYOR), Mistake.NON_PARAPHRASE),
    (ABSENT, Prediction(72, 89), Mistake.NOTHING_THERE),
]


@pytest.mark.parametrize(("example", "prediction", "expected"), TABLE)
def test_every_answer_has_its_kind(example: SpanExample, prediction: Prediction, expected: Mistake | None):
    assert mistake_of(Outcome.of(example, prediction, OURS)) is expected


def analysed(*answers: tuple[SpanExample, Prediction]) -> Analysis:
    analysis = start_analysis(OURS, "en")
    for example, prediction in answers:
        analysis.add(example, prediction)
    return analysis


def test_the_counts_of_a_whole_table():
    analysis = analysed(*((example, prediction) for example, prediction, _ in TABLE))
    assert analysis.n == len(TABLE)
    assert analysis.mistakes == Counter(expected for *_, expected in TABLE if expected)
    assert analysis.mistakes == {
        Mistake.NULL: 1,
        Mistake.INSIDE: 2,
        Mistake.AROUND: 2,
        Mistake.OVERLAP: 2,
        Mistake.NON_PARAPHRASE: 3,
        Mistake.ELSEWHERE: 2,
        Mistake.NOTHING_THERE: 1,
    }


def test_mistakes_and_em_are_two_sides_of_one_count():
    metrics = SpanMetrics(OURS)
    for example, prediction, _ in TABLE:
        metrics.add(example, prediction)
    analysis = analysed(*((example, prediction) for example, prediction, _ in TABLE))
    assert metrics.figures()["em"] == round(100 * (1 - analysis.mistakes.total() / analysis.n), 2)


@pytest.mark.parametrize(
    "negatives", [None, "none", 3, {"a": 1}, ["x"], [[1]], [[5, 5]], [[-1, 4]], [[1.5, 4]], [[0, 999]], [[1, 2, 3]]]
)
def test_what_is_no_span_is_passed_over(negatives: object):
    assert known_negatives(SpanExample("1", "q", DOCUMENT, None, None, {"negatives": negatives})) == []


def test_one_bad_negative_does_not_hide_the_others():
    assert known_negatives(SpanExample("1", "q", DOCUMENT, None, None, {"negatives": ["x", [0, 4]]})) == [(0, 4)]


def test_the_surest_mistakes_come_first_and_wrong_places_before_wrong_edges():
    answers = [
        (HELD, Prediction(*GOLD, 0.999)),
        (HELD, Prediction(11, 37, 0.99)),
        (HELD, Prediction(72, 89, 0.2)),
        (HELD, Prediction(72, 89, 0.9)),
        (ABSENT, Prediction(72, 89, 0.5)),
    ]
    assert [case.outcome.prediction.probability for case in analysed(*answers).worst] == [0.9, 0.5, 0.2, 0.99]


def test_only_so_many_mistakes_are_kept_and_they_are_the_worst():
    answers = [(HELD, Prediction(72, 89, number / 100)) for number in range(100)]
    kept = [case.outcome.prediction.probability for case in analysed(*answers).worst]
    assert kept == [number / 100 for number in range(99, 99 - WORST_CASES, -1)]
