"""Sentences that may answer: out of documents, read one after the other, or out of an index.

A promising place is more than one sentence, for one that answers often says "it" where the one before says the name.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords.ask.answer import Passage
from otherwords.text import Document, readable, sentences

if TYPE_CHECKING:
    from otherwords.index import Index

PLACES = 16
"""Kept for each wording."""
WIDTH = 600
"""Characters of a place, about."""
_CONTEXT = 200
"""Characters on either side of a sentence, for showing."""
_LONGEST_OPENING = 300
"""Characters. A document that does not begin with a sentence has no opening to understand others by."""
_MARGIN = 1000
"""Characters on either side of a place in which the ends of its sentences are looked for."""


@dataclass(frozen=True, slots=True)
class Place:
    """Characters ``[start, end)`` of a text, and what speaks for them: comparable with places of other texts."""

    start: int
    end: int
    score: float


Screen = Callable[[str, Sequence[str]], Sequence[Sequence[Place]]]
"""Of a text, for each of some queries, the best places, the best first, at most PLACES of them."""

_Kept = tuple[float, int, int, list[Passage]]


def from_documents(documents: Iterable[Document], wordings: Sequence[str], screen: Screen) -> list[Passage]:
    """The sentences in the best places of all documents, in their order; of those with the same text, the first."""
    best: list[list[_Kept]] = [[] for _ in wordings]
    for number, document in enumerate(documents):
        opening = _opening(readable(document).text)
        for kept, places in zip(best, screen(document.text, wordings), strict=True):
            for order, place in enumerate(places):
                _keep(kept, document, place, number, order, opening)
    found = {
        (-number, passage.span.start): passage
        for kept in best
        for _, number, _, passages in kept
        for passage in passages
    }
    return _once(found[where] for where in sorted(found))


def from_index(index: "Index", wordings: Sequence[str]) -> list[Passage]:
    """The same out of an index; the best place for the first wording comes first."""
    excerpts = [one for wording in wordings for one in index.around(index.search(wording, PLACES), WIDTH)]
    openings = {whole: _opening(text) for whole, text in index.beginnings(one.whole for one in excerpts).items()}
    found: dict[tuple[int, int], Passage] = {}  # by documents' numbers, for two of a web archive may have one address
    for one in excerpts:
        for passage in _sentences(one, Place(0, len(one.text), 0.0), openings.get(one.whole, "")):
            found.setdefault((one.whole, passage.span.start), passage)
    return _once(found.values())


def _keep(kept: list[_Kept], document: Document, place: Place, number: int, order: int, opening: str) -> None:
    """Its sentences are cut out at once: the document itself is let go, however many there are."""
    rank = (place.score, -number, -order)
    if len(kept) < PLACES:
        heapq.heappush(kept, (*rank, list(_sentences(document, place, opening))))
    elif rank > kept[0][:3]:
        heapq.heapreplace(kept, (*rank, list(_sentences(document, place, opening))))


def _opening(text: str) -> str:
    """The first sentence of a text."""
    first = next(sentences(text[:_MARGIN]), None)
    return text[slice(*first)] if first and first[1] - first[0] <= _LONGEST_OPENING else ""


def _sentences(document: Document, place: Place, opening: str) -> Iterator[Passage]:
    text = document.text
    begin = max(0, place.start - _MARGIN)
    for first, last in sentences(text[begin : place.end + _MARGIN]):
        start, end = begin + first, begin + last
        if start < place.end and place.start < end:
            context = document.span(max(0, start - _CONTEXT), min(len(text), end + _CONTEXT))
            yield Passage(document.id, document.span(start, end), context, document.locate(start, end), opening)


def _once(passages: Iterable[Passage]) -> list[Passage]:
    first: dict[str, Passage] = {}
    for one in passages:
        first.setdefault(one.span.text, one)
    return list(first.values())
