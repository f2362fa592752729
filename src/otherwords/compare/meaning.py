"""What sentences mean: a vector each, computed once.

Two models know different languages. The pair model knows English best: heavy rewording stays near there. The reader
knows Finnish, Swedish and some German as well.
"""

from collections.abc import Sequence
from enum import Enum
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from otherwords.compare.kept import Kept
from otherwords.encoder import Encoder, load_encoder
from otherwords.encoder.pairs import PAIR_SCORES, SHIPPED_PAIRS, PairModel
from otherwords.encoder.weights import open_weights
from otherwords.find import Finder
from otherwords.find.cache import ArrayCache
from otherwords.remembered import Remembered
from otherwords.text import Document

Floats = NDArray[np.float32]

_REMEMBERED = 20_000
"""Texts whose vectors stay in memory, 30 MB together: a draft's sentences are asked for again with every source."""


class Model(Enum):
    PAIRS = "pairs"
    READER = "reader"


class Meanings:
    """The models, each loaded when it is first needed."""

    def __init__(self, finder: Finder | None, cache: ArrayCache | None, pairs: PairModel | None = None) -> None:
        self._finder, self._cache, self._given = finder, cache, pairs
        self._remembered: Remembered[tuple[Model, str], Floats] = Remembered(_REMEMBERED)

    def of(self, document: Document, model: Model) -> Kept[str]:
        """[texts, dimensions], of length one: the vectors of a document's sentences."""
        return Kept(partial(self.encoded, model), self._cache, self._name("vectors", document, model))

    def readings_of(self, document: Document) -> Kept[tuple[str, str]]:
        """[pairs, 1]: whether two English texts, one of them the document's, say the same: read together in this order,
        as logits."""
        return Kept(self._readings, self._cache, self._name("readings", document, Model.PAIRS))

    def _name(self, what: str, document: Document, model: Model) -> str:
        if self._cache is None:
            return ""
        identity = self._pairs_identity if model is Model.PAIRS else self._reader_identity
        return f"{what} {model.value} {identity} {document.text}"

    def encoded(self, model: Model, texts: Sequence[str]) -> Floats:
        if not texts:
            return np.zeros((0, 1), dtype=np.float32)
        encode = self._pairs.vectors if model is Model.PAIRS else self._reader.mean_vectors
        keys = [(model, text) for text in texts]
        return np.stack(self._remembered.many(keys, lambda new: encode([text for _, text in new])))

    def _readings(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        same = PAIR_SCORES.index("same")
        readings: Floats = self._pairs.scores(pairs)[:, same : same + 1]
        return readings

    @cached_property
    def _pairs(self) -> PairModel:
        return self._given or PairModel()

    @cached_property
    def _reader(self) -> Encoder:
        return self._finder.encoder if self._finder else load_encoder()

    @cached_property
    def _pairs_identity(self) -> str:
        """The hash of the weights, for which they need not be loaded."""
        return (self._given.weights if self._given else open_weights(SHIPPED_PAIRS)).identity

    @cached_property
    def _reader_identity(self) -> str:
        return (self._finder.encoder.weights if self._finder else open_weights()).identity
