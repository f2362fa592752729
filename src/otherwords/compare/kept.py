"""What was computed for a document, kept by what it was computed from: in memory, and on disk where there is a cache.

A document is a file of the cache, and in it every sentence stands for itself: of one that is compared with another text
than before, only what is new is computed.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from otherwords.find.cache import ArrayCache

Floats = NDArray[np.float32]
K = TypeVar("K", str, tuple[str, str])

_DIGEST = 16
"""Bytes."""


class Kept(Generic[K]):
    """Rows of numbers, by texts or pairs of texts."""

    def __init__(self, compute: Callable[[list[K]], Floats], cache: ArrayCache | None = None, name: str = "") -> None:
        """``name`` tells of what and by what it is computed; the model need not be loaded for what is there."""
        self._compute: Callable[[list[K]], Floats] = compute
        self._cache = cache
        self._key = hashlib.sha256(name.encode()).hexdigest()
        self._rows: dict[bytes, Floats] = {}
        self._is_read = cache is None
        self._has_more = False

    def rows(self, asked: Sequence[K]) -> Floats:
        """[asked, dimensions]"""
        if not asked:
            return np.zeros((0, 1), dtype=np.float32)
        if not self._is_read:
            self._read()
        digests = list(map(_digest, asked))
        new = {digest: one for digest, one in zip(digests, asked, strict=True) if digest not in self._rows}
        if new:
            self._rows.update(zip(new, self._compute(list(new.values())), strict=True))
            self._has_more = True
        return np.stack([self._rows[digest] for digest in digests])

    def save(self) -> None:
        if self._cache is None or not self._has_more:
            return
        digests = np.frombuffer(b"".join(self._rows), dtype=np.int8).reshape(-1, _DIGEST)
        table = np.ascontiguousarray(np.stack(list(self._rows.values())), dtype=np.float32)
        self._cache.put(self._key, np.hstack([digests, table.view(np.int8)]))
        self._has_more = False

    def _read(self) -> None:
        assert self._cache is not None
        self._is_read = True
        kept = self._cache.get(self._key)
        if kept is None or kept.ndim != 2 or kept.dtype != np.int8 or (kept.shape[1] - _DIGEST) % 4:
            return
        table = np.ascontiguousarray(kept[:, _DIGEST:]).view(np.float32)
        self._rows = dict(zip(map(bytes, np.ascontiguousarray(kept[:, :_DIGEST])), table, strict=True))


def _digest(asked: str | tuple[str, str]) -> bytes:
    told = asked if isinstance(asked, str) else f"{len(asked[0])} {asked[0]}{asked[1]}"
    return hashlib.blake2b(told.encode(), digest_size=_DIGEST).digest()
