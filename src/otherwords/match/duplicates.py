"""Every group of duplicates in a file of questions.

    questions ─► wordings ─► vectors ─► neighbours ─► groups
    questions    spool       store      nearness      readings, groups

Copies of one text are one wording from the start. Of any two wordings whose vectors are near, a probability is read
only where it can decide something. What was computed stays in the work folder: it is what makes a second run quick,
and has no say in what comes out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from otherwords.match.groups import Star, stars
from otherwords.match.matcher import Matcher
from otherwords.match.nearness import Nearness
from otherwords.match.neighbours import Report, compare, quietly
from otherwords.match.questions import Question
from otherwords.match.readings import Readings
from otherwords.match.spool import Spool, Wordings
from otherwords.match.store import Store, opened_store

SAME_TEXT = 1.0
"""The probability of a question whose text is the centre's own."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A text, the questions that have it, and how probably they say what the group's centre says."""

    questions: tuple[Question, ...]
    probability: float

    @property
    def text(self) -> str:
        return self.questions[0].text


@dataclass(frozen=True, slots=True)
class Group:
    """Questions that say the same. The first wording is the centre, which each of the others was read with."""

    wordings: tuple[Wording, ...]

    @property
    def centre(self) -> Wording:
        return self.wordings[0]

    @property
    def probability(self) -> float:
        """Of the wording that is the least sure."""
        return min(wording.probability for wording in self.wordings)

    @property
    def size(self) -> int:
        return sum(len(wording.questions) for wording in self.wordings)


@dataclass(frozen=True, slots=True)
class Seen:
    """How much there was to do."""

    questions: int
    wordings: int
    readings: int
    """Pairs read in this run."""


class Duplicates:
    """The groups of some questions, the largest first; of groups of one size, the one that was asked first."""

    def __init__(
        self,
        matcher: Matcher,
        questions: Iterable[Question],
        *,
        min_probability: float = 0.5,
        floor: float | None = None,
        work: Path | None = None,
        report: Report = quietly,
    ) -> None:
        """``floor`` is the cosine from which two wordings may be read together; else the matcher knows which one."""
        if floor is None:
            floor = matcher.floor(min_probability)
        with opened_store(work, matcher.identity, matcher.size) as store:
            self._spool = Spool(questions, work)
            self._wordings = self._spool.wordings()
            self._stars: list[Star] = []
            readings = self._group(matcher, store, min_probability, floor, report)
        self.seen = Seen(len(self._spool), len(self._wordings), readings)

    def _group(self, matcher: Matcher, store: Store, min_probability: float, floor: float, report: Report) -> int:
        wordings = self._wordings
        if not len(wordings):
            return 0
        rows = store.rows(wordings.keys, self._text, matcher.model, report)
        by_row = np.argsort(rows)  # those that were there before stand first
        keys = wordings.keys[by_row]
        nearness = Nearness(store.vectors(rows[by_row]), floor)
        neighbours = compare(nearness, keys, store.neighbours(floor), report)
        readings = Readings(matcher.model, keys, lambda place: self._text(int(by_row[place])), nearness.cosines, store)
        found = stars(neighbours, nearness, readings, floor, min_probability, by_row, report)
        turned = [
            Star(int(by_row[star.centre]), tuple((int(by_row[member]), p) for member, p in star.members))
            for star in found
        ]
        self._stars = _with_copies(turned, wordings)
        return readings.read

    def _text(self, wording: int) -> str:
        return self._spool[int(self._wordings.firsts[wording])].text

    def __len__(self) -> int:
        return len(self._stars)

    def __iter__(self) -> Iterator[Group]:
        for star in self._stars:
            likeliest = sorted(star.members, key=lambda member: (-member[1], member[0]))
            yield Group(tuple(self._wording(*member) for member in [(star.centre, SAME_TEXT), *likeliest]))

    def _wording(self, wording: int, probability: float) -> Wording:
        return Wording(tuple(self._spool[place] for place in self._wordings.copies(wording)), probability)


def _with_copies(found: list[Star], wordings: Wordings) -> list[Star]:
    """In their order, and with groups of wordings that only have copies."""
    counts = wordings.counts()
    is_grouped = np.zeros(len(wordings), dtype=bool)
    sizes: list[tuple[int, int]] = []
    for star in found:
        inside = [star.centre, *(member for member, _ in star.members)]
        is_grouped[inside] = True
        sizes.append((-int(counts[inside].sum()), min(inside)))
    alone = [Star(int(one), ()) for one in np.flatnonzero((counts > 1) & ~is_grouped)]
    sizes += [(-int(counts[star.centre]), star.centre) for star in alone]
    every = found + alone
    return [every[i] for i in sorted(range(len(every)), key=sizes.__getitem__)]
