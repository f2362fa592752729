"""Files that are there only when they are whole."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def writing_whole(path: Path) -> Iterator[BinaryIO]:
    """A file that bears its name only when it is whole, for its presence means that a step is done."""
    part = path.with_name(path.name + ".part")
    with open(part, "wb") as file:
        yield file
    part.replace(path)
