"""Which files are mined, and the texts in each."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from otherwords.reading.documents import File, OnError, read_file
from otherwords.reading.documents import files as files_of
from otherwords.reading.source import STANDARD_INPUT
from otherwords.text import OtherwordsError


def files(paths: Iterable[str | Path], on_error: OnError) -> list[File]:
    """The files of files and folders, each once, sorted by path, whatever the order in which they were given."""
    paths = list(map(str, paths))
    if STANDARD_INPUT in paths:
        raise OtherwordsError("mine cannot read standard input, which comes but once; save it to a file and name that")
    found = {file.path: file for file in sorted(files_of(paths, on_error=on_error))}  # named ones last, so they stay
    return list(found.values())


def pieces(file: File, on_error: OnError, text_column: str | None = None) -> Iterator[str]:
    """The texts to take sentences from: documents, or pieces of one that is long. They hold main text only.

    What cannot be read goes to ``on_error``; what came before it is given, and nothing is raised.
    """
    for document in read_file(file, text_column=text_column, as_prose=True, on_error=on_error):
        yield document.text
