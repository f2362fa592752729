"""Which units are about the same things as the query: sums of static word vectors, at the price of a table lookup."""

from array import array
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from otherwords.text import words

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_BLOCK = 50_000
"""Words whose vectors are summed at a time."""
_MORE = 2
"""Words by which another wording of a phrase may be the longer one."""


class WordVectors:
    """A vector for every token of the vocabulary; a word's is the sum of its tokens'."""

    def __init__(
        self, table: NDArray[np.int8], scales: Floats, tokenize: Callable[[list[str]], list[list[int]]]
    ) -> None:
        self._table, self._scales, self._tokenize = table, scales, tokenize

    def of(self, words: Sequence[str]) -> Floats:
        """[words, dimensions]"""
        ids = self._tokenize(list(words))
        lengths = np.array([len(row) for row in ids])
        vectors = np.zeros((len(ids), self._table.shape[1]), dtype=np.float32)
        flat = np.array([i for row in ids for i in row], dtype=np.int64)
        if len(flat):
            rows = self._table[flat].astype(np.float32) * self._scales[flat, None]
            full = lengths > 0
            vectors[full] = np.add.reduceat(rows, np.cumsum(lengths[full]) - lengths[full])
        return vectors


class BagScreen:
    """The units that begin at ``starts``, each as the direction of the sum of its words, or of some of them."""

    def __init__(self, text: str, starts: Ints, vectors: WordVectors) -> None:
        self._vectors = vectors
        known: dict[str, int] = {}
        places, indices = array("q"), array("q")  # a book has millions of words, and a Python integer takes 28 bytes
        for start, end in words(text):
            indices.append(known.setdefault(text[start:end].lower(), len(known)))
            places.append(start)
        self._table = table = vectors.of(list(known))
        self._owners = owners = (
            np.searchsorted(starts, np.frombuffer(places, dtype=np.int64), side="right").astype(np.int32) - 1
        )
        self._rows = rows = np.frombuffer(indices, dtype=np.int64).astype(np.int32)
        sums = np.zeros((len(starts), table.shape[1]), dtype=np.float32)
        for i in range(0, len(rows), _BLOCK):
            block = table[rows[i : i + _BLOCK]]
            firsts = np.flatnonzero(np.diff(owners[i : i + _BLOCK], prepend=-2))
            sums[owners[i : i + _BLOCK][firsts]] += np.add.reduceat(block, firsts)
        self._units = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)

    @property
    def size(self) -> int:
        """Bytes."""
        return int(self._units.nbytes + self._table.nbytes + self._owners.nbytes + self._rows.nbytes)

    def scores(self, query: str) -> Floats:
        found = [query[start:end].lower() for start, end in words(query)]
        scores: Floats = self._units @ self._direction(found)
        return scores

    def inside(self, query: str) -> Floats:
        """The same for the few words of each unit that come nearest to the query, wherever in it they stand."""
        found = [query[start:end].lower() for start, end in words(query)]
        direction, longest = self._direction(found), len(found) + _MORE
        best = np.zeros(len(self._units), dtype=np.float32)
        for i in range(0, len(self._rows), _BLOCK):
            here = slice(i, i + _BLOCK + longest - 1)  # runs of words go on into the next block
            vectors, owners = self._table[self._rows[here]], self._owners[here]
            sums = np.zeros_like(vectors)
            for more in range(min(longest, len(vectors))):
                sums = sums[: len(vectors) - more] + vectors[more:]
                likeness = (sums @ direction) / np.maximum(np.linalg.norm(sums, axis=1), 1e-6)
                is_whole = owners[more:] == owners[: len(sums)]
                np.maximum.at(best, owners[: len(sums)][is_whole], likeness[is_whole])
        return best

    def _direction(self, words: Sequence[str]) -> Floats:
        total = self._vectors.of(words).sum(axis=0)
        direction: Floats = total / max(1e-6, float(np.linalg.norm(total)))
        return direction
