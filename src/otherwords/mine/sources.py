"""Which files are mined, and the texts in each."""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from otherwords.mine.work import MARK
from otherwords.reading.documents import File, OnError, read_file
from otherwords.reading.documents import files as files_of
from otherwords.reading.source import STANDARD_INPUT
from otherwords.text import OtherwordsError


def files(paths: Iterable[str | Path], on_error: OnError) -> list[File]:
    """The files of files and folders, each once, sorted by path, whatever the order in which they were given.

    What runs keep in their work folders was read before, and is no document.
    """
    paths = list(map(str, paths))
    if STANDARD_INPUT in paths:
        raise OtherwordsError("mine cannot read standard input, which comes but once; save it to a file and name that")
    all_files = sorted(file for path in paths for file in _files_of_one(path, on_error))
    found = {file.path: file for file in all_files}  # named ones last, so they stay
    return list(found.values())


def _files_of_one(path: str | Path, on_error: OnError) -> Iterator[File]:
    is_work = cache(lambda folder: (folder / MARK).is_file())
    for file in files_of([path], on_error=on_error):
        folders = (folder for folder in Path(file.path).parents if folder.is_relative_to(path))
        if file.is_named or not any(map(is_work, folders)):
            yield file


def pieces(file: File, on_error: OnError, text_column: str | None = None) -> Iterator[str]:
    """The texts to take sentences from: documents, or pieces of one that is long. They hold main text only.

    What cannot be read goes to ``on_error``; what came before it is given, and nothing is raised.
    """
    for document in read_file(file, text_column=text_column, as_prose=True, on_error=on_error):
        yield document.text
