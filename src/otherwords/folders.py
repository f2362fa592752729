"""Folders that commands keep things in: the user's cache, and what one run has for itself."""

import fcntl
import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from otherwords.text import OtherwordsError


def cache_folder() -> Path:
    """``$OTHERWORDS_CACHE``, or ``otherwords`` in the user's cache folder; without a home, a temporary one."""
    if chosen := os.environ.get("OTHERWORDS_CACHE"):
        return Path(chosen)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base) / "otherwords"
    try:
        return Path.home() / ".cache" / "otherwords"
    except RuntimeError:  # no HOME and a user that the system does not know, as in many containers
        return Path(tempfile.gettempdir()) / f"otherwords-{os.getuid()}"


def trim(files: Iterable[Path], largest: int) -> int:
    """Removes those that were changed longest ago, until ``largest`` bytes are left; tells how many they are."""
    try:
        found = sorted((file.stat().st_mtime, file.stat().st_size, file) for file in files)
    except OSError:  # others tidy up at the same time, or there is no folder
        return 0
    size = sum(size for _, size, _ in found)
    for _, its, file in found:
        if size <= largest:
            break
        with suppress(OSError):
            file.unlink()
        size -= its
    return size


def claim(folder: Path, mark: str) -> int:
    """Makes a work folder, known by the file ``mark`` in it, and locks it; it is free again when this is closed."""
    try:
        if folder.exists() and not (folder / mark).exists() and any(folder.iterdir()):
            problem = "is in the way, and is no work folder of this command; move it, or choose another with --work"
            raise OtherwordsError(f"{folder} {problem}")
        folder.mkdir(parents=True, exist_ok=True)
        lock = locked(folder / mark)
    except OSError as error:
        raise OtherwordsError(f"cannot make the work folder {folder}: {error.strerror or error}") from error
    if lock is None:
        raise OtherwordsError(f"{folder} is at work in another run; wait for it, or choose another --work")
    return lock


def locked(path: Path) -> int | None:
    """Locks a file, made where there is none, until this is closed or the process ends; None where it is taken."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock
