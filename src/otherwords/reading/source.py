"""An open file whatever it is: on disk, gzipped, a pipe or standard input; always rewindable, never without bound."""

import gzip
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import IO, cast

from otherwords.reading.errors import ReadingError, printable

STANDARD_INPUT = "-"

LARGEST = 512 << 20
"""Bytes of one text, one row, or one archive to unpack: what is larger is an error, for it would fill the memory."""

LARGEST_PAGE = 16 << 20
"""Bytes of a web page that is read as prose: what is larger is an error, for its tree takes twenty times the room."""

_CHUNK = 1 << 20
_HEAD = 8 << 10
_SPOOLED_IN_MEMORY = 16 << 20
_PATTERN = re.compile(r"[*?\[\]{}\\]")


@dataclass(frozen=True)
class Source:
    """The bytes of a file, and what is known about it."""

    path: str
    stream: IO[bytes]
    is_named: bool
    """Whether its name can tell the format."""
    is_on_disk: bool
    """Whether the stream's bytes are the file's, so that going back and forth in them is cheap."""
    text_column: str | None
    as_prose: bool
    """Whether paragraphs are wanted and nothing else: no menus, and long texts may come in pieces."""
    own_largest: int | None = None
    """Bytes, in place of ``LARGEST``, for whoever has less room."""

    @property
    def largest(self) -> int:
        return self.own_largest or LARGEST

    @property
    def id(self) -> str:
        return printable(self.path)

    @property
    def suffix(self) -> str:
        return suffix(self.path) if self.is_named else ""

    @property
    def is_gzipped(self) -> bool:
        return isinstance(self.stream, gzip.GzipFile)

    def error(self, problem: str) -> ReadingError:
        return ReadingError(self.path, problem)

    def head(self) -> bytes:
        start = self.stream.read(_HEAD)
        self.stream.seek(0)
        return start

    def chunks(self, largest: int | None = None) -> Iterator[bytes]:
        """All bytes; an error, never a cut, when there are more of them than ``largest``, here or of the source."""
        largest = largest or self.largest
        if self.is_on_disk and os.fstat(self.stream.fileno()).st_size > largest:
            raise self._too_large(largest)
        size = 0
        while chunk := self.stream.read(_CHUNK):
            size += len(chunk)
            if size > largest:
                raise self._too_large(largest)
            yield chunk

    def _too_large(self, largest: int) -> ReadingError:
        return self.error(f"is larger than {largest >> 20} MiB; split it, or make it JSON lines or Parquet")

    def whole(self, largest: int | None = None) -> bytes:
        return b"".join(self.chunks(largest))

    @contextmanager
    def random_access(self) -> Iterator[IO[bytes]]:
        """The bytes for a reader that jumps about in them, which is slow in a gzipped stream."""
        if self.is_on_disk:
            yield self.stream
            return
        # Who says how much may come has the room for it, and may have promised that nothing goes to the disk.
        with tempfile.SpooledTemporaryFile(max(_SPOOLED_IN_MEMORY, self.own_largest or 0)) as copy:
            copy.writelines(self.chunks())
            copy.seek(0)
            yield copy

    @contextmanager
    def file_on_disk(self) -> Iterator[str]:
        """A file with these bytes whose path is UTF-8 and no pattern, for a reader that opens files by itself."""
        absolute = os.path.abspath(self.path)
        if self.is_on_disk and not _PATTERN.search(absolute) and absolute == printable(absolute):
            yield absolute
            return
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "file")
            if self.is_on_disk:
                os.symlink(absolute, path)
            else:
                with open(path, "wb") as copy:
                    copy.writelines(self.chunks())
            yield path


def suffix(path: str) -> str:
    """The extension that tells the format, that is, before ``.gz``."""
    return os.path.splitext(path.lower().removesuffix(".gz"))[1]


@contextmanager
def opened(path: str, text_column: str | None, as_prose: bool) -> Iterator[Source]:
    with ExitStack() as stack:
        stream: IO[bytes]
        if path == STANDARD_INPUT:
            stream, is_named = stack.enter_context(_spooled(sys.stdin.buffer)), False
        else:
            stream = stack.enter_context(open(path, "rb"))
            is_named = stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
            if not is_named:
                stream = stack.enter_context(_spooled(stream))
        is_gzip = path.lower().endswith(".gz") if is_named else _begins_as_gzip(stream)
        if is_gzip:
            stream = cast(IO[bytes], stack.enter_context(gzip.GzipFile(fileobj=stream, mode="rb")))
        yield Source(path, stream, is_named, is_named and not is_gzip, text_column, as_prose)


@contextmanager
def _spooled(pipe: IO[bytes]) -> Iterator[IO[bytes]]:
    with tempfile.SpooledTemporaryFile(_SPOOLED_IN_MEMORY) as copy:
        shutil.copyfileobj(pipe, copy)
        copy.seek(0)
        yield copy


def _begins_as_gzip(stream: IO[bytes]) -> bool:
    start = stream.read(2)
    stream.seek(0)
    return start == b"\x1f\x8b"
