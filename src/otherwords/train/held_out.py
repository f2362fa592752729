"""Span examples out of documents that the reader never saw, half of them put to a document that does not hold them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from otherwords.evaluate.spans import SpanExample
from otherwords.train.corpus import LOOSE_KINDS, HeldOut
from otherwords.train.sources import Texts

_WORDS = (300, 1_000, 3_000, 10_000)
"""Words a document, about, in turn; shorter ones are put together. The more a document says, the more of it is like a
query by chance, and the probability must know."""
_QUERIES = 8
"""Queries a document."""


@dataclass(frozen=True)
class _Pile:
    """Documents put together, with the keys that tell what they are versions of."""

    keys: frozenset[str]
    segments: Texts


@dataclass(frozen=True)
class _Asked:
    pile: _Pile
    query: str
    text: str
    start: int
    end: int
    without: str
    """The text without the sentences that say it."""


def span_examples(sources: list[HeldOut], seed: int = 1, per_source: int = 60) -> Iterator[SpanExample]:
    rng = random.Random(seed)
    for source in sources:
        if source.kind in ("context", "questions"):  # an answer does not say its question in other words
            continue
        for words in _WORDS:
            asked = [one for pile in _piles(source, words, rng) for one in _queries(pile, rng)]
            rng.shuffle(asked)
            for number, one in enumerate(asked[: per_source // len(_WORDS)]):
                name = f"{source.name}:{words}:{number}"
                # Another document of the same kind: as like the right one as a wrong one gets.
                others = [other.text for other in asked if not other.pile.keys & one.pile.keys]
                if number % 2:
                    yield SpanExample(name, one.query, rng.choice(others) if others else one.without, None, None)
                else:
                    yield SpanExample(name, one.query, one.text, one.start, one.end)


def _piles(source: HeldOut, words: int, rng: random.Random) -> Iterator[_Pile]:
    """Documents long enough to look for something in."""
    documents = list(source.documents)
    if source.kind in LOOSE_KINDS:
        rng.shuffle(documents)
    keys: set[str] = set()
    segments: Texts = []
    for key, document in documents:
        if key in keys:  # the same in other words, so that a query would have two answers
            continue
        keys.add(key)
        segments += document
        if sum(len(segment[1].split()) for segment in segments) >= words:
            yield _Pile(frozenset(keys), segments)
            keys, segments = set(), []
    if segments:
        yield _Pile(frozenset(keys), segments)


def _queries(pile: _Pile, rng: random.Random) -> Iterator[_Asked]:
    """Queries from one version, with the offsets of what says them in the other."""
    side = rng.randrange(2)
    gap = rng.choice(["\n", " "])
    starts, text = [], ""
    for segment in pile.segments:
        starts.append(len(text))
        text += segment[side] + gap
    for _ in range(_QUERIES):
        count = rng.choice([1, 1, 1, 2])
        first = rng.randrange(max(1, len(pile.segments) - count + 1))
        told = pile.segments[first : first + count]
        query = " ".join(segment[1 - side] for segment in told).strip()
        if query and len(query.split()) <= 60:
            start, end = starts[first], starts[first + len(told) - 1] + len(told[-1][side])
            yield _Asked(pile, query, text, start, end, text[:start] + text[end:].lstrip())
