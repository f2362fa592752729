"""A query in other words: its phrases become disjunctions of themselves and their best wordings.

The longest phrases first: where the table knows *set up*, *set* is not looked up on its own. What a phrase and its
wording have in common at their ends is no part of either: by *founded in the / established in the* a query for
*founded* need not hold *in the* right after it. Words without another wording stay as they are, and so do phrases of
nothing but grammar: who searches for *of the* is not helped by *in a*.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from otherwords.lexicon import has_word
from otherwords.mine.context import ByContext, ByScore, Chooser
from otherwords.mine.filters import LIKELY_ENOUGH, Fault, Filter
from otherwords.mine.table import Table, Wording
from otherwords.mine.tokens import tokens
from otherwords.reading.decoding import without_surrogates
from otherwords.text import OtherwordsError, Span

Stretch = tuple[int, int]
"""Of a query's tokens, the number of the first and of the one after the last."""

LONGEST_PHRASE = 6
"""Words. A table holds phrases of up to four, unless its settings say otherwise."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the query, and its other wordings, the best first; none where it stays as it is."""

    span: Span
    phrase: str
    """The span's words, joined by one space."""
    wordings: tuple[Wording, ...] = ()

    @property
    def alternatives(self) -> tuple[str, ...]:
        return (self.phrase, *(wording.text for wording in self.wordings))


@dataclass(frozen=True)
class Expansion:
    """The parts of a query in their order, punctuation left out; false where no part has another wording."""

    query: str
    parts: tuple[Part, ...]
    left_out: Counter[Fault] = field(default_factory=Counter)
    """How many wordings of its phrases the filters took away, by what is wrong with them."""

    def __bool__(self) -> bool:
        return any(part.wordings for part in self.parts)


@dataclass(frozen=True, slots=True)
class _Candidate:
    asked: Stretch
    """What was looked up."""
    in_small_letters: bool
    stretch: Stretch
    """What of it the wording is for."""
    wording: Wording


def expand(
    query: str,
    table: Table,
    wordings: int = 3,
    context: bool | Chooser = True,
    *,
    words_only: bool = False,
    min_score: float = 0.0,
    min_probability: float = LIKELY_ENOUGH,
    unfiltered: bool = False,
) -> Expansion:
    """The query with up to so many other wordings for each phrase. For many queries, make one ``Expander``."""
    expander = Expander(
        table,
        wordings,
        context,
        words_only=words_only,
        min_score=min_score,
        min_probability=min_probability,
        unfiltered=unfiltered,
    )
    return expander.expand(query)


