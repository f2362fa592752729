"""Arrays kept on disk under the hash of what they were computed from. Losing the folder loses time, nothing else."""

import os
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.folders import cache_folder, trim

_LARGEST = 2 << 30
"""Bytes. The arrays that were used longest ago go first."""


class ArrayCache:
    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or cache_folder()

    def get(self, key: str) -> NDArray[np.int8] | None:
        path = self._path(key)
        try:
            array: NDArray[np.int8] = np.load(path, allow_pickle=False)
            path.touch()
        except Exception:  # absent, or damaged in one of the dozen ways that numpy tells apart: computed again
            return None
        return array

    def put(self, key: str, array: NDArray[np.int8]) -> None:
        """Keeps an array. A cache that cannot be written is no cache, and no error either."""
        path = self._path(key)
        part = path.with_suffix(f".{os.getpid()}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(part, "wb") as file:
                np.save(file, array)
            part.replace(path)
        except OSError:
            with suppress(OSError):
                part.unlink()

    def trim(self) -> None:
        """Removes what was used longest ago, until the folder is within its bound."""
        trim(self._folder.glob("*/*.npy"), _LARGEST)

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.npy"
