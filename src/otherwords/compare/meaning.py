"""What sentences mean: a vector each, computed once, and kept on disk where there is a cache.

Two models know different languages. The pair model knows English best: heavy rewording stays near there. The reader
knows Finnish, Swedish and some German as well.
"""

import hashlib
from collections.abc import Sequence
from enum import Enum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from otherwords.encoder import Encoder, load_encoder
from otherwords.encoder.pairs import PAIR_SCORES, PairModel
from otherwords.find import Finder
from otherwords.find.cache import ArrayCache
from otherwords.remembered import Remembered

Floats = NDArray[np.float32]

_BLOCK = 2048
"""Sentences that are encoded, and kept on disk, at a time."""
_FUNCTION_WORDS = """
    the of and to in a is that it for was on with as be by at from this are not have he his but which or an they you
    were had one we her all there been their if more when will would who so no what up into than them can only other
    some could these its then two may do any such my our your she him me i
"""
_ENGLISH = frozenset(_FUNCTION_WORDS.split())
_REMEMBERED = 20_000
"""Texts whose vectors stay in memory, 30 MB together: a draft's sentences are asked for again with every source."""
_ENGLISH_SHARE = 0.25
"""Of an English text's words nearly half are such words; of a text in another language hardly any."""


class Model(Enum):
    PAIRS = "pairs"
    READER = "reader"


def is_english(words: Sequence[str]) -> bool:
    return sum(word in _ENGLISH for word in words) >= _ENGLISH_SHARE * len(words)


def is_latin(text: str) -> bool:
    """Whether most letters are Latin ones. In no other script were the models trained, and all is near to all there."""
    codes = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
    latin = np.count_nonzero(((codes | 0x20) - ord("a") < 26) | ((codes >= 0xC0) & (codes < 0x250)))
    others = np.count_nonzero((codes >= 0x370) & ~((codes >= 0x1E00) & (codes < 0x2C00)))
    return bool(latin > others)


class Meanings:
    def __init__(self, finder: Finder | None, cache: ArrayCache | None) -> None:
        self._finder, self._cache = finder, cache
        self._remembered: Remembered[tuple[Model, str], Floats] = Remembered(_REMEMBERED)

    @cached_property
    def _pairs(self) -> PairModel:
        return PairModel()

    @cached_property
    def _reader(self) -> Encoder:
        return self._finder.encoder if self._finder else load_encoder()

    def vectors(self, model: Model, texts: Sequence[str]) -> Floats:
        """[texts, dimensions], of length one; those of a whole document, which are worth keeping."""
        blocks = [self._block(model, texts[i : i + _BLOCK]) for i in range(0, len(texts), _BLOCK)]
        return np.concatenate(blocks) if blocks else np.zeros((0, 1), dtype=np.float32)

    def readings(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Whether the two English texts of each pair say the same, read together in both orders, as logits."""
        same: list[float] = self._pairs.readings(pairs)[:, PAIR_SCORES.index("same")].tolist()
        return same

    def _block(self, model: Model, texts: Sequence[str]) -> Floats:
        if self._cache is None:
            return self.encoded(model, texts)
        weights = self._pairs.weights if model is Model.PAIRS else self._reader.weights
        told = "\0".join([model.value, weights.identity, *texts])
        key = hashlib.sha256(told.encode()).hexdigest()
        kept = self._cache.get(key)
        if kept is not None and len(kept) == len(texts):
            return kept.view(np.float32)
        vectors = self.encoded(model, texts)
        self._cache.put(key, np.ascontiguousarray(vectors).view(np.int8))
        return vectors

    def encoded(self, model: Model, texts: Sequence[str]) -> Floats:
        """The same, of a few texts."""
        if not texts:
            return np.zeros((0, 1), dtype=np.float32)
        encode = self._pairs.vectors if model is Model.PAIRS else self._reader.mean_vectors
        keys = [(model, text) for text in texts]
        return np.stack(self._remembered.many(keys, lambda new: encode([text for _, text in new])))
