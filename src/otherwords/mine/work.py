"""The work folder: what is done stays done, so that a run that was killed goes on where it was.

Every step has a folder, whose name tells by a digest what its files are made of: other settings or other documents give
another name, and what stands under an old one is deleted. A file has its name only when it is whole.
"""

import errno
import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from otherwords.folders import claim
from otherwords.text import OtherwordsError

MARK = "otherwords-mine"
"""The file that tells a work folder from any other, and that a run locks."""
_TEMPORARY = "temporary"
_DIGEST_BYTES = 10
_STEP = re.compile(rf"(?P<name>[a-z]+)-[0-9a-f]{{{2 * _DIGEST_BYTES}}}")
"""The name of a step's folder; all others are a user's, and none of our business."""


class Work:
    """A folder that one run has for itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = claim(folder, MARK)
        shutil.rmtree(self.temporary, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._lock)

    @property
    def temporary(self) -> Path:
        """Where an engine puts what it has no memory for."""
        return self.folder / _TEMPORARY

    def step(self, name: str, *made_of: Any) -> Path:
        """The folder of a step's files; ``made_of`` is all that they depend on, and can be written as JSON."""
        folder = self.folder / f"{name}-{digest(made_of)}"
        for other in self._steps(name):
            if other != folder:
                self.discard(other)
        folder.mkdir(exist_ok=True)
        return folder

    def discard(self, folder: Path) -> None:
        """A step's folder with all that is in it, at once: half of it would be taken for a step that is done."""
        self.temporary.mkdir(exist_ok=True)
        gone = self.temporary / folder.name
        folder.replace(gone)
        shutil.rmtree(gone)

    def remove(self) -> None:
        """Everything, when the table is written; but nothing that a user may have put into the folder."""
        for step in self._steps():
            self.discard(step)
        shutil.rmtree(self.temporary, ignore_errors=True)
        (self.folder / MARK).unlink()
        if not any(self.folder.iterdir()):
            self.folder.rmdir()

    def _steps(self, name: str | None = None) -> list[Path]:
        """The folders of all steps that are there, or of one."""
        found = ((path, _STEP.fullmatch(path.name)) for path in self.folder.iterdir() if path.is_dir())
        return [path for path, match in found if match and name in (None, match["name"])]


def digest(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True, sort_keys=True, default=str)
    return blake2b(text.encode(), digest_size=_DIGEST_BYTES).hexdigest()


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """The name under which to write a file, which bears its own only when it is on disk with all that is in it."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield unfinished
        with open(unfinished, "rb") as file:
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def write_receipt(path: Path, value: Any) -> None:
    """JSON that says that something is done, and what came out."""
    with whole(path) as unfinished:
        # An object, for of a bare number the first digits would be a number too.
        unfinished.write_text(json.dumps({"done": value}), encoding="utf-8")


def read_receipt(path: Path) -> Any:
    """None where there is none yet, or where it is damaged: it is then done again."""
    try:
        receipt = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    return receipt.get("done") if isinstance(receipt, dict) else None


def is_full_disk(error: Exception) -> bool:
    """By the words, for DuckDB gives no number."""
    return any(os.strerror(number) in str(error) for number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG))


def _is_damage(error: BaseException | None) -> bool:
    """By the class: what DuckDB raises on a file that it cannot read, and some of that has none of its own."""
    import duckdb

    return type(error) in (duckdb.InvalidInputException, duckdb.Error)


@contextmanager
def trouble_told(folder: Path) -> Iterator[None]:
    """A full disk ends a run with one line, and what is done is kept; so do damaged files in the work folder."""
    import duckdb

    try:
        yield
    except (OSError, duckdb.Error, OtherwordsError) as error:
        if _is_damage(error) or _is_damage(error.__cause__):  # a table cannot be written if its rows cannot be read
            advice = f"delete {folder} and give the command again"
            raise OtherwordsError(f"a file in {folder} is damaged; {advice}") from error
        if isinstance(error, OtherwordsError):
            raise
        if isinstance(error, duckdb.OutOfMemoryException):
            problem = "there is too little memory, or no room left on its disk; make room, or give more --memory"
        elif is_full_disk(error):
            problem = "there is no room left on its disk; make room, or choose another --work"
        else:
            raise
        raise OtherwordsError(f"{folder}: {problem}, and give the command again: what is done is kept") from error
