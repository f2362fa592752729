"""``--system listwise``: Ogaltsov's listwise ranker, on the vectors of an encoder or on word vectors of its own."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.rank.bilinear import Bilinear, Lesson, Recipe
from otherwords.rank.lists import Wordings
from otherwords.rank.vectors import Vectors, vectors_by


class Listwise:
    name = "listwise"
    needs_training = True

    def __init__(self, model: Path | None = None) -> None:
        self._vectors = Vectors(vectors_by(model))
        self._model: Bilinear | None = None

    def fit(self, examples: Sequence[Wordings]) -> None:
        self._vectors.learn_lists(examples)
        lessons = [
            Lesson(*self._of(example), np.array([one.label for one in example.candidates], dtype=np.float64))
            for example in examples
            if example.candidates
        ]
        self._model = Bilinear(lessons[0].query.size) if lessons else None
        if self._model:
            self._model.fit(lessons, Recipe())

    def scores(self, example: Wordings) -> list[float]:
        if not example.candidates:
            return []
        query, candidates = self._of(example)
        model = self._model or Bilinear(query.size)
        return [float(score) for score in model.scores(query, candidates)]

    def scores_all(self, examples: Iterable[Wordings]) -> Iterator[list[float]]:
        examples = list(examples)
        self._vectors.learn_lists(examples)
        return map(self.scores, examples)

    def _of(self, example: Wordings) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        table = self._vectors.of([example.query, *(one.text for one in example.candidates)]).astype(np.float64)
        return table[0], table[1:]
