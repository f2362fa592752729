"""Dates for a question, best first: the share of the question's words that a nugget holds, itself or in other wordings.

Each content word of the question is worth its rarity among the nuggets, as inverse document frequency. A nugget that
holds the word gets all of that. One that holds another wording gets the wording's weight, below 1, times the worth of
the wording or of the word, whichever is less: a wording that stands in many nuggets says little. A word counts once,
by the best that stands for it. Among equals the shorter fragment leads: less of it is about something else.

``every`` is the rule of the paper: a nugget must hold every content word, itself or in another wording.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from otherwords.evaluate.function_words import FUNCTION_WORDS
from otherwords.evaluate.nuggets.dates import Date
from otherwords.evaluate.nuggets.extraction import Nugget
from otherwords.mine.tokens import tokens

TOP = 10

_Ids = NDArray[np.intp]
_Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A content word of a question, and other wordings of it or of the phrase that it stands in, with weights."""

    word: str
    wordings: tuple[tuple[_Phrase, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A date, and the nugget that names it best."""

    when: Date
    nugget: Nugget
    score: float
    """The share of the question's worth that the nugget holds, from 0 to 1."""


def phrase(text: str) -> _Phrase:
    """The words as they are compared: in lower case, without punctuation and the *'s* of the possessive."""
    lower = (token.casefold().replace("’", "'").removesuffix("'s") for token in tokens(text))
    return tuple(token for token in lower if any(character.isalnum() for character in token))


def content_words(text: str) -> list[str]:
    """Each once, in the order of the text."""
    return [word for word in dict.fromkeys(phrase(text)) if word not in FUNCTION_WORDS["en"]]


def plain_terms(text: str) -> list[Term]:
    """The content words, without other wordings."""
    return [Term(word) for word in content_words(text)]


class Repository:
    """Nuggets, found by their words."""

    def __init__(self, nuggets: Iterable[Nugget]) -> None:
        self._nuggets = list(nuggets)
        self._phrases = [phrase(nugget.fragment) for nugget in self._nuggets]
        holders: defaultdict[str, list[int]] = defaultdict(list)
        for number, words in enumerate(self._phrases):
            for word in set(words):
                holders[word].append(number)
        self._holders: dict[str, _Ids] = {word: np.array(numbers) for word, numbers in holders.items()}
        self._lengths = np.array([len(words) for words in self._phrases])

    def __len__(self) -> int:
        return len(self._nuggets)

    def dates(self, terms: Sequence[Term], *, every: bool = False, top: int = TOP) -> list[Ranked]:
        """The best dates, each once."""
        scores, held = np.zeros(len(self)), np.ones(len(self), bool)
        whole = 0.0
        for term in terms:
            worth, of_term = self._worth((term.word,)), np.zeros(len(self))
            for wording, weight in (((term.word,), 1.0), *term.wordings):
                holding = self._holding(wording)
                of_term[holding] = np.maximum(of_term[holding], weight * min(worth, self._worth(wording)))
            scores += of_term
            held &= of_term > 0
            whole += worth
        if every:
            scores[~held] = 0
        return self._ranked(scores / (whole or 1.0), top)

    def _holding(self, wording: _Phrase) -> _Ids:
        """The nuggets with these words in a row."""
        nowhere = np.array([], np.intp)
        holders = [self._holders.get(word, nowhere) for word in wording]
        if len(holders) < 2:
            return holders[0] if holders else nowhere
        together = reduce(np.intersect1d, sorted(holders, key=len))
        return np.array([number for number in together if _stands_in(wording, self._phrases[number])], np.intp)

    def _worth(self, wording: _Phrase) -> float:
        return math.log(1 + len(self) / (1 + len(self._holding(wording))))

    def _ranked(self, scores: NDArray[np.float64], top: int) -> list[Ranked]:
        found: dict[Date, Ranked] = {}
        for number in np.lexsort((np.arange(len(self)), self._lengths, -scores)):
            nugget = self._nuggets[number]
            if scores[number] <= 0 or len(found) == top:
                break
            found.setdefault(nugget.when, Ranked(nugget.when, nugget, float(scores[number])))
        return list(found.values())


def _stands_in(part: _Phrase, whole: _Phrase) -> bool:
    return any(whole[start : start + len(part)] == part for start in range(len(whole) - len(part) + 1))
