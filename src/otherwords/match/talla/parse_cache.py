"""Parses kept on disk under the hash of the text and the pipeline. Losing the folder loses time, nothing else."""

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from otherwords.folders import cache_folder

Rows = list[tuple[str, str, str, str, int]]


class ParseCache:
    def __init__(self, folder: Path | None = None) -> None:
        self._folder = (folder or cache_folder()) / "parses"

    def get(self, pipeline: str, text: str) -> Rows | None:
        try:
            rows: Rows = json.loads(self._path(pipeline, text).read_text(encoding="utf-8"))
        except (OSError, ValueError):  # absent or damaged: parsed again
            return None
        return rows

    def put(self, pipeline: str, text: str, rows: object) -> None:
        """Keeps a parse. A cache that cannot be written is no cache, and no error either."""
        path = self._path(pipeline, text)
        part = path.with_suffix(f".{os.getpid()}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
            part.replace(path)
        except OSError:
            with suppress(OSError):
                part.unlink()

    def _path(self, pipeline: str, text: str) -> Path:
        key = hashlib.sha256(f"{pipeline}\0{text}".encode()).hexdigest()
        return self._folder / key[:2] / f"{key}.json"
