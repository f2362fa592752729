"""How much a word tells: rare words tell more."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping

from otherwords.text import words


def words_of(text: str) -> list[str]:
    """The words, in one case."""
    return [text[start:end].casefold() for start, end in words(text)]


class Rarity:
    """log(texts / texts with the word), at least a little for every word; a word that was never seen is the rarest."""

    def __init__(self, counts: Mapping[str, int], texts: int) -> None:
        self.counts = counts
        self.texts = texts

    @classmethod
    def in_texts(cls, texts: Iterable[str]) -> "Rarity":
        counts: Counter[str] = Counter()
        total = 0
        for text in texts:
            counts.update(set(words_of(text)))
            total += 1
        return cls(counts, total)

    def __getitem__(self, word: str) -> float:
        return math.log((self.texts + 1) / (self.counts.get(word, 0) + 0.5)) + 0.1
