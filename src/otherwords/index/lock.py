"""One writer at a time. Readers need no lock: they see the last version that was whole."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from otherwords.folders import locked
from otherwords.text import OtherwordsError

_MARK = "otherwords-index"


@contextmanager
def writing(folder: Path | None) -> Iterator[None]:
    """An object store, None, has no locks; docs/index.md says what holds there."""
    if folder is None:
        yield
        return
    lock = locked(folder / _MARK)
    if lock is None:
        raise OtherwordsError(
            f"another run is writing to {folder}; wait until it has ended, and give the command again"
        )
    try:
        yield
    finally:
        os.close(lock)
