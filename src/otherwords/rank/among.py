"""How a candidate stands among the others of its list."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


def nearness(sets: Sequence[Ints]) -> Floats:
    """The mean likeness of a set of numbers to the others: what two share, twice, over the size of both.

    Others of one size are counted together, and sizes are few: so the time grows with the list, not with its square.
    """
    sizes = np.array([len(one) for one in sets])
    (filled,) = np.nonzero(sizes)
    near = np.zeros(len(sets))
    if len(sets) < 2 or not filled.size:
        return near
    members, sizes = np.concatenate(sets), sizes[filled]
    size_of_each, starts = np.repeat(sizes, sizes), np.cumsum(sizes) - sizes
    for size in np.unique(sizes):
        sets_with = np.bincount(members[size_of_each == size], minlength=int(members.max()) + 1)
        shared = np.add.reduceat(sets_with[members], starts) - np.where(sizes == size, size, 0)
        near[filled] += 2 * shared / (sizes + size)
    return near / (len(sets) - 1)


def among_candidates(columns: Floats) -> Floats:
    """Each value less the mean of its column, in standard deviations; 0 where all are the same."""
    spread = columns.std(axis=0)
    centred: Floats = (columns - columns.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    return centred
