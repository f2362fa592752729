"""Lists in which some words of a candidate count more than others, and a judge of pairs that knows only letters."""

import random
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from otherwords.evaluate.lists import Candidate, ListExample

_NOUNS = ["boat", "ferry", "minister", "river", "forest", "school", "doctor", "engine", "garden", "bridge", "market"]
_VERBS = ["left", "arrived", "burned", "opened", "closed", "moved"]
_ADVERBS = ["yesterday", "unexpectedly", "quietly", "without warning"]
_KINDS = (_NOUNS, _VERBS, _ADVERBS)


_KEPT = {3: (True, True, False), 2: (True, False, False), 1: (False, True, True), 0: (False, False, True)}
"""For each label, whether a candidate keeps the query's noun, its verb and its adverb."""


def small_lists(number: int, *, graded: bool = True, seed: int = 0) -> list[ListExample]:
    """The noun counts most and the adverb not at all, which letters alone do not tell: adverbs are long."""
    randomness = random.Random(seed)
    made = []
    for id_ in range(number):
        words = [randomness.choice(kind) for kind in _KINDS]
        texts = []
        for label, kept in _KEPT.items():
            others = [randomness.choice([other for other in kind if other not in words]) for kind in _KINDS]
            chosen = (word if keep else other for word, other, keep in zip(words, others, kept, strict=True))
            texts.append((" ".join(chosen), float(label if graded else label == 3)))
        randomness.shuffle(texts)
        candidates = tuple(Candidate(str(i), text, label) for i, (text, label) in enumerate(texts))
        made.append(ListExample(str(id_), " ".join(words), candidates))
    return made


class Letters:
    """A judge with the pair model's methods: a text is the pairs of letters in it."""

    identity = "letters"

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        table = np.zeros((len(texts), 257), dtype=np.float32)
        for row, text in zip(table, texts, strict=True):
            for one, other in pairwise(text):
                row[(31 * ord(one) + ord(other)) % 257] += 1
        directions: NDArray[np.float32] = table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-9)
        return directions

    def readings(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        ours, theirs = (self.vectors([pair[side] for pair in pairs]) for side in (0, 1))
        cosines: NDArray[np.float32] = (ours * theirs).sum(axis=1)
        return cosines[:, None]

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        chances: NDArray[np.float32] = 1 / (1 + np.exp(4 - 8 * self.readings(pairs)[:, 0]))
        return chances
