"""Bounds are bounds, and choosing lazily chooses the same."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.compare.candidates import around, candidates
from otherwords.compare.evidence import Evidence, Half
from otherwords.compare.glimpse import Glimpses
from otherwords.compare.judge import CURVES, Judge, Runs
from otherwords.compare.meaning import Meanings, Model
from otherwords.compare.passages import Passages
from otherwords.compare.side import Side
from otherwords.compare.wording import Vocabulary
from otherwords.text import Document

OURS = (
    "The ferry hit the quay shortly before noon on Friday.",
    "Nobody was hurt in the accident.",
    "The baker opens his shop at five in the morning, long before the first bus has left.",
    "Taxes on diesel will rise by four per cent next year, the minister said.",
)
THEIRS = (
    "A ferry ran into the quay on Friday.",
    "No one was injured in the crash, which happened before noon.",
    "Long before the first bus drives off the bakery is open.",
    "Next year diesel will be taxed more.",
    "The minister spoke of taxes for four hours.",
)


@pytest.fixture(scope="module")
def meanings() -> Meanings:
    return Meanings(None, None)


def judge_of(meanings: Meanings, a: str, b: str) -> Judge:
    vocabulary = Vocabulary()
    glimpses = Glimpses(vocabulary)
    halves = []
    for text in (a, b):
        side = Side.of(Document(text), vocabulary)
        kept = meanings.of(side.document, Model.PAIRS)
        halves.append(Half(side, glimpses.of(side), kept, np.ones(len(side), dtype=bool)))
    evidence = Evidence(*halves, vocabulary)
    return Judge(evidence, CURVES[Model.PAIRS], meanings.readings_of(Document(b)))


def every(judge: Judge) -> list[Runs]:
    places = product(range(len(judge.evidence.a)), range(len(judge.evidence.b)))
    sizes = len(judge.evidence.a), len(judge.evidence.b)
    return list(dict.fromkeys(runs for i, j in places for runs in around(i, j, *sizes)))


def test_no_verdict_is_higher_than_was_thought_possible(meanings: Meanings):
    judge = judge_of(meanings, " ".join(OURS), " ".join(THEIRS))
    for runs in every(judge)[::3]:
        judge.glance(runs)
        most = judge.most(runs)
        assert most <= judge.most_after(judge.glance(runs)) + 1e-9
        (rough,) = judge.verdicts([runs], math.inf)
        (verdict,) = judge.verdicts([runs], -math.inf)
        assert verdict <= rough + 1e-9 <= most + 2e-9
        assert judge.is_settled(runs)
        assert judge.most(runs) == verdict


def test_what_is_enough_is_exact(meanings: Meanings):
    exact, lazy = (judge_of(meanings, " ".join(OURS[:2]), " ".join(THEIRS[:3])) for _ in range(2))
    runs = every(exact)
    for known, told in zip(exact.verdicts(runs, -math.inf), lazy.verdicts(runs, 0.0), strict=True):
        assert told == known if known >= 0 else told >= known
        assert (told >= 0) == (known >= 0)


texts = st.lists(st.sampled_from([*OURS, *THEIRS]), min_size=1, max_size=5).map(" ".join)


@given(texts, texts, st.sampled_from([0.0, -1.5, 1.5]))
@settings(max_examples=15)
def test_reading_what_is_needed_chooses_what_reading_all_does(meanings: Meanings, a: str, b: str, least: float):
    lazy, eager = judge_of(meanings, a, b), judge_of(meanings, a, b)
    found = candidates(eager, least)
    eager.verdicts(found, -math.inf)
    assert Passages(lazy, least).choose([], candidates(lazy, least)) == Passages(eager, least).choose([], found)
