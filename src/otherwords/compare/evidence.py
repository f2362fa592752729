"""What speaks for two passages saying the same: how near their meanings are, and which words they share.

Everything here is the same when the two texts change places.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from otherwords.compare.glimpse import COMMON, Glimpse
from otherwords.compare.kept import Kept
from otherwords.compare.side import Run, Side
from otherwords.compare.wording import Vocabulary
from otherwords.text import is_unspaced

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_UNRELATED = 10
"""Sentences about nothing in particular that stand beside a text when its topic is weighed: one alone has none."""
_UNRELATED_LIKENESS = 0.23
"""How like each other the words of two sentences are that have nothing to do with each other."""
_AT_LARGE = 30
"""Sentences of language at large that stand beside two texts when rarity is counted."""

FEATURES = ("nearness", "likeness", "topic", "shared", "in a row", "length")


@dataclass(frozen=True)
class Half:
    """One of the two texts, and what there is to know of its sentences."""

    side: Side
    glimpse: Glimpse
    vectors: Kept[str]
    """Of its sentences, and of runs of them."""
    is_open: NDArray[np.bool_]
    """Of each sentence, whether a model may read it: what is copied is told by the copy."""

    @cached_property
    def topic(self) -> Floats:
        return self.glimpse.topic()


class Evidence:
    """Two texts. Of what each sentence means, only what is asked for is computed, and that once."""

    def __init__(self, a: Half, b: Half, vocabulary: Vocabulary) -> None:
        self.halves = a, b
        self.a, self.b = a.side, b.side
        self._vocabulary = vocabulary
        self._vectors: tuple[dict[Run, Floats], dict[Run, Floats]] = ({}, {})
        self._told: dict[tuple[Run, Run], list[float]] = {}
        self._rarities: dict[int, float] = {}

    def learn(self, pairs: Iterable[tuple[Run, Run]]) -> None:
        """Encodes the runs of sentences among these, all at once; a sentence may speak of the one before it."""
        wanted = list(dict.fromkeys(pairs))
        for number, (half, known) in enumerate(zip(self.halves, self._vectors, strict=True)):
            new = [run for run in dict.fromkeys(pair[number] for pair in wanted) if run not in known]
            if new:
                known.update(zip(new, half.vectors.rows([half.side.text(run) for run in new]), strict=True))

    def is_open(self, runs: tuple[Run, Run]) -> bool:
        """Whether all of both runs may be read, and stands in one paragraph."""
        return all(
            half.is_open[first:last].all() and not half.side.is_last[first : last - 1].any()
            for (first, last), half in zip(runs, self.halves, strict=True)
        )

    def features(self, runs: tuple[Run, Run]) -> list[float]:
        """FEATURES of two runs of sentences. *Nearness* is the cosine of what they mean; the others are told."""
        return [self.nearness(runs), *self.told(runs)]

    def nearness(self, runs: tuple[Run, Run]) -> float:
        self.learn([runs])
        return float(self._vectors[0][runs[0]] @ self._vectors[1][runs[1]])

    def told(self, runs: tuple[Run, Run]) -> list[float]:
        """What words tell, without any model.

        *Likeness* is the cosine of what they mean word by word; *topic*, how like any two sentences of the two texts
        are; *shared*, the share of their words that both have, rare words counting more; *in a row*, the share that
        stands in both in threes; *length*, the logarithm of the fewer words.
        """
        if runs not in self._told:
            self._told[runs] = self._look(*runs)
        return self._told[runs]

    def same(self, runs: tuple[Run, Run]) -> int | None:
        """How many words are the same where all are, but for numbers: "Table 1" and "Table 2"; else None."""
        mine, theirs = (side.words(side.place(run)) for side, run in zip((self.a, self.b), runs, strict=True))
        if len(mine) != len(theirs):
            return None
        others = zip(mine[mine != theirs].tolist(), theirs[mine != theirs].tolist(), strict=True)
        if not all(self._vocabulary[one].isdigit() and self._vocabulary[other].isdigit() for one, other in others):
            return None
        return int(np.sum(mine == theirs))

    def _look(self, run: Run, other: Run) -> list[float]:
        a, b = self.halves
        mine, theirs = a.glimpse.direction(*run), b.glimpse.direction(*other)
        topic = (_topic(mine, b.topic, len(self.b)) + _topic(theirs, a.topic, len(self.a))) / 2
        first, second = self.a.words(self.a.place(run)), self.b.words(self.b.place(other))
        ours, others = set(first.tolist()), set(second.tolist())
        both, one, two = self._weight(ours & others), self._weight(ours), self._weight(others)
        in_a_row = sum(map(sum, rows(first, second))) / (len(first) + len(second))
        length = math.log(1 + min(len(first), len(second)))
        return [float(mine @ theirs), topic, 2 * both / (one + two), in_a_row, length]

    def _weight(self, words: set[int]) -> float:
        """The sum of their rarities, rounded once: the order in which words became known must not show."""
        return math.fsum(map(self._rarity, words))

    def _rarity(self, word: int) -> float:
        """The fewer sentences of both texts hold a word, the more it tells of one."""
        if word not in self._rarities:
            letters = 2 if is_unspaced(self._vocabulary[word][0]) else len(self._vocabulary[word])
            held = sum(half.glimpse.held.get(word, 0) for half in self.halves)
            expected = _AT_LARGE * COMMON[min(letters, len(COMMON) - 1)]
            self._rarities[word] = math.log((len(self.a) + len(self.b) + _AT_LARGE + 1) / (held + expected))
        return self._rarities[word]


def _topic(direction: Floats, others: Floats, count: int) -> float:
    """The mean likeness to the other text's sentences."""
    return (float(direction @ others) + _UNRELATED * _UNRELATED_LIKENESS) / (count + _UNRELATED)


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
