"""Which sentences of two texts might say the same: those whose meanings are near, alone or with their neighbours."""

from collections.abc import Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from otherwords.compare.judge import Judge, Runs
from otherwords.compare.side import Run

Floats = NDArray[np.float32]

_NEAREST = 3
"""Of each sentence so many of the other text's are looked at."""
_LONGEST = 3
_ROWS = 1024
"""Sentences whose cosines are in hand at a time."""
_HOPELESS, _SURE = -2.5, 3.7
"""Two sentences that are less likely to say the same are no candidates; likelier ones need not be looked at together
with their neighbours."""


def candidates(judge: Judge) -> list[Runs]:
    """Every promising pair of sentences, and of the runs around it the pair that is likeliest to say the same."""
    evidence = judge.evidence
    best: dict[Runs, Runs] = {}
    for i, j in near(evidence.a_vectors, evidence.b_vectors, judge.floor):
        alone = (i, i + 1), (j, j + 1)
        if judge.glance(alone) >= _HOPELESS:
            best[alone] = alone
    for longest in range(2, _LONGEST + 1):
        growing = [
            alone
            for alone, so_far in best.items()
            if judge.glance(so_far) < _SURE and max(map(_length, so_far)) == longest - 1
        ]
        larger = {
            alone: [
                runs
                for runs in around(alone[0][0], alone[1][0], len(evidence.a), len(evidence.b))
                if max(map(_length, runs)) == longest and evidence.is_open(runs)
            ]
            for alone in growing
        }
        evidence.learn(chain.from_iterable(larger.values()))
        for alone, runs in larger.items():
            best[alone] = max([best[alone], *runs], key=judge.glance)
    # Where the best overlaps a likelier one, the two sentences alone may still stand.
    return list(dict.fromkeys(runs for alone, likeliest in best.items() for runs in (likeliest, alone)))


def _length(run: Run) -> int:
    return run[1] - run[0]


def around(i: int, j: int, a_size: int, b_size: int) -> Iterator[Runs]:
    """Runs that hold the two sentences: one and up to three, or two and two."""
    for a in _runs(i, a_size):
        for b in _runs(j, b_size):
            sizes = a[1] - a[0], b[1] - b[0]
            if min(sizes) == 1 or sizes == (2, 2):
                yield a, b


def _runs(place: int, size: int) -> list[Run]:
    return [
        (first, first + length)
        for length in range(1, _LONGEST + 1)
        for first in range(max(0, place - length + 1), min(place, size - length) + 1)
    ]


def near(a: Floats, b: Floats, floor: float) -> list[tuple[int, int]]:
    """Pairs from a cosine on, each among the nearest of one of its sentences; what has no vector is near to none."""
    rows, columns = (np.flatnonzero((side != 0).any(axis=1)) for side in (a, b))
    others = b[columns].T
    found: list[NDArray[np.float64]] = [np.zeros((0, 3))]
    for start in range(0, len(rows) if len(columns) else 0, _ROWS):
        tile = rows[start : start + _ROWS]
        cosines = a[tile] @ others
        i, j = np.nonzero(cosines >= floor)
        found.append(_nearest(np.column_stack([tile[i], columns[j], cosines[i, j]])))
    return [(int(i), int(j)) for i, j, _ in _nearest(np.concatenate(found)).tolist()]


def _nearest(pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    nearest: NDArray[np.float64] = pairs[_among_nearest(pairs, 0) | _among_nearest(pairs, 1)]
    return nearest


def _among_nearest(pairs: NDArray[np.float64], side: int) -> NDArray[np.bool_]:
    order = np.lexsort((pairs[:, 1 - side], -pairs[:, 2], pairs[:, side]))
    owners = pairs[order, side]
    firsts = np.searchsorted(owners, owners)
    kept = np.zeros(len(pairs), dtype=bool)
    kept[order] = np.arange(len(pairs)) - firsts < _NEAREST
    return kept
