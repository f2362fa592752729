"""Which places of a text to read. *Cold*: by character n-grams and word vectors. *Warm*: by span vectors too."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from otherwords.encoder import Encoder
from otherwords.find.bags import BagScreen, WordVectors
from otherwords.find.ngrams import NgramScreen
from otherwords.find.places import Place, best_places
from otherwords.find.units import units
from otherwords.find.vectors import SpanVectors

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_BAG_SHARE = 0.5
"""Word vectors count half as much as n-grams, which are surer where they speak at all."""
_INSIDE_SHARE = 2.0
"""Of word vectors inside of units, which find a phrase where letters don't: chosen on phrases aligned by people."""
_RANK_OFFSET = 8


@dataclass(frozen=True)
class Language:
    """What is known of words and n-grams before any document is seen. A user's own model may know neither."""

    words: WordVectors | None = None
    ngrams: Floats | None = None

    @classmethod
    def of(cls, encoder: Encoder) -> "Language":
        path = encoder.weights.file("language.npz")
        if path is None:
            return cls()
        with np.load(path) as arrays:
            words = WordVectors(arrays["words"], arrays["scales"].astype(np.float32), encoder.tokenizer.ids)
            return cls(words, arrays["ngrams"].astype(np.float32))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place, and what speaks for it: scores that can be compared with those of other documents."""

    place: Place
    cold: float
    warm: float | None


class Screen:
    """A text, ready to be asked where it might say something."""

    def __init__(self, text: str, language: Language) -> None:
        self._starts, self._ends = units(text)
        self._ngrams = NgramScreen(text, self._starts, self._ends, language.ngrams)
        self._bags = BagScreen(text, self._starts, language.words) if language.words else None
        self._length = len(text)
        self.vectors: SpanVectors | None = None

    @property
    def size(self) -> int:
        """Bytes, about."""
        units = self._starts.nbytes + self._ends.nbytes + self._ngrams.size + (self._bags.size if self._bags else 0)
        return self._length + units + (self.vectors.size if self.vectors else 0)

    def best_in(self, query: str, bounds: Ints, inside: bool = False) -> list[tuple[float, int]]:
        """For each stretch between two bounds, the best unit's score, and where in the stretch its middle is."""
        scores, middles = self._cold(query, inside), (self._starts + self._ends) // 2
        firsts = np.searchsorted(self._starts, bounds)
        best = []
        for bound, first, last in zip(bounds, firsts, firsts[1:], strict=False):
            unit = int(first + np.argmax(scores[first:last])) if last > first else None
            best.append((0.0, 0) if unit is None else (float(scores[unit]), int(middles[unit] - bound)))
        return best

    def _cold(self, query: str, inside: bool) -> Floats:
        scores: Floats = self._ngrams.scores(query)
        if self._bags and inside:
            scores += np.float32(_INSIDE_SHARE) * self._bags.inside(query)
        elif self._bags:
            scores += np.float32(_BAG_SHARE) * self._bags.scores(query)
        return scores

    def places(
        self, query: str, query_vectors: Floats | None, count: int, width: int, inside: bool = False
    ) -> list[Candidate]:
        """The most promising ones. ``inside``: a few words of a unit are to say the query, and not all of it."""
        scores = self._cold(query, inside)
        if self.vectors is None or query_vectors is None or not len(scores):
            places = best_places(scores, self._starts, self._ends, count, width)
            return [Candidate(place, float(scores[place.unit]), None) for place in places]
        warm = self.vectors.scores(query_vectors, self._starts)
        places = best_places(_fused(scores, warm), self._starts, self._ends, count, width)
        return [Candidate(place, float(scores[place.unit]), float(warm[place.unit])) for place in places]


def _fused(one: Floats, other: Floats) -> Floats:
    """A score that is high where either ranks a unit high: the two measure in different coins."""
    return (1 / (_RANK_OFFSET + _ranks(one)) + 1 / (_RANK_OFFSET + _ranks(other))).astype(np.float32)


def _ranks(scores: Floats) -> Floats:
    ranks = np.empty(len(scores), dtype=np.float32)
    ranks[np.argsort(-scores, kind="stable")] = np.arange(len(scores), dtype=np.float32)
    return ranks
