"""Which units share rare character n-grams with the query: the cheapest sign that two texts speak of the same thing.

Every position's 3-, 4- and 5-gram is hashed into a bucket with a few array operations, a block of text at a time. A
bucket's weight is its rarity in the text itself; a unit's score is the cosine of its weights and the query's.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Buckets = NDArray[np.uint32]

_SIZES = (3, 4, 5)
_BUCKET_BITS = 18
_FACTOR = np.uint32(2654435761)
_BLOCK = 1 << 19
"""Characters hashed at a time: all that a long text needs in memory beside itself."""
_BACKGROUND_SIZE = 200_000
"""Characters of language at large that stand beside a text when rarity is counted: a page alone says little of it."""


class NgramScreen:
    """The units ``text[starts[i]:ends[i]]``, in order and apart."""

    def __init__(self, text: str, starts: Ints, ends: Ints, background: Floats | None = None) -> None:
        self._text, self._starts, self._ends = text, starts, ends
        self._background = background
        # Touched only where an n-gram falls: a page must not pay for the whole table.
        self._counts = np.zeros(1 << _BUCKET_BITS, dtype=np.float32)
        self._total = 0
        for _, _, buckets in self._blocks():
            np.add.at(self._counts, buckets.ravel(), np.float32(1))
            self._total += buckets.shape[1]
        self._norms: Floats = np.sqrt(
            np.maximum(self._sums(lambda buckets: self._rarity(buckets) ** 2), np.float32(1e-6))
        )

    @property
    def size(self) -> int:
        """Bytes, the text's own aside."""
        return self._counts.nbytes + self._norms.nbytes

    def scores(self, query: str) -> Floats:
        buckets, times = np.unique(_buckets(f" {query} "), return_counts=True)
        rarity = self._rarity(buckets)
        vector = np.minimum(times, 2).astype(np.float32) * rarity
        weights = np.zeros(1 << _BUCKET_BITS, dtype=np.float32)
        weights[buckets] = vector * rarity
        norm = np.float32(max(1e-6, float(np.linalg.norm(vector))))
        scores: Floats = (self._sums(lambda found: weights[found]) / (self._norms * norm)).astype(np.float32)
        return scores

    def _rarity(self, buckets: Buckets) -> Floats:
        counts = 1 + self._counts[buckets]
        total = self._total
        if self._background is not None:
            counts += self._background[buckets] * np.float32(_BACKGROUND_SIZE)
            total += _BACKGROUND_SIZE
        rarity: Floats = np.log1p(np.float32(total) / counts)
        return rarity

    def _sums(self, weigh: Callable[[Buckets], Floats]) -> Floats:
        """For every unit, the sum of the weights of its n-grams."""
        sums = np.zeros(len(self._starts), dtype=np.float32)
        for first, last, buckets in self._blocks():
            at = np.empty(2 * (last - first), dtype=np.int64)
            at[0::2], at[1::2] = self._starts[first:last], self._ends[first:last]
            total = np.append(weigh(buckets).sum(axis=0), np.float32(0))
            sums[first:last] = np.add.reduceat(total, at - self._starts[first])[0::2]
        return sums

    def _blocks(self) -> Iterator[tuple[int, int, Buckets]]:
        """Runs of units, with the buckets of the text that they stand in."""
        first = 0
        while first < len(self._starts):
            last = max(first + 1, int(np.searchsorted(self._ends, self._starts[first] + _BLOCK)))
            begin = self._starts[first]
            end = self._starts[last] if last < len(self._starts) else self._ends[last - 1]
            # With what the last n-grams reach into, so that nothing depends on where a block ends.
            yield first, last, _buckets(self._text[begin : end + max(_SIZES)])[:, : end - begin]
            first = last


def letters_alike(one: str, other: str) -> float:
    """The cosine of the n-grams of two texts, whatever their script: 1 where all are the same, 0 where none is."""
    (ours, often), (theirs, as_often) = (np.unique(_buckets(f" {text} "), return_counts=True) for text in (one, other))
    _, here, there = np.intersect1d(ours, theirs, assume_unique=True, return_indices=True)
    length = float(np.linalg.norm(often) * np.linalg.norm(as_often))
    return float(often[here] @ as_often[there]) / length if length else 0.0


def background(texts: Iterable[str]) -> Floats:
    """[buckets]: how often each n-gram occurs in language at large, as a share of the characters."""
    counts = np.zeros(1 << _BUCKET_BITS, dtype=np.int64)
    for text in texts:
        counts += np.bincount(_buckets(text).ravel(), minlength=len(counts))
    shares: Floats = (counts * len(_SIZES) / max(1, counts.sum())).astype(np.float32)
    return shares


def _buckets(text: str) -> Buckets:
    """[sizes, characters]: the bucket of the n-gram that starts at each character."""
    codes = np.frombuffer((text + " " * max(_SIZES)).encode("utf-32-le"), dtype=np.uint32)
    table = _folding()
    codes = np.where(codes < len(table), table[np.minimum(codes, len(table) - 1)], codes)
    rows = np.empty((len(_SIZES), len(text)), dtype=np.uint32)
    hashed = np.zeros(len(text), dtype=np.uint32)
    for place in range(max(_SIZES)):
        hashed = (hashed + codes[place : place + len(text)]) * _FACTOR
        if place + 1 in _SIZES:
            rows[_SIZES.index(place + 1)] = hashed >> np.uint32(32 - _BUCKET_BITS)
    return rows


@cache
def _folding() -> NDArray[np.uint32]:
    """Letters in lower case and everything else a space, one code point for one, so that offsets stay."""
    folded = [chr(i).lower() if chr(i).isalnum() else " " for i in range(0x2000)]
    return np.array([ord(letter) if len(letter) == 1 else i for i, letter in enumerate(folded)], dtype=np.uint32)
