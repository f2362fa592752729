"""What its words tell of a sentence before any model reads it: what they mean by themselves, and how they begin.

This costs a table lookup a word, so that all sentences of a library can be had; a model reads those that it speaks for.
"""

import math
from array import array
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from otherwords.compare.side import Side
from otherwords.compare.wording import Vocabulary
from otherwords.encoder.tokens import PieceTokenizer
from otherwords.encoder.weights import open_weights
from otherwords.find.bags import WordVectors

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

COMMON = np.array([0.5, 0.5, 0.4, 0.25, 0.1, 0.05, 0.03, 0.02, 0.01])
"""The share of sentences that hold a word of so many letters: short words are common, in every language with words."""
_LETTERS = 5
"""Of a word: its ending is left out. What begins like this is as rare as words of one letter more."""
_BLOCK = 50_000
"""Words whose vectors are summed at a time."""


@dataclass(frozen=True)
class Glimpse:
    """A text's sentences, by their words."""

    sums: Floats
    """[sentences, dimensions]: of the vectors of their words."""
    directions: Floats
    beginnings: csr_matrix
    """[sentences, beginnings]: what each counts. Whole numbers, so that no order of adding them up shows."""
    weights: Floats
    """[sentences]: what all beginnings of each count."""
    held: dict[int, int]
    """Of every word, how many sentences hold it."""

    def direction(self, first: int, last: int) -> Floats:
        """Of a run of sentences."""
        return self.directions[first] if last - first == 1 else unit(self.sums[first:last].sum(axis=0))

    def topic(self) -> Floats:
        """[dimensions]: the sum of all directions."""
        total: Floats = self.directions.sum(axis=0)
        return total


class Glimpses:
    """What is known of the words of a vocabulary, which may grow."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._known = 0
        self._vectors = np.zeros((1024, _word_vectors().of(["a"]).shape[1]), dtype=np.float32)
        self._columns, self._counts = array("q"), array("f")
        self._column: dict[str, int] = {}

    def of(self, side: Side) -> Glimpse:
        self._learn()
        starts, ids = side.wording.starts, side.wording.ids
        owners = np.searchsorted(side.starts, starts, side="right") - 1
        inside = (owners >= 0) & (starts < side.ends[np.maximum(owners, 0)]) if len(side) else owners >= 0
        owners, ids = owners[inside], ids[inside]
        sums = np.zeros((len(side), self._vectors.shape[1]), dtype=np.float32)
        for i in range(0, len(ids), _BLOCK):
            block = self._vectors[ids[i : i + _BLOCK]]
            firsts = np.flatnonzero(np.diff(owners[i : i + _BLOCK], prepend=-2))
            sums[owners[i : i + _BLOCK][firsts]] += np.add.reduceat(block, firsts)
        beginnings = self._beginnings(owners, ids, len(side))
        words, counts = np.unique(_once(owners, ids)[:, 1], return_counts=True)
        return Glimpse(
            sums,
            unit(sums),
            beginnings,
            np.asarray(beginnings.sum(axis=1), dtype=np.float32).ravel(),
            dict(zip(words.tolist(), counts.tolist(), strict=True)),
        )

    def _beginnings(self, owners: Ints, ids: Ints, size: int) -> csr_matrix:
        columns, counts = (np.frombuffer(one, dtype=one.typecode) for one in (self._columns, self._counts))
        pairs, firsts = np.unique(np.column_stack([owners, columns[ids]]), axis=0, return_index=True)
        rows = np.searchsorted(pairs[:, 0], np.arange(size + 1))
        return csr_matrix((counts[ids[firsts]], pairs[:, 1], rows), shape=(size, len(self._column)))

    def _learn(self) -> None:
        """The words that are new."""
        new = self._vocabulary.since(self._known)
        if not new:
            return
        if self._known + len(new) > len(self._vectors):
            larger = np.zeros((2 * (self._known + len(new)), self._vectors.shape[1]), dtype=np.float32)
            larger[: self._known] = self._vectors[: self._known]
            self._vectors = larger
        self._vectors[self._known : self._known + len(new)] = _word_vectors().of(new)
        self._known += len(new)
        for word in new:
            beginning = word[:_LETTERS]
            self._columns.append(self._column.setdefault(beginning, len(self._column)))
            self._counts.append(_count(len(beginning) + (len(beginning) == _LETTERS)))


def shared(a: Glimpse, rows: Ints, b: Glimpse, columns: Ints) -> Floats:
    """[rows, columns]: the share of the beginnings of two sentences that both have, long ones counting more."""
    width = max(a.beginnings.shape[1], b.beginnings.shape[1])
    ours, theirs = (_widened(side.beginnings, width)[chosen] for side, chosen in ((a, rows), (b, columns)))
    theirs.data = np.ones_like(theirs.data)
    both: Floats = (ours @ theirs.T).toarray()
    mean = (a.weights[rows][:, None] + b.weights[columns][None, :]) / np.float32(2)
    share: Floats = both / np.maximum(mean, np.float32(1e-6))
    return share


def unit(vectors: Floats) -> Floats:
    """Of length one; zeros stay."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    directions: Floats = vectors / np.maximum(lengths, np.float32(1e-6))
    return directions


def _widened(matrix: csr_matrix, width: int) -> csr_matrix:
    return csr_matrix((matrix.data, matrix.indices, matrix.indptr), shape=(matrix.shape[0], width))


def _once(owners: Ints, ids: Ints) -> Ints:
    once: Ints = np.unique(np.column_stack([owners, ids]), axis=0)
    return once


def _count(letters: int) -> float:
    return round(-10 * math.log(COMMON[letters]))


@cache
def _word_vectors() -> WordVectors:
    """Those that the reader's weights have; the reader itself is not needed."""
    weights = open_weights()
    path = weights.file("language.npz")
    assert path is not None  # the shipped weights are whole, or were refused
    with np.load(path) as arrays:
        tokenize = PieceTokenizer(weights.tokenizer).ids
        return WordVectors(arrays["words"], arrays["scales"].astype(np.float32), tokenize)
