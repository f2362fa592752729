"""The first and largest part of pruning: anchors with a single candidate, which are nine rows of ten.

Exact, and before any engine sees a row: what is dropped here could not support a pair.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from otherwords.mine.fragments import Keys, Places
from otherwords.mine.rows import PlacedRows

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Counted:
    """Distinct pairs of anchor and candidate, how many fragments each has, and the first place of one."""

    anchor: Keys
    candidate: Keys
    fragments: Places
    place: Keys

    def __len__(self) -> int:
        return len(self.anchor)


def pruned(files: Iterable[Sequence[PlacedRows]], most_rows: int) -> Iterator[Counted]:
    """What is left of each slice, where each file gives its part of every slice.

    When ``most_rows`` have come together, equal ones are taken for one; only a text that says the same all over has so
    many in so few slices.
    """
    slices: list[list[Counted]] = []
    waiting = 0
    for parts in files:
        slices = slices or [[] for _ in parts]
        for gathered, part in zip(slices, parts, strict=True):
            gathered.append(Counted(part.anchor, part.candidate, np.ones(len(part), np.int64), part.place))
            waiting += len(part)
        if waiting > most_rows:
            slices = [[_counted(joined(gathered))] for gathered in slices]
            waiting = 0
    for gathered in slices:
        rows = joined(gathered)
        rows = _chosen(rows, np.flatnonzero(_may_recur(rows.anchor)))
        rows = _chosen(rows, np.argsort(rows.anchor))
        yield _counted(_chosen(rows, np.flatnonzero(_has_company(rows.anchor, rows.candidate))))


def _may_recur(anchors: Keys) -> Mask:
    """Those that share a bucket with another; nearly all of the rest of the work is spared the others."""
    buckets = 4 << len(anchors).bit_length()
    bucket = (anchors & np.uint64(buckets - 1)).astype(np.int64)
    number = np.arange(len(anchors), dtype=np.int32)
    last = np.empty(buckets, np.int32)
    last[bucket] = number  # one of each bucket's stays, and by the others the bucket is known to be shared
    is_shared = np.zeros(buckets, bool)
    is_shared[bucket[last[bucket] != number]] = True
    return np.asarray(is_shared[bucket])


def _has_company(anchors: Keys, candidates: Keys) -> Mask:
    """The rows, sorted by anchor, whose anchor has another candidate too."""
    starts = _starts(anchors)
    if not len(starts):
        return np.zeros(0, bool)
    differ = np.minimum.reduceat(candidates, starts) != np.maximum.reduceat(candidates, starts)
    return np.repeat(differ, np.diff(starts, append=len(anchors)))


def _counted(rows: Counted) -> Counted:
    """Equal rows taken together."""
    rows = _chosen(rows, np.lexsort((rows.candidate, rows.anchor)))
    starts = _starts(rows.anchor, rows.candidate)
    if not len(starts):
        return rows
    fragments = np.add.reduceat(rows.fragments, starts)
    return Counted(rows.anchor[starts], rows.candidate[starts], fragments, np.minimum.reduceat(rows.place, starts))


def _starts(*columns: Keys) -> Places:
    """Where, in sorted columns, a value differs from the one before it."""
    begins = np.zeros(len(columns[0]), bool)
    begins[:1] = True
    for column in columns:
        begins[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(begins)


def joined(parts: Sequence[Counted]) -> Counted:
    names = ("anchor", "candidate", "fragments", "place")
    return Counted(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def _chosen(rows: Counted, chosen: Places) -> Counted:
    return Counted(rows.anchor[chosen], rows.candidate[chosen], rows.fragments[chosen], rows.place[chosen])
