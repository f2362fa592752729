"""A text cut into units to be screened: its sentences, or pieces of those that never end."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from otherwords.text import sentences

Ints = NDArray[np.int64]

_LONGEST = 400
"""Characters. Texts without punctuation have no sentences, and a place must stay a place."""


def units(text: str) -> tuple[Ints, Ints]:
    """The offsets at which the units start and end, in order."""
    offsets = np.array([pair for start, end in sentences(text) for pair in _pieces(text, start, end)], dtype=np.int64)
    offsets = offsets.reshape(-1, 2)
    return offsets[:, 0].copy(), offsets[:, 1].copy()


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > _LONGEST:
        space = text.rfind(" ", start + _LONGEST // 2, start + _LONGEST)
        stop = space if space > 0 else start + _LONGEST
        yield start, stop
        start = stop
    yield start, end
