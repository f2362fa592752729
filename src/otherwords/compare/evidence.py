"""What speaks for two passages saying the same: how near their meanings are, and which words they share.

Everything here is the same when the two texts change places.
"""

import math
from collections.abc import Callable, Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from otherwords.compare.side import Run, Side
from otherwords.compare.wording import Vocabulary

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_UNRELATED = 10
"""Sentences about nothing in particular that stand beside a text when its topic is weighed: one alone has none."""
_AT_LARGE = 30
"""Sentences of language at large that stand beside two texts when rarity is counted."""
_COMMON = np.array([0.5, 0.5, 0.4, 0.25, 0.1, 0.05, 0.03, 0.02, 0.01])
"""The share of sentences that hold a word of so many letters: short words are common, in every language with words."""

FEATURES = ("nearness", "topic", "shared", "in a row", "length")


class Evidence:
    """Two texts, and the vectors of their sentences."""

    def __init__(
        self,
        a: Side,
        b: Side,
        vectors: tuple[Floats, Floats],
        encode: Callable[[list[str]], Floats],
        vocabulary: Vocabulary,
        unrelated: float,
    ) -> None:
        """``unrelated`` is the usual cosine of two sentences that have nothing to do with each other."""
        self.a, self.b = a, b
        self.a_vectors, self.b_vectors = vectors
        self._encode, self._vocabulary, self._unrelated = encode, vocabulary, unrelated
        self._open = [(side != 0).any(axis=1) for side in vectors]
        self._sums: tuple[Floats, Floats] = (self.a_vectors.sum(axis=0), self.b_vectors.sum(axis=0))
        self._known: tuple[dict[Run, Floats], dict[Run, Floats]] = ({}, {})

    def learn(self, pairs: Iterable[tuple[Run, Run]]) -> None:
        """Encodes the runs of several sentences among these, all at once: a sentence may speak of the one before it."""
        wanted = list(dict.fromkeys(pairs))
        for number, (side, known) in enumerate(zip((self.a, self.b), self._known, strict=True)):
            runs = dict.fromkeys(pair[number] for pair in wanted)
            new = [run for run in runs if run[1] - run[0] > 1 and run not in known]
            known.update(zip(new, self._encode([side.text(run) for run in new]), strict=True))

    def is_open(self, runs: tuple[Run, Run]) -> bool:
        """Whether all of both runs has vectors, which what is copied has not, and stands in one paragraph."""
        return all(
            known[first:last].all() and not side.is_last[first : last - 1].any()
            for (first, last), side, known in zip(runs, (self.a, self.b), self._open, strict=True)
        )

    def features(self, run: Run, other: Run) -> list[float]:
        """FEATURES of two runs of sentences.

        *Nearness* is the cosine of what they mean; *topic*, how near any two sentences of the two texts are; *shared*,
        the share of their words that both have, rare words counting more; *in a row*, the share that stands in both in
        threes; *length*, the logarithm of the fewer words.
        """
        mine, theirs = self._vectors(run, other)
        topic = (self._topic(mine, self._sums[1], len(self.b)) + self._topic(theirs, self._sums[0], len(self.a))) / 2
        first, second = self.a.words(self.a.place(run)), self.b.words(self.b.place(other))
        ours, others = set(first.tolist()), set(second.tolist())
        both, one, two = self._weight(ours & others), self._weight(ours), self._weight(others)
        in_a_row = sum(map(sum, rows(first, second))) / (len(first) + len(second))
        length = math.log(1 + min(len(first), len(second)))
        return [float(mine @ theirs), topic, 2 * both / (one + two), in_a_row, length]

    def _weight(self, words: set[int]) -> float:
        """The sum of their rarities, rounded once: the order in which words became known must not show."""
        return math.fsum(map(self._rarity.__getitem__, words))

    @cached_property
    def _rarity(self) -> list[float]:
        """Of every word: the fewer sentences of both texts hold it, the more it tells of one."""
        lengths = self._vocabulary.lengths
        held = np.zeros(len(lengths))
        for side in (self.a, self.b):
            owners = np.searchsorted(side.starts, side.wording.starts, side="right")
            pairs = np.unique(np.column_stack([owners, side.wording.ids]), axis=0)
            held += np.bincount(pairs[:, 1], minlength=len(lengths))
        expected = _AT_LARGE * _COMMON[np.minimum(lengths, len(_COMMON) - 1)]
        count = len(self.a) + len(self.b) + _AT_LARGE + 1
        rarity: list[float] = np.log(count / (held + expected)).tolist()
        return rarity

    def _vectors(self, run: Run, other: Run) -> tuple[Floats, Floats]:
        if max(run[1] - run[0], other[1] - other[0]) > 1:
            self.learn([(run, other)])
        mine = self.a_vectors[run[0]] if run[1] - run[0] == 1 else self._known[0][run]
        theirs = self.b_vectors[other[0]] if other[1] - other[0] == 1 else self._known[1][other]
        return mine, theirs

    def _topic(self, vector: Floats, others: Floats, count: int) -> float:
        """The mean cosine with the other text's sentences."""
        return (float(vector @ others) + _UNRELATED * self._unrelated) / (count + _UNRELATED)


def rows(first: Ints, second: Ints) -> tuple[list[int], list[int]]:
    """The lengths of the rows in each that the other has as well, made of threes that stand in both."""
    triples = [list(zip(ids, ids[1:], ids[2:], strict=False)) for ids in (first.tolist(), second.tolist())]
    both = set(triples[0]).intersection(triples[1])
    found: tuple[list[int], list[int]] = ([], [])
    for lengths, row in zip(found, triples, strict=True):
        begin = 0
        for place, triple in enumerate([*row, None]):
            if triple not in both:
                if place > begin:
                    lengths.append(place - begin + 2)
                begin = place + 1
    return found
