"""How closely two wordings belong together: association, not frequency.

The count alone puts words first that stand everywhere: a comma and *and* share thousands of anchors by accident. What
tells is the share: of the places where one wording stands, in how many does the other stand too? So the score is the
cosine of the two wordings' anchors, 0 where they share none and 1 where they share all. An anchor that fits many
wordings says little of any two of them, so it weighs less, by the number of others that each shares it with. And a few
shared places, even of few, are weak evidence, so that a score that rests on little is drawn towards 0.

All that is summed is a whole number, so that no order of summing and no engine changes a digit of the result.
"""

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

MILLIONTHS = 1_000_000
_DOUBT = 2 * MILLIONTHS
"""At this weight of what is shared, which is that of two anchors that fit nothing else, a score is half its cosine."""


def score(shared: Numbers, left: Numbers, right: Numbers) -> NDArray[np.float64]:
    """From 0 to 1, given the weights of the anchors that are shared, and of all that each side has.

    Only anchors with at least two candidates have a weight, and only candidates with at least ``least`` anchors are
    candidates: what is left when nothing more can be dropped.
    """
    cosine = shared / np.sqrt(np.maximum(1.0, left.astype(np.float64) * right.astype(np.float64)))
    return np.asarray(cosine * (shared / (shared + _DOUBT)))
