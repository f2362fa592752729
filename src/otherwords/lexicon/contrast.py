"""What the words of two texts contrast by: another number, an opposite, a *not* on one side, another one of a kind."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise, product

from otherwords.lexicon.lists import Lexicon
from otherwords.lexicon.numbers import Value, numbers


class Kind(StrEnum):
    NUMBERS = "numbers"
    """*one hour / two hours*"""
    ANTONYMS = "antonyms"
    """*increased / decreased*"""
    NEGATION = "negation"
    """*is / is not*"""
    SIBLINGS = "siblings"
    """*French / Welsh*"""
    ORDER = "order"
    """*the dog bit the man / the man bit the dog*"""


@dataclass(frozen=True)
class Contrast:
    kind: Kind
    words: tuple[str, ...]
    """What gives it away, of both texts, in lower case."""


def contrast(ours: Sequence[str], theirs: Sequence[str], lexicon: Lexicon) -> Contrast | None:
    """What the words of two texts contrast by, as far as the lists tell."""
    if found := _other_numbers(ours, theirs, lexicon):
        return Contrast(Kind.NUMBERS, found)
    here, there = ([word.casefold() for word in rest] for rest in without_common(ours, theirs))
    opposites = _words_of(pair for pair in product(here, there) if lexicon.are_opposites(*pair))
    others = [word for word in here + there if word not in opposites]
    negations = tuple(word for word in others if word in lexicon.negations)
    is_negated = len(negations) % 2 == 1 and not any(word in lexicon.near_negations for word in others)
    if bool(opposites) != is_negated:  # "not easy" and "difficult" are opposite twice, and so not at all
        return Contrast(Kind.ANTONYMS, opposites) if opposites else Contrast(Kind.NEGATION, negations)
    siblings = _words_of(pair for pair in product(here, there) if lexicon.are_siblings(*pair))
    return Contrast(Kind.SIBLINGS, siblings) if siblings else None


def _words_of(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for pair in pairs for word in pair))


def without_common(ours: Sequence[str], theirs: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words of each that the other lacks, whatever their case."""
    common = Counter(map(str.casefold, ours)) & Counter(map(str.casefold, theirs))

    def rest(words: Sequence[str]) -> list[str]:
        left = common.copy()
        kept = []
        for word in words:
            if left[word.casefold()] > 0:
                left[word.casefold()] -= 1
            else:
                kept.append(word)
        return kept

    return rest(ours), rest(theirs)


def _other_numbers(ours: Sequence[str], theirs: Sequence[str], lexicon: Lexicon) -> tuple[str, ...]:
    """Where each side has a number that the other lacks; *an hour* has one in this when it meets *two hours*."""
    here, there = (numbers(words, lexicon.numbers, lexicon.articles) for words in (ours, theirs))
    ones = _is_one_of_several(ours, there, theirs, lexicon) or _is_one_of_several(theirs, here, ours, lexicon)
    if not ones and not (here.keys() - there and there.keys() - here):
        return ()
    sides = ((ours, here, there), (theirs, there, here))
    return tuple(
        _said(words, after, lexicon)
        for words, said, other in sides
        for value, after in said.items()
        if value not in other
    )


def _said(words: Sequence[str], after: int, lexicon: Lexicon) -> str:
    """The number that ends before a place, as it is written."""
    start = after - 1
    while start > 0 and words[start - 1].casefold() in lexicon.numbers:
        start -= 1
    return " ".join(words[start:after]).casefold()


def _is_one_of_several(
    singular: Sequence[str], found: dict[Value, int], plural: Sequence[str], lexicon: Lexicon
) -> bool:
    """*an hour* beside *two hours*: an article and a number other than one, before what begins alike."""
    counted = [plural[end] for value, end in found.items() if value != 1 and end < len(plural)]
    articled = [word for article, word in pairwise(singular) if article.casefold() in lexicon.articles]
    return any(one[:3].casefold() == other[:3].casefold() for one, other in product(articled, counted))
