"""The sentences of a document that may become a target, in an order that is drawn."""

import random
from collections.abc import Callable, Iterator
from itertools import islice

from otherwords.backtranslate.sayings import is_said_twice, padded
from otherwords.text import Document, Span, words
from otherwords.translate.units import units

LONGEST_TARGET = 100
"""In words."""


def draw_candidates(document: Document, count: int, seed: int, fits: Callable[[str], bool]) -> list[Span]:
    """Up to ``count`` sentences; which ones hangs on the seed and the document alone, not on other documents."""
    spans = [document.span(start, end) for start, end in units(document.text)]
    random.Random(f"{seed} {document.text}").shuffle(spans)  # not the path, which differs from machine to machine
    return list(islice(_usable(document, spans, fits), count))


def _usable(document: Document, spans: list[Span], fits: Callable[[str], bool]) -> Iterator[Span]:
    said = padded(document.text)
    for span in spans:
        if not 1 <= sum(1 for _ in islice(words(span.text), LONGEST_TARGET + 1)) <= LONGEST_TARGET:
            continue
        # What is said twice has two right answers, and taking one of them out leaves the other.
        if fits(span.text) and not is_said_twice(padded(span.text), said):
            yield span
