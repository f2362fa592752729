"""Spans that the reader saw, or that say the query word for word, and which of them are kept."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice

from otherwords.find.copies import occurrences
from otherwords.text import Document, Excerpt, words

_LEAD_OF_A_WORD, _LEAD_OF_EACH_MORE, _LARGEST_LEAD = 12.0, 3.0, 25.0
"""What a span that says the query word for word leads by, at least. Readers are trained on other words, and the same
ones in the middle of a sentence may escape them. The fewer they are, the likelier they stand there to say something
else."""
_LIKENESS_WEIGHT = 15
"""What a place's score by words counts beside leads when spans are compared: the middle of what is best, all alike, on
examples kept aside from training."""


@dataclass(frozen=True)
class Found:
    document: Document
    start: int
    end: int
    lead: float
    """Over "no span here" in the window that it stands in."""
    likeness: float = 0.0
    """What spoke for its place before it was read."""

    @property
    def worth(self) -> float:
        """By which spans are compared."""
        return self.lead + _LIKENESS_WEIGHT * self.likeness

    @property
    def text(self) -> str:
        return self.document.text[self.start : self.end]

    def overlaps(self, other: "Found") -> bool:
        shift = self._shift(other)
        return shift is not None and self.start < other.end + shift and other.start + shift < self.end

    def holds(self, other: "Found") -> bool:
        shift = self._shift(other)
        return shift is not None and self.start <= other.start + shift and other.end + shift <= self.end

    def _shift(self, other: "Found") -> int | None:
        """What leads from the other's offsets to this one's, for stretches of one document may share a part of it; None
        where the two are of different documents."""
        if isinstance(self.document, Excerpt) and isinstance(other.document, Excerpt):
            same = self.document.whole == other.document.whole
            return other.document.offset - self.document.offset if same else None
        return 0 if self.document is other.document else None


def apart(found: Iterable[Found], most: int) -> list[Found]:
    """The best, none overlapping another; ties go to what came first."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: -one.worth):
        if len(kept) == most:
            break
        if not any(map(one.overlaps, kept)):
            kept.append(one)
    return kept


def apart_by_document(found: Iterable[Found], most: int) -> list[Found]:
    """The same of more than can be held, where documents come one after the other.

    A span may lose to another that loses itself to one still to come, so none is let go before all of its document are
    there. They are fewer than the document's tokens, which are held as well; and no span overlaps one of another
    document.
    """
    best: list[Found] = []
    of_one: list[Found] = []
    for one in found:
        if of_one and one.document is not of_one[0].document:
            best, of_one = apart([*best, *of_one], most), []
        of_one.append(one)
    return apart([*best, *of_one], most)


class WordForWord:
    """Notes, of documents that pass by, the first places that say a query in just its words."""

    def __init__(self, query: str, most: int) -> None:
        self._query, self._most = query, most
        self._lead = min(_LARGEST_LEAD, _LEAD_OF_A_WORD + _LEAD_OF_EACH_MORE * (len(list(words(query))) - 1))
        self._said: list[Found] = []

    @property
    def is_said(self) -> bool:
        """Whether any document says it so."""
        return bool(self._said)

    def note(self, document: Document) -> None:
        places = islice(occurrences(self._query, document.text), self._most - len(self._said))
        self._said += [Found(document, *place, self._lead, likeness=1.0) for place in places]

    def among(self, found: list[Found]) -> list[Found]:
        """What was found together with these: a span around one of them is as sure as it is, and a part of one is no
        answer."""
        around = [one for one in found if any(map(one.holds, self._said))]
        beside = [one for one in found if not any(map(one.overlaps, self._said))]
        bare = [one for one in self._said if not any(other.holds(one) for other in around)]
        return [*(replace(one, lead=max(one.lead, self._lead)) for one in around), *beside, *bare]
