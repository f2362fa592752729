"""A text as a row of words that can be compared: folded, numbered, and with their offsets."""

import unicodedata
from array import array
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from otherwords.text import is_unspaced, words

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Wording:
    """The words of a text: where each starts and ends, and the number of the word that it is."""

    starts: Ints
    ends: Ints
    ids: Ints

    def __len__(self) -> int:
        return len(self.ids)

    def without(self, places: list[tuple[int, int]]) -> "Wording":
        """The words that begin in none of these stretches of the text, which come in order and apart."""
        if not places:
            return self
        edges = np.array(places, dtype=np.int64).ravel()
        outside = np.searchsorted(edges, self.starts, side="right") % 2 == 0
        return Wording(self.starts[outside], self.ends[outside], self.ids[outside])

    def within(self, start: int, end: int) -> slice:
        """The words that begin in a stretch of the text."""
        return slice(*np.searchsorted(self.starts, (start, end)).tolist())


class Vocabulary:
    """Numbers for words; what is written alike in all but case, accents' encoding and width has one number."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._words: list[str] = []

    def __len__(self) -> int:
        return len(self._words)

    def __getitem__(self, number: int) -> str:
        return self._words[number]

    def wording(self, text: str) -> Wording:
        starts, ends, ids = array("q"), array("q"), array("q")  # a book has many words, and Python's integers are large
        for start, end in words(text):
            for first, last in _parts(text, start, end):
                word = folded(text[first:last])
                if word not in self._ids:
                    self._ids[word] = len(self._ids)
                    self._words.append(word)
                starts.append(first)
                ends.append(last)
                ids.append(self._ids[word])
        return Wording(*(np.array(column, dtype=np.int64) for column in (starts, ends, ids)))

    def words(self, wording: Wording) -> list[str]:
        return [self._words[i] for i in wording.ids.tolist()]

    def since(self, number: int) -> list[str]:
        """The words from this number on, in their order."""
        return self._words[number:]


def _parts(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A word as it is; in scripts without spaces, where a run of letters holds several, character by character."""
    word = text[start:end]
    if word.isascii() or not any(map(is_unspaced, word)):
        return [(start, end)]
    cuts = [start]
    for place in range(start + 1, end):
        is_mark = unicodedata.category(text[place]) in ("Mn", "Mc", "Me") or text[place] in "\u200c\u200d"
        if not is_mark and (is_unspaced(text[place]) or is_unspaced(text[place - 1])):
            cuts.append(place)
    return list(zip(cuts, [*cuts[1:], end], strict=True))


@lru_cache(maxsize=1 << 16)
def folded(word: str) -> str:
    return word.lower() if word.isascii() else unicodedata.normalize("NFKC", word.replace("’", "'")).casefold()
