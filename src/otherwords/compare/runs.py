"""Words that stand in both texts in the same order: copied stretches and near copies, found without any model.

Every seed, a few words in a row, that both texts hold is looked up at once, by sorting hashes. Seeds on one diagonal
are a run; runs that follow each other closely in both texts are a chain, with the words between them exchanged, put in
or left out.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

SEED = 3
"""Words."""
_GAP = 6
"""Words that may be different between two runs of a chain, in either text; never more than either run has."""
_OFTEN = 8
"""A seed that stands more often in a text is met only by the one of the same number in the other: the first by the
first, and so on. All with all would be a square, and a text that is one line over and over would never end."""
_FACTORS = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class Chain:
    """Words ``[a, a_end)`` of one text and ``[b, b_end)`` of the other, of which ``matched`` are the same in order."""

    a: int
    a_end: int
    b: int
    b_end: int
    matched: int

    @property
    def density(self) -> float:
        """The share of the longer side that is the same."""
        return self.matched / max(self.a_end - self.a, self.b_end - self.b)


def chains(a: Ints, b: Ints, least: int) -> list[Chain]:
    """The chains with at least so many words the same, in the order of the first text."""
    return [chain for chain in _chained(_runs(a, b)) if chain.matched >= least]


def _runs(a: Ints, b: Ints) -> list[tuple[int, int, int]]:
    """Runs of the same words, as long as they go on in both: (place in a, place in b, length), by place."""
    i, j = _joined(_seeds(a), _seeds(b))
    if not len(i):
        return []
    order = np.lexsort((i, j - i))
    i, j = i[order], j[order]
    begins = np.flatnonzero(np.append(True, (np.diff(j - i) != 0) | (np.diff(i) != 1)))
    lengths = np.diff(np.append(begins, len(i))) + SEED - 1
    runs = np.column_stack([i[begins], j[begins], lengths])
    return [tuple(run) for run in runs[np.lexsort((runs[:, 1], runs[:, 0]))].tolist()]


def _seeds(ids: Ints) -> NDArray[np.uint64]:
    if len(ids) < SEED:
        return np.zeros(0, dtype=np.uint64)
    hashed = np.zeros(len(ids) - SEED + 1, dtype=np.uint64)
    for place in range(SEED):
        hashed = (hashed ^ ids[place : place + len(hashed)].astype(np.uint64)) * _FACTORS[place]
        hashed ^= hashed >> np.uint64(29)
    return hashed


def _joined(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> tuple[Ints, Ints]:
    """The places of seeds that are the same in both."""
    values, a_of, a_first, a_count = _grouped(a)
    others, b_of, b_first, b_count = _grouped(b)
    _, x, y = np.intersect1d(values, others, assume_unique=True, return_indices=True)
    often = (a_count[x] > _OFTEN) | (b_count[y] > _OFTEN)
    wide = np.where(often, np.minimum(a_count[x], b_count[y]), a_count[x] * b_count[y])
    group = np.repeat(np.arange(len(x)), wide)
    number = np.arange(len(group)) - np.repeat(np.cumsum(wide) - wide, wide)
    of_a = np.where(often[group], number, number // np.maximum(b_count[y][group], 1))
    of_b = np.where(often[group], number, number % np.maximum(b_count[y][group], 1))
    return a_of[a_first[x][group] + of_a], b_of[b_first[y][group] + of_b]


def _grouped(seeds: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], Ints, Ints, Ints]:
    """The different seeds; all places sorted by seed; where a seed's places begin among them, and how many they are."""
    order = np.argsort(seeds, kind="stable")
    values, first, count = np.unique(seeds[order], return_index=True, return_counts=True)
    return values, order.astype(np.int64), first.astype(np.int64), count.astype(np.int64)


def _chained(runs: list[tuple[int, int, int]]) -> list[Chain]:
    """Each run goes on with the nearest that follows it closely in both texts; of two that would, with the nearer."""
    before: list[int | None] = [None] * len(runs)
    starts = np.array([run[0] for run in runs], dtype=np.int64)
    for number, (i, j, length) in enumerate(runs):
        low, high = np.searchsorted(starts, (i + 1, i + length + _GAP + 1)).tolist()
        best: tuple[int, int, int] | None = None
        for other in range(max(low, number + 1), high):
            i2, j2, length2 = runs[other]
            # Where a word was left out, the runs on both sides of it may share words in one of the texts.
            across, down = i2 - (i + length), j2 - (j + length)
            ends_later = i2 + length2 > i + length and j2 + length2 > j + length and j2 > j
            is_near = max(across, down) <= min(_GAP, length, length2) and min(across, down) > -length2
            if ends_later and is_near and before[other] is None:
                rank = (abs(across - down), abs(across) + abs(down), other)
                best = min(best or rank, rank)
        if best is not None:
            before[best[2]] = number
    made: dict[int, Chain] = {}
    for number, (i, j, length) in enumerate(runs):
        chain = Chain(i, i + length, j, j + length, length)
        if (earlier := before[number]) is not None:
            last = made.pop(earlier)
            overlap = max(0, last.a_end - i, last.b_end - j)
            chain = Chain(last.a, i + length, last.b, j + length, last.matched + length - overlap)
        made[number] = chain
    return [made[number] for number in sorted(made)]
