"""A folder that keeps what was computed: vectors of wordings, and probabilities of pairs that were read together.

Everything in it can be made again, so losing it costs time and nothing else. Both files only grow at their ends, and
what a kill left half-written there is cut off. Their names tell the weights that made them: other weights never meet
them, and replace them.
"""

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

from otherwords.folders import claim
from otherwords.match.neighbours import Keys, Report, Saved
from otherwords.text import OtherwordsError

Floats = NDArray[np.float32]
Rows = NDArray[np.int64]

ENCODING = "encoding"
_MARK = "otherwords-match"
"""The file that tells such a folder from any other, and that a run locks."""
_IDENTITY_BYTES = 8
_OURS = re.compile(rf"(vectors|keys|chosen|neighbours|readings)-[0-9a-f]{{{2 * _IDENTITY_BYTES}}}(\.part)?")
"""Names of files, of whatever weights; all others are a user's, and none of our business."""
_BATCH = 1024
_TOLERANCE = 1e-3
"""How far the length of a vector may be from one; rounding stays far below."""
_READING = np.dtype([("key", "<u8"), ("probability", "<f4")])


class Model(Protocol):
    """What is asked of ``encoder.pairs.PairModel``."""

    def vectors(self, texts: Sequence[str]) -> Floats: ...

    def probabilities(self, pairs: Sequence[tuple[str, str]], cosines: Floats | None = None) -> Floats:
        """``cosines``, where they are known: the vectors are in the store, and need not be computed again."""


@contextmanager
def opened_store(work: Path | None, identity: str, size: int) -> Iterator["Store"]:
    """In the work folder, or in one that is gone afterwards."""
    with ExitStack() as stack:
        folder = work or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="otherwords-")))
        yield stack.enter_context(Store(folder, identity, size))


def identity(weights: str, settings: object) -> str:
    """Of weights and of the settings that turn what they say into probabilities."""
    made_of = f"{weights} {json.dumps(settings, sort_keys=True)}"
    return blake2b(made_of.encode(), digest_size=_IDENTITY_BYTES).hexdigest()


def key(text: str) -> int:
    """64 bits: among a million texts, two share one once in thirty million files."""
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def _are_of_length_one(vectors: Floats) -> bool:
    with np.errstate(all="ignore"):  # numbers may be anything where a file is damaged
        return bool((np.abs(np.linalg.norm(vectors, axis=1) - 1) < _TOLERANCE).all())


class Store:
    """The folder, which one run has for itself."""

    def __init__(self, folder: Path, identity: str, size: int) -> None:
        """``size`` is how many numbers a vector has."""
        self._lock = claim(folder, _MARK)
        self.folder = folder
        self._identity = identity
        self._size = size
        for path in folder.iterdir():
            if _OURS.fullmatch(path.name) and identity not in path.name and path.is_file():
                path.unlink()
        self._drop_damaged()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._lock)

    def neighbours(self, floor: float) -> Saved:
        return Saved(self._file("neighbours"), floor)

    def rows(self, keys: Keys, text: Callable[[int], str], model: Model, report: Report) -> Rows:
        """The row of each wording's vector; those that are not there yet are encoded, and kept at once."""
        known = self._known_keys()
        missing = np.flatnonzero(~np.isin(keys, known))
        for start in range(0, len(missing), _BATCH):
            report(ENCODING, len(keys) - len(missing) + start, len(keys))
            some = missing[start : start + _BATCH]
            vectors = model.vectors([text(int(place)) for place in some])
            if not np.isfinite(vectors).all():
                raise OtherwordsError("the model gives vectors that are no numbers; its weights are damaged")
            self._append("vectors", vectors.astype("<f4"))
            self._append("keys", keys[some].astype("<u8"))
        report(ENCODING, len(keys), len(keys))
        known = np.concatenate([known, keys[missing]])
        order = np.argsort(known, kind="stable")
        rows: Rows = order[np.searchsorted(known[order], keys)]
        return rows

    def vectors(self, rows: Rows) -> Floats:
        """Some rows, mapped into memory. Where they are not just all there are, they are first put side by side."""
        path, count = self._file("vectors"), len(self._known_keys())
        table = np.memmap(path, dtype="<f4", mode="r", shape=(count, self._size))
        if np.array_equal(rows, np.arange(count)):
            return table
        chosen = self._file("chosen")
        with open(chosen, "wb") as file:
            for start in range(0, len(rows), _BATCH):
                file.write(table[rows[start : start + _BATCH]].tobytes())
        mapped = np.memmap(chosen, dtype="<f4", mode="r", shape=(len(rows), self._size))
        chosen.unlink()  # it is there for as long as it is mapped
        return mapped

    def readings(self) -> NDArray[np.void]:
        """Pairs that were read: a key for the two together, and the probability."""
        whole = self._file_size("readings") // _READING.itemsize
        if not whole:
            return np.zeros(0, dtype=_READING)
        os.truncate(self._file("readings"), whole * _READING.itemsize)
        return np.fromfile(self._file("readings"), dtype=_READING)

    def add_readings(self, keys: Sequence[int], probabilities: Floats) -> None:
        rows = np.zeros(len(keys), dtype=_READING)
        rows["key"], rows["probability"] = keys, probabilities
        self._append("readings", rows)

    def _drop_damaged(self) -> None:
        """Vectors that are not of length one were not written so; they are made again, with all that came of them."""
        count = len(self._known_keys())
        if not count:
            return
        table = np.memmap(self._file("vectors"), dtype="<f4", mode="r", shape=(count, self._size))
        batches = (table[start : start + _BATCH] for start in range(0, count, _BATCH))
        if not all(map(_are_of_length_one, batches)):
            for name in ("neighbours", "keys", "vectors"):
                self._file(name).unlink(missing_ok=True)

    def _known_keys(self) -> Keys:
        """Of the vectors that are there whole. A kill may have left some without keys, or half of one."""
        widths = {"vectors": 4 * self._size, "keys": 8}
        count = min(self._file_size(name) // width for name, width in widths.items())
        for name, width in widths.items():
            if self._file_size(name) > count * width:
                os.truncate(self._file(name), count * width)
        return np.fromfile(self._file("keys"), dtype="<u8") if count else np.zeros(0, dtype=np.uint64)

    def _file_size(self, name: str) -> int:
        path = self._file(name)
        return path.stat().st_size if path.exists() else 0

    def _append(self, name: str, rows: NDArray[np.generic]) -> None:
        try:
            with open(self._file(name), "ab") as file:
                file.write(rows.tobytes())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            problem = f"{error.strerror or error}; make room, and give the command again: what is done is kept"
            raise OtherwordsError(f"cannot write to {self.folder}: {problem}") from error

    def _file(self, name: str) -> Path:
        return self.folder / f"{name}-{self._identity}"
