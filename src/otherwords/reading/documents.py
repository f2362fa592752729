"""From paths to documents: find the files, read each by its format, and let no bad one stop the others."""

import gzip
import io
import os
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from otherwords.reading.errors import BinaryFileError, ReadingError
from otherwords.reading.folders import files_below
from otherwords.reading.formats import format_of, is_known
from otherwords.reading.source import STANDARD_INPUT, Source, opened, suffix
from otherwords.text import Document

OnError = Callable[[ReadingError], None]
Paths = str | Path | Iterable[str | Path]
"""One path, or several."""


@dataclass(frozen=True, slots=True, order=True)
class File:
    """A file to read, or standard input."""

    path: str
    is_named: bool
    """Whether the user named it. Where it was met in a folder, it is passed over if it is no text."""


def read(
    paths: Paths, *, text_column: str | None = None, as_prose: bool = False, on_error: OnError
) -> Iterator[Document]:
    """The documents of files, of folders (recursively, in sorted order) and of standard input (``"-"``).

    A text that is empty gives a document with empty text. In a folder, hidden files, what git ignores, links to other
    folders, and binary files of unknown type are passed over silently; a file or folder that is named is always read.
    Files are read by what their names say; standard input and pipes, which have no name, by how they begin.
    ``text_column`` names the column of JSON lines and Parquet that holds the text, and makes CSV, and JSON that comes
    through standard input, be read as rows. ``as_prose`` asks for sentences only: of web pages the main text, and of
    long plain texts pieces, each a document with the file's id. What cannot be read goes to ``on_error``, and the work
    goes on.
    """
    for file in files(paths, on_error=on_error):
        yield from read_file(file, text_column=text_column, as_prose=as_prose, on_error=on_error)


def files(paths: Paths, *, on_error: OnError) -> Iterator[File]:
    """What ``read`` would read, one after the other.

    What several paths lead to comes once, by the nearest of them: a file that is named, not by its folder too.
    """
    given: dict[str, str] = {}
    for path in map(str, [paths] if isinstance(paths, str | Path) else paths):
        given.setdefault(path if path == STANDARD_INPUT else os.path.abspath(path), path)
    for place, path in given.items():
        if not os.path.isdir(path):
            yield File(path, is_named=True)
            continue
        for found in files_below(path):
            if isinstance(found, ReadingError):
                on_error(found)
            elif len(given) == 1 or not _is_nearer(found, place, given):
                yield File(found, is_named=False)


def _is_nearer(file: str, folder: str, given: Collection[str]) -> bool:
    """Whether a path that was given lies between a folder and a file in it, or is the file."""
    place = os.path.abspath(file)
    while place != folder:
        if place in given:
            return True
        place = os.path.dirname(place)
    return False


def read_file(
    file: File, *, text_column: str | None = None, as_prose: bool = False, on_error: OnError
) -> Iterator[Document]:
    """The documents of one file, as ``read`` gives them."""
    for item in _items(file.path, text_column, as_prose):
        if isinstance(item, Document):
            yield item
        elif file.is_named or is_known(file.path) or not isinstance(item, BinaryFileError):
            on_error(item)


def read_bytes(data: bytes, name: str, *, largest: int, on_error: OnError) -> Iterator[Document]:
    """The document of a file that lies in memory; ``name`` tells its format, and the file system is not touched.

    ``largest`` bounds what it unpacks to, in bytes. Files of many documents are an error.
    """
    stream: IO[bytes] = io.BytesIO(data)
    if name.lower().endswith(".gz"):
        stream = cast(IO[bytes], gzip.GzipFile(fileobj=stream))
    source = Source(name, stream, bool(suffix(name)), False, None, False, largest)
    for item in _parsed(nullcontext(source), name, rows_welcome=False):
        if isinstance(item, Document):
            yield item
        else:
            on_error(item)


def _items(path: str, text_column: str | None, as_prose: bool) -> Iterator[Document | ReadingError]:
    return _parsed(opened(path, text_column, as_prose), path)


def _parsed(
    opening: AbstractContextManager[Source], path: str, *, rows_welcome: bool = True
) -> Iterator[Document | ReadingError]:
    kind = "a file that can be read"
    is_gzipped = False
    try:
        with opening as source:
            is_gzipped = source.is_gzipped
            form = format_of(source)
            kind = form.name
            if form.has_rows and not rows_welcome:
                raise source.error(
                    f"holds many documents ({kind}); give one document: text, HTML, PDF, DOCX, subtitles"
                )
            yield from form.read(source)
    except ReadingError as error:
        yield error
    except Exception as error:  # the parsers raise errors of all kinds on hostile files
        yield ReadingError(path, problem_of(error, kind, is_gzipped))


def problem_of(error: Exception, kind: str, is_gzipped: bool) -> str:
    """What a parser, or the system, could not cope with; ``kind`` is what the file should have been."""
    if is_gzipped and isinstance(error, gzip.BadGzipFile | EOFError | zlib.error):  # a DOCX is packed, but no gzip
        return f"is not a whole gzip file ({error}); get it again"
    if isinstance(error, FileNotFoundError):
        return "does not exist; check the path"
    if isinstance(error, OSError):
        suspect = "its permissions" if isinstance(error, PermissionError) else "the path"
        return f"cannot be read ({error.strerror or error}); check {suspect}"
    reason = str(error).partition("\n")[0] or type(error).__name__
    return f"is broken, or is not {kind} ({reason}); get it again or leave it out"
