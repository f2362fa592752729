"""All pairs of unit vectors whose cosine reaches a floor: exactly, in little memory, without most of the work.

Each vector is turned so that its first few numbers tell most of it (the directions in which the vectors vary most), and
the length of what they leave out is put beside them. By Cauchy and Schwarz the product of two such short rows is never
below the cosine of the two vectors. So short products, tile by tile and for half of the square only, rule out nearly
all pairs, the next numbers most of the others, and whole vectors are compared only for the few that are left. A pair's
cosine is then summed by itself: it depends neither on tiles nor on threads.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from otherwords.cores import cores

Floats = NDArray[np.float32]
Places = NDArray[np.int64]

_SLACK = 1e-4
"""More than float32 can be wrong by in any product here."""
_TILE = 512
"""Rows and columns whose products fit in a core's own cache."""
_BAND = 4096
_AT_ONCE = 8192
"""Pairs whose whole vectors are fetched together."""
_SAMPLE = 1024
_NEXT = 96
"""Numbers that are looked at before whole vectors are."""
_CHUNK = 16384
_DENSE = 0.02
"""Share of a tile from which comparing all of it whole is quicker than fetching pairs."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """``cosines[k]`` is that of the vectors ``first[k]`` and ``second[k]``, and ``second[k] < first[k]``."""

    first: Places
    second: Places
    cosines: Floats


class Nearness:
    """Vectors (an array, or a file mapped into memory) made ready for finding the pairs from ``floor`` on."""

    def __init__(
        self,
        vectors: Floats,
        floor: float,
        *,
        tile: int = _TILE,
        threads: int | None = None,
        few: int | None = None,
    ) -> None:
        """``few`` numbers of each vector are compared first; else as many as a sample says is quickest."""
        self._vectors = vectors
        self._floor = np.float32(floor)
        self._tile = tile
        self._threads = threads or cores()
        with _one_thread():
            self._short, self._next = _short_rows(vectors, floor, few)

    def bands(self, start: int = 0, height: int = _BAND) -> Iterator[tuple[int, int]]:
        """From ``start`` to the end; to compare a band is to compare each row in it with all before it."""
        for first in range(start, len(self._vectors), height):
            yield first, min(first + height, len(self._vectors))

    def pairs(self, start: int, stop: int, enough: Floats | None = None) -> Iterator[Pairs]:
        """The pairs of the rows from ``start`` to ``stop`` with all rows before them, in no certain order.

        ``enough`` may hold a cosine for each row: a pair that is below it for both of its rows is left out, which
        keeps the work small where thousands are near each other.
        """
        tiles = [
            (row, column)
            for row, column in product(range(start, stop, self._tile), range(0, stop, self._tile))
            if column < min(row + self._tile, stop)
        ]

        def compare(place: tuple[int, int]) -> list[Pairs]:
            return list(self._compare(*place, stop, enough))

        with _one_thread(), ThreadPoolExecutor(self._threads) as pool:
            ahead = 64 * self._threads  # so that what was found does not pile up
            for first in range(0, len(tiles), ahead):
                for found in pool.map(compare, tiles[first : first + ahead]):
                    yield from found

    def _compare(self, row: int, column: int, stop: int, enough: Floats | None) -> Iterator[Pairs]:
        rows, columns = slice(row, min(row + self._tile, stop)), slice(column, min(column + self._tile, stop))
        least = self._floor - np.float32(_SLACK)
        bounds = self._short[rows] @ self._short[columns].T
        hits = np.flatnonzero(bounds >= least)
        if len(hits) > _DENSE * bounds.size:
            whole = self._vectors[rows] @ self._vectors[columns].T
            wanted = whole >= least
            if enough is not None:
                needed = np.minimum(enough[rows, None], enough[None, columns]) - np.float32(_SLACK)
                wanted &= whole >= needed
            hits = np.flatnonzero(wanted)
        first, second = np.divmod(hits, bounds.shape[1])
        first, second = first + row, second + column
        is_below = second < first  # the other half of the square says the same
        if self._next is not None and len(hits) <= _DENSE * bounds.size:
            is_below &= self._closer(bounds.ravel()[hits], first, second) >= least
        first, second = first[is_below], second[is_below]
        for start in range(0, len(first), _AT_ONCE):
            some = slice(start, start + _AT_ONCE)
            cosines = cosines_of(self._vectors, first[some], second[some])
            near = cosines >= self._floor
            if near.any():
                yield Pairs(first[some][near], second[some][near], cosines[near])

    def _closer(self, bounds: Floats, first: Places, second: Places) -> Floats:
        """Lower bounds than these, still never below the cosine, by the numbers that come after the short rows'."""
        if self._next is None:
            return bounds
        left_out = self._short[first, -1] * self._short[second, -1]
        closer: Floats = bounds - left_out + cosines_of(self._next, first, second)
        return closer

    def cosines(self, first: Places, second: Places) -> Floats:
        """Of any rows, near or not."""
        return cosines_of(self._vectors, first, second)

    def near(self, row: int) -> tuple[Places, Floats]:
        """All rows near one, before it and after it, in their order, with their cosines."""
        bounds = self._short @ self._short[row]
        others = np.flatnonzero(bounds >= self._floor - np.float32(_SLACK))
        others = others[others != row]
        cosines = np.concatenate(
            [cosines_of(self._vectors, np.full(len(some), row), some) for some in _pieces(others)]
            or [np.zeros(0, dtype=np.float32)]
        )
        near = cosines >= self._floor
        return others[near], cosines[near]


