"""What goes wrong with a file, in one line that a user can act on."""

from pathlib import Path

from otherwords.text import OtherwordsError, in_one_line


class ReadingError(OtherwordsError):
    """A file, or a row of it, that could not be read; the rest of the work goes on."""

    def __init__(self, path: str | Path, problem: str) -> None:
        super().__init__(path, problem)
        self.path = str(path)
        self.problem = problem

    def __str__(self) -> str:
        return in_one_line(f"{self.path}: {self.problem}")


class BinaryFileError(ReadingError):
    """A file that is no text: an error where the user named it, passed over where it was met in a folder."""


def printable(path: str) -> str:
    """The path without the lone surrogates that stand for bytes of a file name that are not UTF-8."""
    return path.encode("utf-8", "replace").decode("utf-8")
