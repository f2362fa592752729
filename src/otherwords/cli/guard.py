"""Nothing is lost by a slip: a command does not write over a file that it reads."""

import os
from collections.abc import Iterator
from functools import wraps
from typing import Any

from otherwords.text import OtherwordsError

_WRITTEN = ("output", "outputs", "html", "report")
"""What commands call the files that they write."""


def guard(command: Any) -> None:
    """Makes a command, or all commands of a group, refuse an output that is one of its inputs."""
    for inner in getattr(command, "commands", {}).values():
        guard(inner)
    if (callback := command.callback) is None:
        return

    @wraps(callback)
    def guarded(**given: Any) -> Any:
        inputs = [path for name, value in given.items() if name not in _WRITTEN for path in _files(value)]
        for output in (path for name in _WRITTEN for path in _files(given.get(name))):
            if any(os.path.samefile(output, path) for path in inputs):
                raise OtherwordsError(f"{output} is also what is read; choose another name for what is written")
        return callback(**given)

    command.callback = guarded


def _files(value: object) -> Iterator[str]:
    """The files that are there, of what was given for one name."""
    if isinstance(value, list | tuple):
        for one in value:
            yield from _files(one)
    elif isinstance(value, str | os.PathLike):
        path = os.fspath(value)
        if isinstance(path, str) and "\0" not in path and os.path.isfile(path):
            yield path
