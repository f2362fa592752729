"""From paths to documents: find the files, read each by its format, and let no bad one stop the others."""

import gzip
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from otherwords.reading.errors import BinaryFileError, ReadingError
from otherwords.reading.folders import files_below
from otherwords.reading.formats import format_of, is_known
from otherwords.reading.source import opened
from otherwords.text import Document


def read(
    paths: Iterable[str | Path], *, text_column: str | None = None, on_error: Callable[[ReadingError], None]
) -> Iterator[Document]:
    """The documents of files, of folders (recursively, in sorted order) and of standard input (``"-"``).

    A file that is empty gives a document with empty text. In a folder, hidden files, what git ignores, links to other
    folders, and binary files of unknown type are passed over silently; a file or folder that is named is always read.
    Files are read by what their names say; standard input and pipes, which have no name, by how they begin.
    ``text_column`` names the column of JSON lines and Parquet that holds the text, and makes JSON that comes through
    standard input be read as rows. What cannot be read goes to ``on_error``, and the work goes on.
    """
    for path in map(str, paths):
        for item in _below(path, text_column) if os.path.isdir(path) else _items(path, text_column):
            if isinstance(item, ReadingError):
                on_error(item)
            else:
                yield item


def _below(folder: str, text_column: str | None) -> Iterator[Document | ReadingError]:
    for found in files_below(folder):
        if isinstance(found, ReadingError):
            yield found
            continue
        for item in _items(found, text_column):
            if not isinstance(item, BinaryFileError) or is_known(found):
                yield item


def _items(path: str, text_column: str | None) -> Iterator[Document | ReadingError]:
    kind = "a file that can be read"
    try:
        with opened(path, text_column) as source:
            form = format_of(source)
            kind = form.name
            yield from form.read(source)
    except ReadingError as error:
        yield error
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        yield ReadingError(path, f"is not a whole gzip file ({error}); get it again")
    except FileNotFoundError:
        yield ReadingError(path, "does not exist; check the path")
    except OSError as error:
        yield ReadingError(path, f"cannot be read ({error.strerror or error}); check its permissions")
    except Exception as error:  # the parsers raise errors of all kinds on hostile files
        reason = str(error).partition("\n")[0] or type(error).__name__
        yield ReadingError(path, f"is broken, or is not {kind} ({reason}); get it again or leave it out")
