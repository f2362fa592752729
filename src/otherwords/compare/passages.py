"""From candidates to passages: the likeliest first, none in two pairs, and neighbours taken together."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from otherwords.compare.judge import Judge, Runs, copied_logit
from otherwords.compare.kinds import kind_of
from otherwords.compare.pair import Kind
from otherwords.compare.runs import Chain
from otherwords.compare.side import Place, Side

_TAKEN = 0.5
"""A passage of which more than this share is in likelier pairs already is not paired again."""
_EXCHANGED = 2
"""Words at a sentence's edge."""
_EXPLAINED = 0.8
"""Two passages of which one is copied to so large a part, out of the other, are told by the copy."""
_BETWEEN = 0.34
"""The share of two passages, taken together, that may stand between them."""
_SUPPORT = 1.2
"""What it tells of two sentences, as a logit, that those beside them say the same: half of it was fitted, and half is
what the judge takes from all pairs because most sentences are shared with nobody."""
_COPY = 8
"""Words that a copied sentence needs to stand for itself beside others."""
_AT_ONCE = 8
"""Pairs that are read at a time."""

_Key = tuple[float, int, Place, Place]
_Waiting = tuple[_Key, Runs]


@dataclass(frozen=True, slots=True)
class Passage:
    """Characters of both texts, and what speaks for one saying the other, as a logit."""

    a: Place
    b: Place
    logit: float
    is_copy: bool = False


class _Chosen:
    """Passages, found again by where they stand: a book has thousands."""

    def __init__(self) -> None:
        self.all: dict[Passage, None] = {}
        self._at: dict[tuple[int, int], dict[Passage, None]] = defaultdict(dict)

    def overlapping(self, passage: Passage) -> list[Passage]:
        """Those that may overlap it, in either text."""
        return list(dict.fromkeys(one for place in _stretches(passage) for one in self._at.get(place, ())))

    def replace(self, old: list[Passage], new: Passage) -> None:
        for passage in old:
            del self.all[passage]
            for place in _stretches(passage):
                del self._at[place][passage]
        self.all[new] = None
        for place in _stretches(new):
            self._at[place][new] = None


