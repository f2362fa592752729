"""Word-match counts (+CNT): how many of a question's words an answer says, plainly and weighed by how rare they are."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping

from otherwords.ask.wordings.normal import STOP_WORDS, stem, word_list
from otherwords.remembered import Remembered

_REMEMBERED = 100_000


class MatchCounts:
    def __init__(self, rarity: Mapping[str, float], unknown: float) -> None:
        self.rarity, self.unknown = dict(rarity), unknown
        self._stems: Remembered[str, frozenset[str]] = Remembered(_REMEMBERED)

    @classmethod
    def learned(cls, texts: Iterable[str]) -> "MatchCounts":
        """Rarity is the logarithm of the share of texts that have a word."""
        texts = list(texts)
        counts = Counter(word for text in texts for word in _stems(text))
        rarity = {word: math.log(len(texts) / count) for word, count in counts.items()}
        return cls(rarity, math.log(max(2, len(texts))))

    def of(self, question: str, answer: str) -> tuple[float, float]:
        said = self._known(question) & self._known(answer)
        return len(said), sum(self.rarity.get(word, self.unknown) for word in sorted(said))

    def _known(self, text: str) -> frozenset[str]:
        return self._stems.one(text, lambda: _stems(text))


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in word_list(text) if word not in STOP_WORDS)
