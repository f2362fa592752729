"""Files into the index: unchanged ones are passed over, changed ones replaced, and those that are gone removed."""

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from otherwords.index.index import BATCH, Index
from otherwords.index.rows import Prepared, whole
from otherwords.index.store import FileEntry
from otherwords.reading import ReadingError
from otherwords.reading.documents import File, files, read_file
from otherwords.reading.errors import printable
from otherwords.text import OtherwordsError

OnError = Callable[[ReadingError], None]

ADDED, CHANGED, UNCHANGED, REMOVED = "added", "changed", "unchanged", "removed"

_FIRST = 128
"""Passages of the first commit; the next ones are larger, as long as that takes few seconds: a stop costs little."""
_SECONDS = 3.0

_ESCAPED = re.compile(r"\\(?:u(dc[89a-f][0-9a-f])|\\)")


@dataclass(frozen=True)
class Change:
    """What became of a file. All of it is on disk when this is told."""

    kind: str
    path: str
    documents: int = 0
    passages: int = 0


@dataclass
class _Reading:
    """A file on its way into the index."""

    path: str
    source: str
    fingerprint: str | None
    """None where the file could not be opened."""
    documents: int = 0
    passages: int = 0
    characters: int = 0
    is_broken: bool = False
    """Whether a part of it could not be read. Then it is read again the next time, and nothing of it is removed."""
    is_read: bool = False
    stale: dict[int, bytes] = field(default_factory=dict)
    """By their places, the hashes of documents that are in, and that have not been met in the file."""

    def entry(self) -> FileEntry:
        return FileEntry(self.source, self.path, self.fingerprint or "", self.documents, self.passages, self.characters)


def source_of(path: str) -> str:
    """By what a file is known, however its path is written.

    Bytes that are not UTF-8 are told by their numbers, so that two files are never known by the same.
    """
    return os.path.abspath(path).replace("\\", r"\\").encode("utf-8", "backslashreplace").decode("utf-8")


