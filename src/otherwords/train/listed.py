"""Lists of phrases that say the same, or do not, and where a sentence holds one of them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.encoder.tokens import PieceTokenizer
from otherwords.train.phrases import Pair, Phrases
from otherwords.train.windows import Ids, Vocabulary

_LONGEST = 8
"""Tokens of a listed phrase."""
_CONTRARY_SHARE = 0.3
"""Of the questions to a phrase that has an opposite, or the like."""


@dataclass
class Phrase:
    same: list[Ids] = field(default_factory=list)
    other: list[Ids] = field(default_factory=list)
    asked: int = 0
    """How often it was the answer. Phrases take turns, for a few of them are said everywhere."""

    def partner(self, random: np.random.Generator) -> tuple[Ids, bool]:
        """Another phrase, and whether it says the same."""
        is_other = not self.same or (bool(self.other) and random.random() < _CONTRARY_SHARE)
        among = self.other if is_other else self.same
        return among[int(random.integers(len(among)))], not is_other


class Listed:
    def __init__(self, phrases: Phrases, tokenizer: PieceTokenizer, language: str = "en") -> None:
        self.language = language
        self._phrases: defaultdict[bytes, Phrase] = defaultdict(Phrase)
        texts = list(dict.fromkeys(text for pair in (*phrases.same, *phrases.other) for text in pair))
        ids = {text: np.array(one, np.uint16) for text, one in zip(texts, tokenizer.ids(texts), strict=True)}
        for pairs, is_same in ((phrases.same, True), (phrases.other, False)):
            self._note(pairs, ids, is_same)

    def _note(self, pairs: Iterable[Pair], ids: dict[str, Ids], is_same: bool) -> None:
        for pair in pairs:
            one, other = (ids[text] for text in pair)
            if 0 < len(one) <= _LONGEST and 0 < len(other) <= _LONGEST:
                for ours, theirs in ((one, other), (other, one)):
                    phrase = self._phrases[ours.tobytes()]
                    (phrase.same if is_same else phrase.other).append(theirs)

    def same_as(self, phrase: Ids) -> list[Ids]:
        found = self._phrases.get(phrase.tobytes())
        return found.same if found else []

    def place_in(self, text: NDArray[np.uint16], vocabulary: Vocabulary) -> tuple[tuple[int, int], Phrase] | None:
        """Where the text holds a listed phrase as whole words: that which was asked for least so far."""
        begins = [*vocabulary.starts_word[text].tolist(), True]
        closes = [*vocabulary.ends_clause[text].tolist(), True]
        found: list[tuple[int, int, int]] = []
        for k in range(len(text)):
            if begins[k]:
                for m in range(k + 1, min(k + _LONGEST, len(text)) + 1):
                    if (begins[m] or closes[m]) and (one := self._phrases.get(text[k:m].tobytes())) is not None:
                        found.append((one.asked, -m + k, k))
        if not found:
            return None
        _, size, k = min(found)
        phrase = self._phrases[text[k : k - size].tobytes()]
        phrase.asked += 1
        return (k, k - size), phrase


def read_listed(work: Path) -> Listed | None:
    """The lists that a recipe named, if it did."""
    phrases = work / "phrases.json"
    return Listed(Phrases.load(phrases), PieceTokenizer(work / "tokenizer.json")) if phrases.exists() else None
