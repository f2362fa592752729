import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from otherwords.mine.score import MILLIONTHS, score


def of(shared: int, left: int, right: int) -> float:
    return float(score(*(MILLIONTHS * np.array(number) for number in (shared, left, right))))


@given(st.integers(1, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_score_is_a_share(shared: int, more_left: int, more_right: int):
    left, right = shared + more_left, shared + more_right
    assert 0 < of(shared, left, right) < 1
    assert of(shared, left, right) == of(shared, right, left)
    assert of(shared, left + 1, right) < of(shared, left, right)


def test_much_that_is_shared_counts_less_than_all_that_is():
    """A comma and *and* share thousands of places out of a hundred thousand, two names of a thing twelve out of 14."""
    assert of(2000, 100_000, 90_000) < of(12, 14, 15)


def test_little_evidence_scores_low():
    assert of(1, 1, 1) < of(5, 6, 6) < of(50, 60, 60)


def test_anchors_that_fit_millions_of_candidates_weigh_nothing():
    assert of(0, 0, 0) == 0