def _stretches(passage: Passage) -> Iterator[tuple[int, int]]:
    """The side, and the number of each thousand characters that it touches."""
    for side, (start, end) in enumerate((passage.a, passage.b)):
        for number in range(start // 1000, (end - 1) // 1000 + 1):
            yield side, number


class Passages:
    """The passages that were chosen so far, none of them twice in either text."""

    def __init__(self, judge: Judge, least: float) -> None:
        self._judge, self._least = judge, least
        self._a, self._b = judge.evidence.a, judge.evidence.b
        self._chosen = _Chosen()

    def choose(self, chains: list[Chain], candidates: list[Runs]) -> list[Passage]:
        """Those that are likely enough, in the order of the first text."""
        for passage in sorted(map(self._copy, chains), key=_first):
            self._add(passage)
        self._take(candidates, 0.0)
        self._grow()
        return self._together(sorted(self._chosen.all, key=lambda one: (one.a, one.b)))

    def _copy(self, chain: Chain) -> Passage:
        """The words, and the marks around them where a sentence begins or ends.

        Where only a word or two are missing in both texts, those were exchanged, and the sentences belong together.
        """
        starts = _edges(self._a, self._a.before(chain.a), self._b, self._b.before(chain.b), inner=1)
        ends = _edges(self._a, self._a.after(chain.a_end - 1), self._b, self._b.after(chain.b_end - 1), inner=0)
        return Passage((starts[0], ends[0]), (starts[1], ends[1]), copied_logit(chain.matched), True)

    def _take(self, candidates: Sequence[Runs], support: float) -> list[Passage]:
        """Chooses among these, the likeliest first.

        Whatever more is to be computed for a verdict is computed when nothing likelier is left that it would have to
        make room for: most need not be read.
        """
        taken: list[Passage] = []
        waiting = [
            (_first(passage), runs)
            for runs in dict.fromkeys(candidates)
            if (passage := self._passage(runs, self._judge.most(runs) + support)).logit >= self._least
        ]
        heapify(waiting)
        while waiting:
            (next_, *_), runs = waiting[0]
            if self._judge.is_settled(runs):
                heappop(waiting)
                passage = self._passage(runs, -next_)
                taken += [passage] if self._add(passage) else []
                continue
            doubtful = self._next_doubtful(waiting)
            for runs, logit in zip(doubtful, self._judge.verdicts(doubtful, self._least - support), strict=True):
                if logit + support >= self._least:
                    heappush(waiting, (_first(self._passage(runs, logit + support)), runs))
        return taken

    def _next_doubtful(self, waiting: list["_Waiting"]) -> list[Runs]:
        """Takes out the next few of which more is to be known, none overlapping another or taken already."""
        doubtful: list[Runs] = []
        others: list[_Waiting] = []
        here = _Chosen()
        while waiting and len(doubtful) < _AT_ONCE and not self._judge.is_settled(waiting[0][1]):
            one = heappop(waiting)
            passage = self._passage(one[1], 0.0)
            if self._fitted(passage) is None:
                continue
            if any(_overlap(it.a, passage.a) or _overlap(it.b, passage.b) for it in here.overlapping(passage)):
                others.append(one)
                continue
            here.replace([], passage)
            doubtful.append(one[1])
        for one in others:
            heappush(waiting, one)
        return doubtful

    def _passage(self, runs: Runs, logit: float) -> Passage:
        return Passage(self._a.place(runs[0]), self._b.place(runs[1]), logit)

    def _add(self, passage: Passage) -> bool:
        """Chooses a passage, unless it is taken."""
        fitted = self._fitted(passage)
        if fitted is None:
            return False
        self._chosen.replace(*fitted)
        return True

    def _fitted(self, passage: Passage) -> tuple[list[Passage], Passage] | None:
        """The copies that it overlaps in both texts, and the passage with them; None where it is taken."""
        absorbed: list[Passage] = []
        likely = not passage.is_copy
        for one in self._chosen.overlapping(passage) if likely else ():
            if one.is_copy and _overlap(one.a, passage.a) and _overlap(one.b, passage.b):
                if max(_share(passage.a, one.a), _share(passage.b, one.b)) > _EXPLAINED:
                    return None
                logit = max(one.logit, passage.logit)
                passage = Passage(_hull(one.a, passage.a), _hull(one.b, passage.b), logit, True)
                absorbed.append(one)
        others = [one for one in self._chosen.overlapping(passage) if one not in absorbed]
        in_a = sum(_share(passage.a, one.a) for one in others)
        in_b = sum(_share(passage.b, one.b) for one in others)
        return None if max(in_a, in_b) > _TAKEN else (absorbed, passage)

    def _grow(self) -> None:
        """What stands beside a chosen passage in both texts needs less to speak for it."""
        waiting = sorted(self._chosen.all, key=_first)
        while waiting:
            grown = waiting.pop(0)
            beside = list(filter(self._judge.evidence.is_open, _beside(self._a, grown.a, self._b, grown.b)))
            waiting += self._take(beside, _SUPPORT)

    def _together(self, chosen: list[Passage]) -> list[Passage]:
        """Passages that stand close together in both texts as one, in whatever order they do; not across paragraphs."""
        made: list[Passage] = []
        for passage in chosen:
            if made and (whole := self._joined(made[-1], passage)):
                made[-1] = whole
            else:
                made.append(passage)
        return made

    def _joined(self, one: Passage, other: Passage) -> Passage | None:
        """Two passages with the few words between them; None where these are too many, or one is a copy by itself."""
        if self._is_copied_sentence(one) != self._is_copied_sentence(other):
            return None
        a, b = _hull(one.a, other.a), _hull(one.b, other.b)
        for side, hull, first, second in ((self._a, a, one.a, other.a), (self._b, b, one.b, other.b)):
            gap = (min(first[1], second[1]), max(first[0], second[0]))
            if "\n" in side.document.text[slice(*gap)] or side.count(gap) > _BETWEEN * side.count(hull):
                return None
        size, other_size = (sum(end - start for start, end in (passage.a, passage.b)) for passage in (one, other))
        weighed = (one.logit * size + other.logit * other_size) / (size + other_size)
        return Passage(a, b, weighed)

    def _is_copied_sentence(self, passage: Passage) -> bool:
        whole = self._a.run(passage.a) and self._b.run(passage.b) and self._a.count(passage.a) >= _COPY
        return bool(whole) and self._kind(passage) is Kind.COPIED

    def _kind(self, passage: Passage) -> Kind:
        return kind_of(self._a.words(passage.a), self._b.words(passage.b))


def _edges(a: Side, rest: Place, b: Side, other_rest: Place, *, inner: int) -> tuple[int, int]:
    """Where a copy begins, or ends, in both texts, given what its sentences have beyond it."""
    missing, other_missing = a.count(rest), b.count(other_rest)
    is_exchanged = 0 < missing <= _EXCHANGED and 0 < other_missing <= _EXCHANGED
    outer = 1 - inner
    return (
        rest[outer if is_exchanged or not missing else inner],
        other_rest[outer if is_exchanged or not other_missing else inner],
    )


def _beside(a: Side, here: Place, b: Side, there: Place) -> Iterator[Runs]:
    """The sentences before a passage in both texts, and those after it: one and one, or one and two."""
    for run, other in zip(a.neighbours(here), b.neighbours(there), strict=True):
        for x, y in ((1, 1), (1, 2), (2, 1)):
            if (mine := run(x)) and (theirs := other(y)):
                yield mine, theirs


def _first(passage: Passage) -> _Key:
    return -passage.logit, abs(passage.a[0] - passage.b[0]), passage.a, passage.b


def _overlap(one: Place, other: Place) -> int:
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def _hull(one: Place, other: Place) -> Place:
    return min(one[0], other[0]), max(one[1], other[1])


def _share(place: Place, other: Place) -> float:
    """How much of a place another covers."""
    return _overlap(place, other) / (place[1] - place[0])
