"""Vectors of the paper's kind: word vectors, and an autoencoder trained on fragments, both learned from given texts."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from otherwords.rank.autoencoder import Autoencoder
from otherwords.rank.cosine import Cosine
from otherwords.rank.lists import Wordings
from otherwords.rank.listwise import Listwise
from otherwords.rank.vectors import Floats, Vectors, texts_of
from otherwords.rank.word_vectors import WordVectors
from otherwords.text import OtherwordsError


class FragmentVectors:
    def __init__(self, texts: Iterable[str]) -> None:
        fragments = list(dict.fromkeys(texts))
        self._words = WordVectors(fragments)
        rows = self._words(fragments)
        self._encoder = Autoencoder(rows.shape[1])
        self._encoder.fit(rows)

    def __call__(self, texts: Sequence[str]) -> Floats:
        rows = self._encoder.encode(self._words(texts))
        directions: Floats = (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)).astype(np.float32)
        return directions


class CosineOfWords(Cosine):
    """``cosine`` on these vectors, which it learns from the training lists."""

    name = "cosine-words"
    needs_training = True

    def __init__(self, model: Path | None = None) -> None:
        _refuse(self.name, model)

    def fit(self, examples: Sequence[Wordings]) -> None:
        self._vectors = Vectors(FragmentVectors(texts_of(examples)))


class ListwiseOfWords(Listwise):
    """``listwise`` on these vectors."""

    name = "listwise-words"

    def __init__(self, model: Path | None = None) -> None:
        _refuse(self.name, model)
        self._model = None

    def fit(self, examples: Sequence[Wordings]) -> None:
        self._vectors = Vectors(FragmentVectors(texts_of(examples)))
        super().fit(examples)


def _refuse(name: str, model: Path | None) -> None:
    if model is not None:
        raise OtherwordsError(f"the system {name} learns its own vectors; leave out --model")
