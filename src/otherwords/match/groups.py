"""Groups of wordings that say the same: each a centre, and members that were read with it and match it.

Nothing joins a group by way of another member, so no chain of small differences leads from one question to quite
another. Centres are tried in the order of how much is near them. A centre reads what is near it, the nearest first,
and stops when it has met nothing that matches for a while. That bounds the work, a few readings for every wording,
also where thousands of questions are alike and none is the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from otherwords.match.nearness import Nearness
from otherwords.match.neighbours import KEPT, Neighbours, Report
from otherwords.match.readings import Readings

READING = "reading"
PATIENCE = 8
"""Wordings in a row that may fail to match before a centre stops to look."""
_AHEAD = 256
"""Centres whose first readings are made together."""


@dataclass(frozen=True, slots=True)
class Star:
    """Wordings that match the one in the centre, in the order of how near they are to it, and how probably they do."""

    centre: int
    members: tuple[tuple[int, float], ...]


def stars(
    neighbours: Neighbours,
    nearness: Nearness,
    readings: Readings,
    floor: float,
    min_probability: float,
    order: NDArray[np.int64],
    report: Report,
) -> list[Star]:
    """``order`` says for each wording where it stands among all: it decides between equally good centres."""
    closeness = neighbours.closeness(floor)
    centres = np.lexsort((order, -closeness))[: int((neighbours.places[:, 0] >= 0).sum())].tolist()
    is_taken = np.zeros(len(closeness), dtype=bool)
    found: list[Star] = []

    for number, centre in enumerate(centres):
        if number % _AHEAD == 0:
            report(READING, number, len(centres))
            readings.learn(_first_pairs(centres[number : number + _AHEAD], neighbours, is_taken))
        if is_taken[centre]:
            continue
        members: list[tuple[int, float]] = []
        failed = 0
        for nearest in _nearest_first(centre, neighbours, nearness, is_taken):
            readings.learn((centre, other) for other in nearest)
            for other in nearest:
                probability = readings.probability(centre, other)
                if probability >= min_probability:
                    members.append((other, probability))
                    failed = 0
                else:
                    failed += 1
                    if failed == PATIENCE:
                        break
            if failed == PATIENCE:
                break
        if members:
            is_taken[[centre, *(member for member, _ in members)]] = True
            found.append(Star(centre, tuple(members)))
    report(READING, len(centres), len(centres))
    return found


def _first_pairs(
    centres: Sequence[int], neighbours: Neighbours, is_taken: NDArray[np.bool_]
) -> Iterator[tuple[int, int]]:
    """What centres will read first. One that an earlier centre may take is left out, for then it reads nothing."""
    may_go: set[int] = set()
    for centre in centres:
        if not is_taken[centre] and centre not in may_go:
            near = _free(centre, neighbours, is_taken)[:PATIENCE]
            may_go.update(near)
            yield from ((centre, other) for other in near)


def _free(centre: int, neighbours: Neighbours, is_taken: NDArray[np.bool_]) -> list[int]:
    near = neighbours.of(centre)
    free: list[int] = near[~is_taken[near]].tolist()
    return free


def _nearest_first(
    centre: int, neighbours: Neighbours, nearness: Nearness, is_taken: NDArray[np.bool_]
) -> Iterator[list[int]]:
    """What is near and in no group yet, a few at first, and then more and more at a time."""
    free = _free(centre, neighbours, is_taken)
    yield free[:PATIENCE]
    yield free[PATIENCE:]
    if neighbours.is_full(centre):
        others, cosines = nearness.near(centre)
        rest = others[np.lexsort((neighbours.keys[others], -cosines))][KEPT:]
        free, start, count = rest[~is_taken[rest]].tolist(), 0, 2 * PATIENCE
        while start < len(free):
            yield free[start : start + count]
            start, count = start + count, min(2 * count, _AHEAD)
