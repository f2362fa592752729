"""The nearest of each wording, found once and kept, so that wordings that come later are only compared with all."""

import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from otherwords.match.nearness import Floats, Nearness, Pairs, Places

Keys = NDArray[np.uint64]
Report = Callable[[str, int, int], None]
"""Told the name of a step, how much of it is done, and of how much."""


def quietly(step: str, done: int, total: int) -> None:
    """For where nobody wants to know."""


KEPT = 16
"""For each wording. Where more are near, all are looked up again when they are wanted."""
COMPARING = "comparing"
_SECONDS = 60.0
"""Between two times that unfinished work is saved."""


class Neighbours:
    """For each wording the nearest others, best first; equally near ones in the order of their keys."""

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.places = np.full((len(keys), KEPT), -1, dtype=np.int32)
        self.cosines = np.zeros((len(keys), KEPT), dtype=np.float32)

    def of(self, one: int) -> Places:
        near: Places = self.places[one][self.places[one] >= 0].astype(np.int64)
        return near

    def is_full(self, one: int) -> bool:
        return bool(self.places[one, -1] >= 0)

    def closeness(self, floor: float) -> NDArray[np.float64]:
        """How much is near each wording, and how near."""
        above: NDArray[np.float64] = np.where(self.places >= 0, self.cosines.astype(np.float64) - floor, 0).sum(axis=1)
        return above

    def enough(self) -> Floats:
        """For each wording, the cosine below which nothing can be among its nearest any more."""
        return np.where(self.places[:, -1] >= 0, self.cosines[:, -1], np.float32(-1))

    def add(self, pairs: Pairs) -> None:
        rows = np.concatenate([pairs.first, pairs.second])
        others = np.concatenate([pairs.second, pairs.first])
        cosines = np.concatenate([pairs.cosines, pairs.cosines])
        is_wanted = cosines >= self.enough_at(rows)
        rows, others, cosines = rows[is_wanted], others[is_wanted], cosines[is_wanted]
        changed = np.unique(rows)
        known = self.places[changed]
        at, rank = np.nonzero(known >= 0)
        rows = np.concatenate([changed[at], rows])
        others = np.concatenate([known[at, rank], others])
        cosines = np.concatenate([self.cosines[changed][at, rank], cosines])
        order = np.lexsort((self.keys[others], -cosines, rows))
        rows, others, cosines = rows[order], others[order], cosines[order]
        ranks = np.arange(len(rows)) - np.searchsorted(rows, rows)
        keep = ranks < KEPT
        self.places[rows[keep], ranks[keep]] = others[keep]
        self.cosines[rows[keep], ranks[keep]] = cosines[keep]

    def enough_at(self, rows: Places) -> Floats:
        return np.where(self.places[rows, -1] >= 0, self.cosines[rows, -1], np.float32(-1))


def compare(nearness: Nearness, keys: Keys, saved: "Saved | None", report: Report) -> Neighbours:
    """The neighbours of all; those that an earlier run compared are not compared with each other again."""
    neighbours = Neighbours(keys)
    done = saved.load(neighbours) if saved else 0
    last = monotonic()
    for start, stop in nearness.bands(done):
        report(COMPARING, start * start, len(keys) ** 2)  # a later band is compared with more
        for pairs in nearness.pairs(start, stop, neighbours.enough()):
            neighbours.add(pairs)
        if saved and (stop == len(keys) or monotonic() - last > _SECONDS):
            saved.save(neighbours, stop)
            last = monotonic()
    report(COMPARING, len(keys) ** 2, len(keys) ** 2)
    return neighbours


class Saved:
    """Neighbours in a file, of use for as long as the wordings it was made of are the first of the present ones."""

    def __init__(self, path: Path, floor: float) -> None:
        self._path = path
        self._floor = floor

    def load(self, neighbours: Neighbours) -> int:
        """How many wordings are compared already; what is known of them is put into ``neighbours``."""
        try:
            with np.load(self._path) as file:
                keys, floor, places, cosines = (file[name] for name in ("keys", "floor", "places", "cosines"))
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            return 0  # not there, or not whole: it can be made again
        count = len(keys)
        is_of_use = float(floor) == self._floor and places.shape[1:] == (KEPT,)
        if not is_of_use or not np.array_equal(keys, neighbours.keys[:count]):
            return 0
        neighbours.places[:count], neighbours.cosines[:count] = places, cosines
        return count

    def save(self, neighbours: Neighbours, done: int) -> None:
        unfinished = self._path.with_name(f"{self._path.name}.part")
        with open(unfinished, "wb") as file:
            np.savez(
                file,
                keys=neighbours.keys[:done],
                floor=np.float64(self._floor),
                places=neighbours.places[:done],
                cosines=neighbours.cosines[:done],
            )
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(self._path)
