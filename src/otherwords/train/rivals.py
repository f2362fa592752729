"""Places that share words with a query and do not say it. In a long document they are what misleads a reader."""

import numpy as np
from numpy.typing import NDArray

from otherwords.train.corpus import Corpus, Source
from otherwords.train.neighbours import Ints, Neighbours, kin

_AROUND = 8
"""Segments read on either side of the one that shares words."""
_TOO_ALIKE = 0.5
"""Of the tokens of both: two texts that share more may well say the same."""


class Rivals:
    """The rivals in one source."""

    def __init__(self, corpus: Corpus, source: Source) -> None:
        self._corpus, self._source = corpus, source
        self._families = kin(source)
        self._neighbours = [Neighbours(corpus, source.segments[:, side]) for side in (0, 1)]
        lengths = np.diff(source.starts)
        offsets = np.arange(len(source.segments)) - np.repeat(source.starts[:-1], lengths)
        # Documents of one length are often versions of one document, where the same place says the same.
        self._places = np.repeat(lengths, lengths) << 32 | offsets if source.ordered else np.arange(len(offsets))

    def alike(self, text: NDArray[np.uint16], side: int, chosen: Ints, random: np.random.Generator) -> Ints:
        """Segments that share a word with a text, but say something else than the chosen ones."""
        return self._other(self._neighbours[side].of(text, random), chosen)

    def around(self, text: NDArray[np.uint16], side: int, chosen: Ints, random: np.random.Generator) -> Ints:
        """Such a segment and what stands around it, or nothing."""
        alike = self.alike(text, side, chosen, random)
        if not len(alike):
            return alike
        centre = int(random.choice(alike))
        told = [set(self._corpus.text(i).tolist()) for i in self._source.segments[[centre, chosen[0]], side]]
        if len(told[0] & told[1]) > _TOO_ALIKE * len(told[0] | told[1]):
            return alike[:0]
        if self._source.ordered:
            document = int(np.searchsorted(self._source.starts, centre, side="right"))
            first, end = self._source.starts[document - 1], self._source.starts[document]
            around = np.arange(max(first, centre - _AROUND), min(end, centre + _AROUND + 1))
        else:
            around = random.integers(len(self._source.segments), size=2 * _AROUND)
            around[random.permutation(len(around))[: len(alike)]] = alike[: len(around)]
        return self._other(around, chosen)

    def _other(self, segments: Ints, chosen: Ints) -> Ints:
        same = np.isin(self._families[segments], self._families[chosen])
        return segments[~same & ~np.isin(self._places[segments], self._places[chosen])]