class Expander:
    """Expands queries by a table. ``context``: whether wordings are chosen to fit the query, or who chooses them."""

    def __init__(
        self,
        table: Table,
        wordings: int = 3,
        context: bool | Chooser = True,
        *,
        words_only: bool = False,
        min_score: float = 0.0,
        min_probability: float = LIKELY_ENOUGH,
        unfiltered: bool = False,
        filter_: Filter | None = None,
    ) -> None:
        self._table, self._most, self._min_score = table, wordings, min_score
        self._words_only, self._unfiltered = words_only, unfiltered
        self._filter = replace(filter_ or Filter.of(table), min_probability=min_probability)
        self._chooser: Chooser = (ByContext() if context else ByScore()) if isinstance(context, bool) else context

    def expand(self, query: str) -> Expansion:
        query = without_surrogates(query)
        places = list(_places(query))
        if not any(has_word(place.text) for place in places):
            raise OtherwordsError("the query holds no word; say what to look for")
        known, left_out = self._known(places)
        parts: dict[int, Part] = {}
        free = [True] * len(places)
        for first, end in sorted(known, key=lambda stretch: (stretch[0] - stretch[1], stretch)):
            if all(free[first:end]):
                free[first:end] = [False] * (end - first)
                span = Span.of(query, places[first].start, places[end - 1].end)
                chosen = self._chooser.choose(span, query, known[first, end])
                parts[first] = Part(span, _phrase(places[first:end]), tuple(islice(_telling(chosen), self._most)))
        for number, place in enumerate(places):
            if free[number] and has_word(place.text):
                parts[number] = Part(place, place.text)
        return Expansion(query, tuple(part for _, part in sorted(parts.items())), left_out)

    def _known(self, places: Sequence[Span]) -> tuple[dict[Stretch, list[Wording]], Counter[Fault]]:
        """By stretch of the query, its wordings, best first; and how many the filters took away."""
        candidates = self._candidates(places)
        good: list[_Candidate] = []
        faulty: dict[tuple[str, str], Fault] = {}
        for candidate, (wording, fault) in zip(
            candidates, self._filter.judged(candidate.wording for candidate in candidates), strict=True
        ):
            if fault is None or self._unfiltered:
                good.append(candidate)
            else:
                faulty[wording.phrase.casefold(), wording.text.casefold()] = fault
        # A phrase with capitals may begin a sentence as well as be a name; so where the table has no use for it as it
        # stands, it is taken in small letters.
        as_it_stands = {candidate.asked for candidate in good if not candidate.in_small_letters}
        known: dict[Stretch, dict[str, Wording]] = {}
        for one in good:
            if not one.in_small_letters or one.asked not in as_it_stands:
                known.setdefault(one.stretch, {}).setdefault(one.wording.text.casefold(), one.wording)
        return {stretch: list(wordings.values()) for stretch, wordings in known.items()}, Counter(faulty.values())

    def _candidates(self, places: Sequence[Span]) -> "list[_Candidate]":
        """Stretches of the query with wordings that are of use for them, the best wordings first."""
        stretches = [
            (first, end)
            for first in range(len(places))
            for end in range(first + 1, min(first + LONGEST_PHRASE, len(places)) + 1)
        ]
        phrases = {stretch: _phrase(places[slice(*stretch)]) for stretch in stretches}
        found = self._table.wordings_of(list({text for p in phrases.values() for text in (p, p.lower())}))
        candidates = [
            _Candidate(asked, text != phrase, *usable)
            for asked, phrase in phrases.items()
            for text in dict.fromkeys((phrase, phrase.lower()))
            for wording in found[text]
            if (usable := self._usable(places, asked, wording))
        ]
        return sorted(candidates, key=lambda one: (-one.wording.score, -one.wording.count, one.wording.text))

    def _usable(self, places: Sequence[Span], stretch: Stretch, wording: Wording) -> tuple[Stretch, Wording] | None:
        """The wording and its stretch without what they have in common at the ends, if there is any use for them."""
        first, end = stretch
        words = wording.text.split()
        while words and not has_word(words[-1]):
            words.pop()
        while words and not has_word(words[0]):
            words.pop(0)
        while words and first < end and words[-1].casefold() == places[end - 1].text.casefold():
            words.pop()
            end -= 1
        while words and first < end and words[0].casefold() == places[first].text.casefold():
            words.pop(0)
            first += 1
        ours, text = [place.text for place in places[first:end]], " ".join(words)
        phrase = " ".join(ours)
        if (
            wording.score < self._min_score
            or not self._has_content(ours)
            or not self._has_content(words)
            or not (has_word(ours[0]) and has_word(ours[-1]))
            or (self._words_only and max(len(words), len(ours)) > 1)
            or _padded(phrase) in _padded(text)  # whoever finds "founded" finds "was founded"
        ):
            return None
        return (first, end), replace(wording, phrase=phrase, text=text)

    def _has_content(self, words: Sequence[str]) -> bool:
        return any(has_word(word) and word.casefold() not in self._filter.lexicon.function_words for word in words)


def _places(query: str) -> Iterator[Span]:
    end = 0
    for token in tokens(query):
        start = query.index(token, end)
        end = start + len(token)
        yield Span(start, end, token)


def _phrase(places: Iterable[Span]) -> str:
    return " ".join(place.text for place in places)


def _telling(wordings: Iterable[Wording]) -> Iterator[Wording]:
    """The wordings that find more than those before them: whoever finds *founded* finds *was founded* with it."""
    before: list[str] = []
    for wording in wordings:
        padded = _padded(wording.text)
        if not any(shorter in padded for shorter in before):
            before.append(padded)
            yield wording


def _padded(text: str) -> str:
    return f" {text.casefold()} "
