"""All that a learned ranker knows of a list: what can be seen of its texts, and what the models say of them."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from otherwords.rank import features
from otherwords.rank.among import among_candidates
from otherwords.rank.lists import Wordings
from otherwords.rank.rarity import Rarity
from otherwords.rank.vectors import Vectors, texts_of

Floats = NDArray[np.float64]
Judge = Callable[[Sequence[tuple[str, str]]], NDArray[np.float32]]


class Evidence:
    """Rows of numbers, a row each candidate: what can be seen, then what the models say."""

    def __init__(self, vectors: Vectors, judge: Judge | None = None) -> None:
        self._vectors = vectors
        self._judge = judge
        self._known: dict[tuple[str, str], Floats] = {}
        self.rarity = Rarity({}, 0)

    def learn(self, examples: Sequence[Wordings]) -> None:
        """How rare the words are in these texts."""
        self.rarity = Rarity.in_texts(dict.fromkeys(texts_of(examples)))

    def prepare(self, examples: Sequence[Wordings]) -> None:
        """Asks the models of all lists at once, which is quicker than list by list."""
        self._vectors.learn_lists(examples)
        self._told([(example.query, one.text) for example in examples for one in example.candidates])

    def of(self, example: Wordings) -> Floats:
        """[candidates, columns]: each value, and by how much it is above the mean of the list."""
        texts = [one.text for one in example.candidates]
        seen = features.features(example.query, texts, self.rarity)
        query, vectors = np.split(self._vectors.of([example.query, *texts]).astype(np.float64), [1])
        near = vectors @ query[0]
        among = (vectors @ vectors.sum(axis=0) - (vectors**2).sum(axis=1)) / max(1, len(texts) - 1)
        told = [near[:, None], among[:, None], self._told([(example.query, text) for text in texts])]
        models = np.hstack(told)
        rows = np.hstack([seen, models, among_candidates(models)])
        return np.hstack([rows, rows - rows.mean(axis=0)])

    def _told(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """[pairs, what the pair model says]; no columns where there is no pair model."""
        if self._judge is None or not pairs:
            return np.zeros((len(pairs), 0))
        new = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        if new:
            self._known |= zip(new, self._judge(new).astype(np.float64), strict=True)
        return np.stack([self._known[pair] for pair in pairs])
