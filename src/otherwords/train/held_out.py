"""Span examples out of documents that the reader never saw, half of them put to a document that does not hold them."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from otherwords.evaluate.spans import SpanExample
from otherwords.find.ways import is_phrase
from otherwords.train.corpus import LOOSE_KINDS, HeldOut
from otherwords.train.sources import Texts

Rewordings = Callable[[str, str], Iterable[tuple[int, int, int, int]]]
"""Of two wordings the phrases that say the same: ``a[i:j]``, ``b[k:m]``."""

PARALLEL_KINDS = ("versions", "paragraphs", "groups", "pairs", "pivots")
"""Two wordings that agree in much."""
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


def phrase_examples(
    sources: list[HeldOut], rewordings: Rewordings, seed: int = 1, per_source: int = 60
) -> Iterator[SpanExample]:
    """The same with phrases out of a sentence, which ``rewordings`` finds in its other wording."""
    rng = random.Random(seed)
    for source in sources:
        if source.kind not in PARALLEL_KINDS:
            continue
        for words in _WORDS:
            asked = [one for pile in _piles(source, words, rng) for one in _phrases(pile, rewordings, rng)]
            rng.shuffle(asked)
            for number, one in enumerate(asked[: per_source // len(_WORDS)]):
                name = f"phrases/{source.name}:{words}:{number}"
                said = one.text[one.start : one.end]
                others = [other.text for other in asked if not other.pile.keys & one.pile.keys]
                others = [text for text in (*others, one.without) if said not in text and one.query not in text]
                if number % 2 and others:
                    yield SpanExample(name, one.query, rng.choice(others), None, None)
                elif number % 2 == 0:
                    yield SpanExample(name, one.query, one.text, one.start, one.end)


def _phrases(pile: _Pile, rewordings: Rewordings, rng: random.Random) -> Iterator[_Asked]:
    side = rng.randrange(2)
    gap = rng.choice(["\n", " "])
    text = gap.join(segment[side] for segment in pile.segments)
    for _ in range(_QUERIES):
        segment = rng.choice(pile.segments)
        start = text.index(segment[side])
        asked = segment[1 - side]
        if found := [one for one in rewordings(asked, segment[side]) if is_phrase(asked[one[0] : one[1]])]:
            i, j, k, m = rng.choice(found)
            without = text[:start] + text[start + len(segment[side]) :].lstrip()
            yield _Asked(pile, asked[i:j], text, start + k, start + m, without)


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
