"""One of the two texts, made ready: its sentences and its words, and where they stand."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from otherwords.compare.wording import Vocabulary, Wording
from otherwords.find.units import units
from otherwords.text import Document, Span, readable

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Run = tuple[int, int]
"""Sentences ``[first, last)`` that stand one after the other."""
Place = tuple[int, int]
"""Characters ``[start, end)``."""


@dataclass(frozen=True)
class Side:
    document: Document
    starts: Ints
    ends: Ints
    """Of the sentences."""
    wording: Wording
    left_out: tuple[Span, ...] = ()
    """Stretches that take no part: their words are not among the words."""

    @classmethod
    def of(cls, document: Document, vocabulary: Vocabulary, left_out: tuple[Span, ...] = ()) -> "Side":
        text = readable(document).text
        starts, ends = units(text)
        every = vocabulary.wording(text)
        wording = every.without([(span.start, span.end) for span in left_out])
        all_words, kept_words = (_counts(one, starts, ends) for one in (every, wording))
        stays = (kept_words > 0) & (2 * kept_words >= all_words)
        return cls(document, starts[stays], ends[stays], wording, left_out)

    @cached_property
    def is_last(self) -> NDArray[np.bool_]:
        """Of each sentence, whether its line or paragraph ends with it."""
        text = self.document.text
        gaps = zip(self.ends.tolist(), [*self.starts[1:].tolist(), len(text)], strict=True)
        return np.array(["\n" in text[end:start] for end, start in gaps], dtype=bool)

    def __len__(self) -> int:
        return len(self.starts)

    def place(self, run: Run) -> Place:
        """The characters of a run of sentences."""
        return int(self.starts[run[0]]), int(self.ends[run[1] - 1])

    def run(self, place: Place) -> Run | None:
        """The sentences that a stretch consists of; None where it does not begin and end with sentences."""
        first, last = np.searchsorted(self.starts, place[0]), np.searchsorted(self.ends, place[1])
        if first <= last < len(self) and self.starts[first] == place[0] and self.ends[last] == place[1]:
            return int(first), int(last) + 1
        return None

    def text(self, run: Run) -> str:
        start, end = self.place(run)
        return self.document.text[start:end]

    def words(self, place: Place) -> Ints:
        """The numbers of the words that begin in a stretch of the text."""
        return self.wording.ids[self.wording.within(*place)]

    def count(self, place: Place) -> int:
        part = self.wording.within(*place)
        return int(part.stop - part.start)

    def before(self, word: int) -> Place:
        """From the beginning of the sentence that a word stands in to the word."""
        start = int(self.wording.starts[word])
        sentence = int(np.searchsorted(self.starts, start, side="right")) - 1
        return (int(self.starts[sentence]) if sentence >= 0 else start), start

    def after(self, word: int) -> Place:
        """From a word to the end of the sentence that it stands in."""
        end = int(self.wording.ends[word])
        sentence = int(np.searchsorted(self.ends, end))
        return end, (int(self.ends[sentence]) if sentence < len(self) and self.starts[sentence] < end else end)

    def covered(self, stretches: list[tuple[int, int]]) -> Floats:
        """Of each sentence, the share of its words that stand in stretches of words ``[first, last)``."""
        inside = np.zeros(len(self.wording) + 1)
        for first, last in stretches:
            inside[first + 1 : last + 1] = 1
        before = np.cumsum(inside)
        firsts, lasts = (np.searchsorted(self.wording.starts, edge) for edge in (self.starts, self.ends))
        shares: Floats = (before[lasts] - before[firsts]) / np.maximum(lasts - firsts, 1)
        return shares

    def neighbours(self, place: Place) -> tuple[Callable[[int], Run | None], Callable[[int], Run | None]]:
        """So many sentences before a place, and so many after it; None where there are not so many."""
        first = int(np.searchsorted(self.ends, place[0], side="right"))
        last = int(np.searchsorted(self.starts, place[1]))
        return (
            lambda count: (first - count, first) if count <= first else None,
            lambda count: (last, last + count) if last + count <= len(self) else None,
        )


def _counts(wording: Wording, starts: Ints, ends: Ints) -> Ints:
    """The number of words in each stretch."""
    return np.searchsorted(wording.starts, ends) - np.searchsorted(wording.starts, starts)