def _one_thread() -> AbstractContextManager[object]:
    """Products are too small here for their library to share them out among cores well: each core takes tiles."""
    limits: AbstractContextManager[object] = _libraries().limit(limits=1, user_api="blas")
    return limits


@cache
def _libraries() -> ThreadpoolController:
    """Looked up once, for that takes longer than many a band."""
    return ThreadpoolController()


def cosines_of(vectors: Floats, first: Places, second: Places) -> Floats:
    """Pair by pair, each summed by itself."""
    sums: Floats = (vectors[first] * vectors[second]).sum(axis=1)
    return sums


def _pieces(places: Places) -> list[Places]:
    return [places[start : start + _AT_ONCE] for start in range(0, len(places), _AT_ONCE)]


def _short_rows(vectors: Floats, floor: float, few: int | None) -> tuple[Floats, Floats | None]:
    """[vectors, few]: rows whose products are never below the vectors' cosines, by more than float32's own error.

    And [vectors, more]: what comes after, so made that the two products are never below them either, where the last
    number of the short rows is left out.
    """
    size = vectors.shape[1]
    directions = _directions(vectors)
    few = few or _how_few(vectors, directions, floor)
    if few >= size:
        return vectors, None
    more = min(size, few + _NEXT)
    short = np.empty((len(vectors), few + 1), dtype=np.float32)
    after = np.empty((len(vectors), more - few + 1), dtype=np.float32)
    for start in range(0, len(vectors), _CHUNK):
        some = slice(start, start + _CHUNK)
        longer = _shortened(vectors[some], directions[:, :more])
        after[some] = longer[:, few:]
        short[some, :few] = longer[:, :few]
        short[some, few] = np.sqrt((after[some] * after[some]).sum(axis=1))
    return short, after


def _shortened(vectors: Floats, directions: Floats) -> Floats:
    turned = vectors @ directions
    rest = (vectors * vectors).sum(axis=1) - (turned * turned).sum(axis=1)
    # The small number is for rounding: what is left out must never be taken for less than it is.
    return np.column_stack([turned, np.sqrt(np.maximum(rest, 0) + np.float32(1e-6))])


def _directions(vectors: Floats) -> Floats:
    """Directions at right angles to each other, those that tell most of the vectors first. [size, size]"""
    some = _spread(vectors, 8 * _SAMPLE).astype(np.float64)
    _, directions = np.linalg.eigh(some.T @ some)
    return np.ascontiguousarray(directions[:, ::-1]).astype(np.float32)


def _how_few(vectors: Floats, directions: Floats, floor: float) -> int:
    """How many numbers a short row should have: few are compared quickly, but leave more pairs to be compared whole."""
    some = _spread(vectors, _SAMPLE)
    size = int(vectors.shape[1])
    best, least = size, _cost(size, 0.0, 0.0)
    for few in range(16, size, 16):
        left, near = (_share_left(some, directions[:, :count], floor) for count in (few, min(size, few + _NEXT)))
        if _cost(few, left, near) < least:
            best, least = few, _cost(few, left, near)
    return best


def _share_left(some: Floats, directions: Floats, floor: float) -> float:
    short = _shortened(some, directions)
    left = np.triu(short @ short.T >= floor - _SLACK, 1).sum()
    return float(left) / max(1, len(some) * (len(some) - 1) / 2)


def _cost(few: int, left: float, near: float) -> float:
    """Nanoseconds a pair, as measured: its place in a tile, the short product, and the longer ones if it is left."""
    return 0.3 + 0.02 * few + 400 * left + 1000 * near


def _spread(vectors: Floats, count: int) -> Floats:
    """Some of the vectors, from all over."""
    return np.asarray(vectors[:: max(1, len(vectors) // count)][:count])
