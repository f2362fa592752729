"""Parses kept on disk under the hash of the text and the pipeline. Losing the folder loses time, nothing else."""

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from otherwords.folders import cache_folder, trim

Rows = list[tuple[str, str, str, str, int]]

_LARGEST = 1 << 30
"""Bytes. The parses that were used longest ago go first."""
_LEFT = 7 / 8
"""Of that much, so that not every parse that is kept has to look for one that goes."""


class ParseCache:
    def __init__(self, folder: Path | None = None) -> None:
        self._folder = (folder or cache_folder()) / "parses"
        self._size = _LARGEST
        """Of all of it, at most; nobody has looked yet."""

    def get(self, pipeline: str, text: str) -> Rows | None:
        path = self._path(pipeline, text)
        try:
            rows: Rows = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):  # absent or damaged: parsed again
            return None
        with suppress(OSError):
            path.touch()
        return rows

    def put(self, pipeline: str, text: str, rows: object) -> None:
        """Keeps a parse. A cache that cannot be written is no cache, and no error either."""
        path = self._path(pipeline, text)
        part = path.with_suffix(f".{os.getpid()}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
            self._size += part.stat().st_size
            part.replace(path)
        except OSError:
            with suppress(OSError):
                part.unlink()
        if self._size > _LARGEST:
            self._size = trim(self._folder.glob("*/*.json"), int(_LARGEST * _LEFT))

    def _path(self, pipeline: str, text: str) -> Path:
        key = hashlib.sha256(f"{pipeline}\0{text}".encode()).hexdigest()
        return self._folder / key[:2] / f"{key}.json"
