"""What passages and queries mean, as vectors of the pair model, and which weights say so."""

from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.encoder.pairs import SHIPPED_PAIRS, PairModel
from otherwords.encoder.weights import open_weights

Halves = NDArray[np.float16]

_AT_ONCE = 256
"""Texts, so that memory does not grow with what is added."""


class Vectors:
    """The model is loaded when the first text is there: who lists an index should not wait for it."""

    def __init__(self, model: str | Path | None = None, threads: int | None = None) -> None:
        self._path = model or SHIPPED_PAIRS
        self._threads = threads

    @cached_property
    def _model(self) -> PairModel:
        return PairModel(self._path, self._threads)

    @cached_property
    def weights(self) -> str:
        """The hash by which weights are known."""
        return sha256(open_weights(self._path).identity.encode()).hexdigest()

    @cached_property
    def dimensions(self) -> int:
        return int(self.of(["a"]).shape[1])

    def of(self, texts: Sequence[str]) -> Halves:
        """[texts, dimensions], of length one."""
        parts = [self._model.vectors(texts[i : i + _AT_ONCE]) for i in range(0, len(texts), _AT_ONCE)]
        return np.concatenate(parts).astype(np.float16)
