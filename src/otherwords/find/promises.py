"""The most promising places of many documents, by two scores that cannot be compared."""

import heapq
from collections.abc import Iterator
from itertools import zip_longest

from otherwords.find.screen import Candidate
from otherwords.text import Document

Promise = tuple[float, int, int, Candidate, Document]
"""A score, what settles ties, and a place of a document."""


class Promises:
    """The best of many."""

    def __init__(self, most: int) -> None:
        self.best: list[Promise] = []
        self._most = most

    def keep(self, entry: Promise) -> None:
        if len(self.best) < self._most:
            heapq.heappush(self.best, entry)
        else:
            heapq.heappushpop(self.best, entry)


def taking_turns(*heaps: list[Promise]) -> Iterator[tuple[Candidate, Document]]:
    """The best by one score, the best by the other, and so on: the two measure in different coins."""
    lines = [sorted(heap, key=lambda entry: entry[:3], reverse=True) for heap in heaps if heap]
    seen: set[tuple[int, int]] = set()
    for turn in zip_longest(*lines):
        for _, number, order, candidate, document in filter(None, turn):
            if (number, order) not in seen:
                seen.add((number, order))
                yield candidate, document
