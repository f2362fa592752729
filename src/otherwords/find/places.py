"""From scores of units to places worth reading: windows around the best units, as ranges of characters."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Place:
    """Characters ``[start, end)`` to be read, because the unit around ``centre`` looks promising."""

    start: int
    end: int
    centre: int
    unit: int


def best_places(scores: Floats, starts: Ints, ends: Ints, count: int, width: int) -> list[Place]:
    """The best units with their neighbours, ``width`` characters each, leaving out units that a place already holds."""
    places: list[Place] = []
    for unit in _best_first(scores, count):
        centre = int(starts[unit] + ends[unit]) // 2
        if any(abs(centre - place.centre) < width // 4 for place in places):
            continue
        first = int(np.searchsorted(ends, min(starts[unit], centre - width // 2), side="right"))
        last = int(np.searchsorted(starts, max(ends[unit], centre + width // 2), side="left")) - 1
        start, end = min(first, unit), max(last, unit)
        places.append(Place(int(starts[start]), int(ends[end]), centre, unit))
        if len(places) == count:
            break
    return places


def _best_first(scores: Floats, count: int) -> list[int]:
    """Units from the best down, ties in order of the text; enough of them for ``count`` places that may overlap."""
    enough = 12 * count
    if enough < len(scores):  # sorting all the sentences of a library would cost more than scoring them
        candidates = np.flatnonzero(scores >= -np.partition(-scores, enough - 1)[enough - 1])
    else:
        candidates = np.arange(len(scores))
    order = candidates[np.argsort(-scores[candidates], kind="stable")]
    return [int(unit) for unit in order[:enough]]
