import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.rank.among import nearness


def _pairwise(sets: list[set[int]]) -> list[float]:
    def alike(one: set[int], other: set[int]) -> float:
        return 2 * len(one & other) / (len(one) + len(other)) if one or other else 0.0

    others = max(1, len(sets) - 1)
    return [sum(alike(one, other) for j, other in enumerate(sets) if j != i) / others for i, one in enumerate(sets)]


@given(st.lists(st.sets(st.integers(0, 12), max_size=8), max_size=9))
def test_it_is_the_mean_over_all_others(sets: list[set[int]]):
    near = nearness([np.array(list(one), dtype=np.int32) for one in sets])
    assert near.tolist() == pytest.approx(_pairwise(sets))


def test_a_long_list_is_not_compared_pair_by_pair():
    """Two hundred thousand sets are forty thousand million pairs, which would take hours."""
    sets = [np.array([i % 7, 7 + i % 3], dtype=np.int32) for i in range(200_000)]
    near = nearness(sets)
    assert near.shape == (200_000,)
    assert near[:21].tolist() == pytest.approx(near[21:42].tolist())
