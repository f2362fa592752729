"""Fragments on disk: a file for each shard of sentences, in slices by anchor.

Every fragment of an anchor is in the same slice of some file, so that one slice at a time, taken out of all files, is
all that has to be in memory.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from otherwords.mine.fragments import Keys, Places

ROWS_IN_A_SLICE = 100_000
"""So that what is looked up at random while a slice is sorted stays in a processor's cache."""
_MOST_SLICES = 1 << 12
_NUMBER = np.dtype("<u8")

_LENGTH_BITS, _FIRST_BITS, _SENTENCE_BITS, _SHARD_BITS = 8, 16, 20, 20
"""Of a place: the candidate's length and its first token in its sentence, the sentence in its shard, and the shard.

A sentence has at most 50,000 tokens, for ``text.sentences`` gives none that has more characters."""
MOST_SENTENCES = 1 << _SENTENCE_BITS
"""In a shard."""
MOST_SHARDS = 1 << _SHARD_BITS
SHARD_SHIFT = _SENTENCE_BITS + _FIRST_BITS + _LENGTH_BITS
"""The number of a shard, shifted so, is the first of its places."""


@dataclass(frozen=True)
class PlacedRows:
    """Fragments by their keys, with the place that leads back to their texts."""

    anchor: Keys
    candidate: Keys
    place: Keys

    def __len__(self) -> int:
        return len(self.anchor)

    def __getitem__(self, chosen: slice | Places) -> "PlacedRows":
        return PlacedRows(self.anchor[chosen], self.candidate[chosen], self.place[chosen])


def joined(parts: Sequence[PlacedRows]) -> PlacedRows:
    return PlacedRows(*(np.concatenate([getattr(part, name) for part in parts]) for name in _COLUMNS))


_COLUMNS = ("anchor", "candidate", "place")


def pack(shard: int, sentence: Places, first: Places, length: Places) -> Keys:
    """The place of candidates in one number; numbers in order are places in order."""
    packed = np.full(len(sentence), shard, np.uint64)
    for part, bits in ((sentence, _SENTENCE_BITS), (first, _FIRST_BITS), (length, _LENGTH_BITS)):
        packed = packed << np.uint64(bits) | part.astype(np.uint64)
    return packed


def unpack(place: Keys) -> tuple[Places, Places, Places, Places]:
    """Shard, sentence, first token, length."""
    rest, parts = place, []
    for bits in (_LENGTH_BITS, _FIRST_BITS, _SENTENCE_BITS):
        parts.append((rest & np.uint64((1 << bits) - 1)).astype(np.int64))
        rest = rest >> np.uint64(bits)
    length, first, sentence = parts
    return rest.astype(np.int64), sentence, first, length


def slices_for(rows: int) -> int:
    """A power of two."""
    return min(_MOST_SLICES, 1 << max(1, (rows // ROWS_IN_A_SLICE).bit_length()))


def write_rows(path: Path, rows: PlacedRows, slices: int) -> None:
    number = (rows.anchor >> np.uint64(64 - (slices - 1).bit_length())).astype(np.uint16)
    in_slices = rows[np.argsort(number, kind="stable")]
    bounds = np.concatenate(([0], np.cumsum(np.bincount(number, minlength=slices))))
    with open(path, "wb") as file:
        for column in (bounds, in_slices.anchor, in_slices.candidate, in_slices.place):
            file.write(column.astype(_NUMBER, copy=False).data)


def read_rows(path: Path, slices: int, first: int, end: int) -> list[PlacedRows]:
    """The slices ``[first, end)``."""
    with open(path, "rb") as file:
        bounds = np.fromfile(file, _NUMBER, slices + 1).astype(np.int64)
        start, stop, everything = (int(bounds[place]) for place in (first, end, slices))
        columns = []
        for column in range(len(_COLUMNS)):
            file.seek(_NUMBER.itemsize * (len(bounds) + column * everything + start))
            columns.append(np.fromfile(file, _NUMBER, stop - start).astype(np.uint64, copy=False))
    rows = PlacedRows(*columns)
    return [rows[begin:finish] for begin, finish in pairwise(bounds[first : end + 1] - start)]


def number_of_rows(path: Path, slices: int) -> int:
    return (path.stat().st_size // _NUMBER.itemsize - (slices + 1)) // len(_COLUMNS)
