"""How much of a text its pairs make up."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from otherwords.compare.pair import Pair
from otherwords.compare.side import Side
from otherwords.compare.wording import Vocabulary

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_IN_FULL = 8
"""Words in a row that are the other's too: so many are copied, fewer count for less."""
_IN_OTHER_WORDS = 0.2
"""What a word of a pair counts that is not the other's: the thought is reused, the wording is not."""


def shares(side: Side, vocabulary: Vocabulary, pairs: Iterable[Pair]) -> tuple[float, float]:
    """The share of the text's words that is reused, and the share that stands in any pair."""
    reused = np.zeros(len(side.wording))
    found = np.zeros(len(side.wording), dtype=bool)
    for pair in pairs:
        part = side.wording.within(pair.a.start, pair.a.end)
        credit = _credit(side.wording.ids[part], vocabulary.wording(pair.b.text).ids)
        reused[part] = np.maximum(reused[part], credit)
        found[part] = True
    if not len(found):
        return 0.0, 0.0
    return float(reused.mean()), float(found.mean())


def _credit(mine: Ints, theirs: Ints) -> Floats:
    """What each of my words counts: the more, the longer the row of their words that it stands in."""
    credit = np.full(len(mine), _IN_OTHER_WORDS)
    others = theirs.tolist()
    triples = set(zip(others, others[1:], others[2:], strict=False))
    words = mine.tolist()
    begin = 0
    for place in range(len(words) - 1):
        if tuple(words[place : place + 3]) in triples:
            continue
        if place > begin:  # threes began at each word from ``begin`` on
            length = place - begin + 2
            row = slice(begin, begin + length)
            earned = _IN_OTHER_WORDS + (1 - _IN_OTHER_WORDS) * min(1.0, length / _IN_FULL)
            credit[row] = np.maximum(credit[row], earned)
        begin = place + 1
    return credit
