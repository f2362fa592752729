"""The figures of Table 3, on wordings whose figures are plain to see."""

import pytest

from otherwords.ask.wording import Wording
from otherwords.ask.wordings.statistics import statistics


def test_a_row_a_source_and_one_for_all():
    found = [
        ("who made the old film", [Wording("who made the old film", "rules", 1.0), Wording("a b c", "pivots", 1.0)]),
        ("why", []),
        ("who is she", []),
        ("who made the old film", [Wording("who made the new film", "rules", 1.0)]),
    ]
    number, rows = statistics(found)
    assert number == 4
    assert [row.source for row in rows] == ["rules", "pivots", "all"]
    rules, pivots, everything = rows
    assert (rules.number, rules.coverage, rules.length) == (0.5, 50.0, 5.0)
    assert rules.ter == pytest.approx(100 * 1 / 10)
    assert 50 < rules.bleu < 100
    assert (pivots.number, pivots.coverage, pivots.length, pivots.ter) == (0.25, 25.0, 3.0, 100.0)
    assert (everything.number, everything.coverage) == (0.75, 50.0)
    assert everything.length == pytest.approx(13 / 3)


def test_the_same_words_are_wholly_alike():
    _, rows = statistics([("Who made this film?", [Wording("who made this film?", "rules", 0.0)])])
    assert [(row.bleu, row.ter) for row in rows] == [(pytest.approx(100.0), 0.0)] * 2


def test_no_wordings():
    assert statistics([("why", [])]) == (1, [])
    assert statistics([]) == (0, [])
