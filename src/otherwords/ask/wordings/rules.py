"""Wordings by rules: words and phrases of the question, replaced by others that a paraphrase table knows for them.

The longest phrases first: where the table knows *set up*, *set* is not replaced on its own. One phrase is replaced, or
two; of phrases that are nothing but grammar, none; and none by itself in another form, which would not fit. A table
knows words, and not what they mean in this question: who has a judge of whole questions (``encoder.pairs``) lets it
weigh what the table proposes.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.wording import Wording
from otherwords.ask.wordings.merge import checked, distinct
from otherwords.ask.wordings.normal import STOP_WORDS, lowered, same_words, word_spans
from otherwords.text import Span

LONGEST_PHRASE = 6
"""Words. A mined table holds phrases of up to four, unless its settings say otherwise."""
_CONSIDERED = 4
"""For every wording that is wanted, so many of the table's best are read by the judge."""

_ARTICLE = re.compile(r"\b(a)n?(\s+)$", re.IGNORECASE)
_TAKES_AN = re.compile(
    r"(?!eu|ewe|on(?:ce|e)\b|u(?:ni[cfloqstv]|s[aeiu]|t[aei]))(?:[aeiou]|hour|heir|hono|honest)", re.IGNORECASE
)
"""By how a word is spelt, as far as that tells how it sounds."""


class Rule(Protocol):
    """One other wording of a phrase."""

    @property
    def text(self) -> str: ...

    @property
    def score(self) -> float: ...


class Table(Protocol):
    """Of the paraphrase table, what is needed here."""

    def wordings_of(self, phrases: Sequence[str]) -> Mapping[str, Sequence[Rule]]: ...


class Judge(Protocol):
    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """How probably each pair says the same."""
        ...


@dataclass(frozen=True, slots=True)
class _Replacement:
    span: Span
    text: str
    score: float


class Rules:
    name = "rules"

    def __init__(self, table: Table, judge: Judge | None = None, *, most: int = 10, min_score: float = 0.0) -> None:
        """A wording's score is the table's, times the judge's probability where there is one."""
        self._table, self._judge, self._most, self._min_score = table, judge, most, min_score

    def wordings(self, question: str) -> list[Wording]:
        question = checked(question)
        proposed = sorted(self._proposed(question), key=lambda one: (-one.score, one.text))
        found = list(distinct(question, proposed))
        if self._judge is None or not found:
            return found[: self._most]
        found = found[: _CONSIDERED * self._most]
        probabilities = self._judge.probabilities([(question, one.text) for one in found])
        judged = [
            Wording(one.text, one.source, one.score * float(probability))
            for one, probability in zip(found, probabilities, strict=True)
        ]
        return sorted(judged, key=lambda one: -one.score)[: self._most]

    def _proposed(self, question: str) -> Iterator[Wording]:
        replacements = list(self._replacements(question))
        for one in replacements:
            yield Wording(_replaced(question, [one]), self.name, one.score)
        best = sorted(replacements, key=lambda one: -one.score)[: self._most]
        for pair in combinations(sorted(best, key=lambda one: one.span.start), 2):
            if pair[0].span.end <= pair[1].span.start:
                yield Wording(_replaced(question, pair), self.name, pair[0].score * pair[1].score)

    def _replacements(self, question: str) -> Iterator[_Replacement]:
        places = word_spans(question)
        lengths = range(min(LONGEST_PHRASE, len(places)), 0, -1)
        stretches = [(first, first + length) for length in lengths for first in range(len(places) - length + 1)]
        phrases = {
            (first, end): _phrase(places[first:end])
            for first, end in stretches
            if any(lowered(place.text) not in STOP_WORDS for place in places[first:end])
        }
        known = self._table.wordings_of(list(dict.fromkeys(phrases.values())))
        is_free = [True] * len(places)
        for (first, end), phrase in phrases.items():
            rules = [
                rule
                for rule in known.get(phrase, ())
                if rule.score >= self._min_score and not same_words(rule.text, phrase)
            ]
            if rules and all(is_free[first:end]):
                is_free[first:end] = [False] * (end - first)
                span = Span.of(question, places[first].start, places[end - 1].end)
                yield from (_Replacement(span, rule.text, rule.score) for rule in rules)


def _phrase(places: Sequence[Span]) -> str:
    """As tables write it: small letters, one space between words, and *Bach's* in one."""
    return " ".join(lowered(place.text) for place in places).replace(" 's", "'s")


def _replaced(question: str, replacements: Sequence[_Replacement]) -> str:
    """The question with those stretches, which stand in order, said otherwise."""
    text, done = "", 0
    for one in replacements:
        text = _with_article(text + question[done : one.span.start], one.text) + one.text
        done = one.span.end
    text += question[done:]
    return text[:1].upper() + text[1:] if question[:1].isupper() else text


def _with_article(before: str, following: str) -> str:
    """``a cheap car``, but ``an inexpensive car``."""
    article = _ARTICLE.search(before)
    if article is None:
        return before
    return before[: article.end(1)] + ("n" if _TAKES_AN.match(following) else "") + article[2]
