"""Words as rows of numbers: those that the shipped pair model gives a word read by itself, in fewer dimensions.

The paper takes word vectors that others trained on billions of words. These are ours, they know every word that can be
written, and nothing has to be downloaded.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.wordings.normal import word_list
from otherwords.remembered import Remembered

Floats = NDArray[np.float32]
VectorsOf = Callable[[Sequence[str]], Floats]

START, END = 0, 1
"""Every text begins and ends with a symbol whose vector is learned; their rows of the table are not used."""
_REMEMBERED = 200_000
"""Texts whose words were looked up."""


class WordTable:
    """Grows with every new word. ``project`` takes a vector, less ``midst``, to the dimensions that are used."""

    def __init__(self, vectors_of: VectorsOf, midst: Floats, project: Floats) -> None:
        self._vectors_of, self.midst, self.project = vectors_of, midst, project
        self._ids: dict[str, int] = {}
        self._texts: Remembered[str, list[int]] = Remembered(_REMEMBERED)
        self.rows: Floats = np.zeros((2, project.shape[1]), dtype=np.float32)

    @classmethod
    def learned(cls, vectors_of: VectorsOf, texts: Iterable[str], dimensions: int) -> "WordTable":
        """The dimensions in which the words of these texts differ the most; all of them together of variance 1."""
        words = sorted({word for text in texts for word in word_list(text)})
        known = vectors_of(words).astype(np.float64)
        midst = known.mean(axis=0)
        values, directions = np.linalg.eigh(np.cov(known - midst, rowvar=False))
        kept = directions[:, ::-1][:, :dimensions]
        size = np.sqrt(np.maximum(values[::-1][:dimensions].mean(), 1e-12))
        table = cls(vectors_of, midst.astype(np.float32), (kept / size).astype(np.float32))
        table._add(words, known.astype(np.float32))
        return table

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Each text's words, between start and end."""
        return self._texts.many(texts, self._look_up)

    def _look_up(self, texts: Sequence[str]) -> list[list[int]]:
        split = [word_list(text) for text in texts]
        new = list(dict.fromkeys(word for words in split for word in words if word not in self._ids))
        if new:
            self._add(new, self._vectors_of(new))
        return [[START, *(self._ids[word] for word in words), END] for words in split]

    def _add(self, words: Sequence[str], vectors: Floats) -> None:
        self._ids |= {word: len(self.rows) + i for i, word in enumerate(words)}
        self.rows = np.vstack([self.rows, (vectors - self.midst) @ self.project])