def path_of(source: str) -> str:
    """The path of the file that is known by this."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else "\\", source)


def update(
    index: Index,
    paths: Sequence[str],
    *,
    sync: bool = False,
    text_column: str | None = None,
    on_error: OnError,
    batch: int = BATCH,
) -> Iterator[Change]:
    """Adds the files of paths, and tells what became of each, after it is on disk.

    With ``sync``, files that are in the index from a path of these, and that are there no more, are removed.
    """
    if "-" in paths:
        raise OtherwordsError("standard input has no name to be known by; save it as a file, and add that")
    with index.writing():
        yield from _Update(index, text_column, on_error, batch).run(paths, sync)
        index.store.tidy()


class _Update:
    def __init__(self, index: Index, text_column: str | None, on_error: OnError, batch: int) -> None:
        self._index, self._text_column, self._on_error, self._most = index, text_column, on_error, batch
        self._size = min(_FIRST, batch)
        self._files = index.store.files()
        self._sources = index.sources() | self._files.keys()
        self._readings: list[_Reading] = []
        """Files of which something is not on disk yet, in order; the last may still be read."""
        self._new: list[Prepared] = []
        self._changed: list[Prepared] = []
        self._held = 0

    def run(self, paths: Sequence[str], sync: bool) -> Iterator[Change]:
        seen: set[str] = set()
        for file in self._there(paths, sync):
            source = source_of(file.path)
            if source in seen:
                continue
            seen.add(source)
            if os.path.exists(file.path) and not os.path.isfile(file.path):
                self._on_error(
                    ReadingError(file.path, "is a pipe or a device, which is read only once; save it to a file")
                )
                continue
            hashed = fingerprint(file.path, self._text_column)
            known = self._files.get(source)
            if known is not None and known.fingerprint == hashed:
                yield Change(UNCHANGED, printable(file.path), known.documents, known.passages)
                continue
            yield from self._read(file, source, hashed)
        yield from self._commit()
        if sync:
            yield from self._remove_missing(paths, seen)

    def _there(self, paths: Sequence[str], sync: bool) -> Iterator[File]:
        """The files of the paths, without those of the index itself, and without what is gone where that is wanted."""
        ours = self._index.store.folder and os.path.realpath(self._index.store.folder)
        for path in paths:
            if sync and _is_gone(path) and any(_is_within(source, path) for source in self._sources):
                continue
            for file in files([path], on_error=self._on_error):
                if ours is None or not Path(os.path.realpath(file.path)).is_relative_to(ours):
                    yield file

    def _read(self, file: File, source: str, hashed: str | None) -> Iterator[Change]:
        reading = _Reading(printable(file.path), source, hashed)
        if source in self._sources:
            reading.stale = self._index.documents_of(source)
        self._readings.append(reading)

        def complain(error: ReadingError) -> None:
            reading.is_broken = True
            self._on_error(error)

        for ordinal, document in enumerate(read_file(file, text_column=self._text_column, on_error=complain)):
            prepared = Prepared.of(document, source, ordinal)
            reading.documents += 1
            reading.passages += len(prepared.cuts)
            reading.characters += len(document.text)
            there = reading.stale.pop(ordinal, None)
            if there == prepared.hash:
                continue
            if self._new and self._held + prepared.size > self._size:
                yield from self._commit()
            self._new.append(prepared)
            self._held += prepared.size
            if there is not None:
                self._changed.append(prepared)
        reading.is_read = True
        if len(self._readings) >= self._size:
            yield from self._commit()

    def _commit(self) -> Iterator[Change]:
        """Puts all that is held on disk, and only then tells of it."""
        began = time.monotonic()
        store = self._index.store
        done = [reading for reading in self._readings if reading.is_read]
        gone = [whole(one.source, place) for one in done if not one.is_broken for place in one.stale]
        if self._new or gone:  # from now on, and until all is in, what is remembered of these files is not true
            store.forget([one.source for one in self._readings if one.source in self._files])
        if self._new:
            self._index.commit(self._new, self._changed)
        if gone:
            store.delete(gone)
        store.remember([one.entry() for one in done if one.documents and not one.is_broken and one.fingerprint])
        if time.monotonic() - began < _SECONDS:
            self._size = min(2 * self._size, self._most)
        self._new, self._changed, self._held = [], [], 0
        self._readings = [reading for reading in self._readings if not reading.is_read]
        for reading in done:
            is_changed = reading.source in self._files
            if reading.documents or (is_changed and not reading.is_broken):
                kind = CHANGED if is_changed else ADDED
                yield Change(kind, reading.path, reading.documents, reading.passages)

    def _remove_missing(self, paths: Sequence[str], seen: set[str]) -> Iterator[Change]:
        missing = sorted(source for source in self._sources - seen if any(_is_within(source, path) for path in paths))
        missing = [source for source in missing if _is_gone(path_of(source))]
        if not missing:
            return
        entries = {entry.source: entry for entry in self._index.list()}
        self._index.store.delete_sources(missing)
        for source in missing:
            entry = entries[source]
            yield Change(REMOVED, entry.path if entry.is_whole else source, entry.documents, entry.passages)


def sources_below(sources: Iterable[str], path: str) -> list[str]:
    """The sources that a path names: itself, or those in it."""
    return sorted(source for source in sources if source == path or _is_within(source, path))


def _is_within(source: str, path: str) -> bool:
    place = source_of(path)
    return source == place or source.startswith(place.rstrip("/") + "/")


def _is_gone(path: str) -> bool:
    """Not where it only cannot be seen: then nothing is known of it."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def fingerprint(path: str, text_column: str | None) -> str | None:
    """The hash of a file's bytes, and of how it is read."""
    try:
        with open(path, "rb") as file:
            digest = hashlib.file_digest(file, "sha256")
    except OSError:  # told in full when it is read
        return None
    digest.update(f"\0{text_column}".encode())
    return digest.hexdigest()
