"""What one passage is to the other, by the words that they share and by how long they are."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from otherwords.compare.evidence import rows
from otherwords.compare.pair import Kind

Ints = NDArray[np.int64]

_COPIED = 0.9
"""Of the words of both, so many stand in the other in a row."""
_NEAR = 0.65
"""Of the words of both, so many are the other's too, wherever they stand; or of fewer of them many in one row."""
_NEAR_WITH_A_ROW = 0.33
_ROW = 8
_SHORTER = 0.6
"""A passage with fewer words than this share of the other's is a summary of it."""


def kind_of(first: Ints, second: Ints) -> Kind:
    """The words of both passages, as numbers."""
    total = len(first) + len(second)
    lengths = [length for side in rows(first, second) for length in side]
    if np.array_equal(first, second) or sum(lengths) >= _COPIED * total:
        return Kind.COPIED
    shared = (Counter(first.tolist()) & Counter(second.tolist())).total()
    if 2 * shared >= _NEAR * total or (max(lengths, default=0) >= _ROW and sum(lengths) >= _NEAR_WITH_A_ROW * total):
        return Kind.NEAR_COPY
    if len(first) < _SHORTER * len(second):
        return Kind.SUMMARISED
    if len(second) < _SHORTER * len(first):
        return Kind.EXPANDED
    return Kind.REWORDED
