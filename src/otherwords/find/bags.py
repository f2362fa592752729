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
    """The units that begin at ``starts``, each as the direction of the sum of its words."""

    def __init__(self, text: str, starts: Ints, vectors: WordVectors) -> None:
        self._vectors = vectors
        known: dict[str, int] = {}
        places, indices = array("q"), array("q")  # a book has millions of words, and a Python integer takes 28 bytes
        for start, end in words(text):
            indices.append(known.setdefault(text[start:end].lower(), len(known)))
            places.append(start)
        table = vectors.of(list(known))
        owners = np.searchsorted(starts, np.frombuffer(places, dtype=np.int64), side="right") - 1
        rows = np.frombuffer(indices, dtype=np.int64)
        sums = np.zeros((len(starts), table.shape[1]), dtype=np.float32)
        for i in range(0, len(rows), _BLOCK):
            block = table[rows[i : i + _BLOCK]]
            firsts = np.flatnonzero(np.diff(owners[i : i + _BLOCK], prepend=-2))
            sums[owners[i : i + _BLOCK][firsts]] += np.add.reduceat(block, firsts)
        self._units = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-6)

    @property
    def size(self) -> int:
        """Bytes."""
        return int(self._units.nbytes)

    def scores(self, query: str) -> Floats:
        found = [query[start:end].lower() for start, end in words(query)]
        if not found:
            return np.zeros(len(self._units), dtype=np.float32)
        vector = self._vectors.of(found).sum(axis=0)
        scores: Floats = self._units @ (vector / max(1e-6, float(np.linalg.norm(vector))))
        return scores
