"""A text cut into units to be screened: its sentences, or pieces of those that never end."""

import numpy as np
from numpy.typing import NDArray

from otherwords.text import short_sentences

Ints = NDArray[np.int64]

_LONGEST = 400
"""Characters. Texts without punctuation have no sentences, and a place must stay a place."""


def units(text: str) -> tuple[Ints, Ints]:
    """The offsets at which the units start and end, in order."""
    offsets = np.array(list(short_sentences(text, _LONGEST)), dtype=np.int64).reshape(-1, 2)
    return offsets[:, 0].copy(), offsets[:, 1].copy()
