"""The nearest sentences, against brute force, whatever the tiles."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.compare import candidates
from otherwords.compare.candidates import around, near


def by_brute_force(a: np.ndarray, b: np.ndarray, floor: float) -> set[tuple[int, int]]:
    cosines = a @ b.T
    kept = set()
    for i, j in np.ndindex(*cosines.shape):
        if cosines[i, j] >= floor and a[i].any() and b[j].any():
            nearer_to_i = sum((-cosines[i, k], k) < (-cosines[i, j], j) for k in range(len(b)) if b[k].any())
            nearer_to_j = sum((-cosines[k, j], k) < (-cosines[i, j], i) for k in range(len(a)) if a[k].any())
            if min(nearer_to_i, nearer_to_j) < 3:
                kept.add((i, j))
    return kept


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 999), st.sampled_from([1, 2, 3, 7, 1024]))
def test_the_nearest(rows: int, columns: int, seed: int, at_once: int):
    draw = np.random.default_rng(seed)
    # Whole numbers: sums of their products are exact, and ties are common.
    a, b = (draw.integers(-2, 3, (count, 4)).astype(np.float32) for count in (rows, columns))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(candidates, "_ROWS", at_once)
        found = near(a, b, 1.0)
    assert len(found) == len(set(found))
    assert set(found) == by_brute_force(a, b, 1.0)


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_runs_around_two_sentences(a_size: int, b_size: int, data: st.DataObject):
    i, j = data.draw(st.integers(0, a_size - 1)), data.draw(st.integers(0, b_size - 1))
    found = list(around(i, j, a_size, b_size))
    expected = {
        ((first, last), (begin, end))
        for first in range(a_size)
        for last in range(first + 1, a_size + 1)
        for begin in range(b_size)
        for end in range(begin + 1, b_size + 1)
        if first <= i < last and begin <= j < end
        if (last - first, end - begin) in {(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (2, 2)}
    }
    assert len(found) == len(set(found))
    assert set(found) == expected
