"""Two texts of the same words in which two things have changed places: *the dog bit the man*, *the man bit the dog*.

Models hardly see it. The rule asks for much, so that it seldom errs: all else must be in its place, and what stands
between the two must not be something around which they may change places, as *and* is, or *is*.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from otherwords.lexicon.lists import Lexicon
from otherwords.text import words

Words = Sequence[str]


def exchanged(one: str, other: str, lexicon: Lexicon) -> tuple[str, str] | None:
    """The two things, where changing their places says something else; never in a language without ``symmetric``."""
    if not lexicon.symmetric:
        return None
    ours, theirs = (_words(text, lexicon) for text in (one, other))
    variants = [(ours, theirs), *_without_fronted(ours, theirs, lexicon)]
    variants += [(there, here) for here, there in _without_fronted(theirs, ours, lexicon)]
    return next((things for here, there in variants if (things := _things(here, there, lexicon))), None)


def _things(ours: Words, theirs: Words, lexicon: Lexicon) -> tuple[str, str] | None:
    if ours == theirs or Counter(ours) != Counter(theirs):
        return None
    start = next(i for i, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b)
    end = len(ours) - next(i for i, (a, b) in enumerate(zip(ours[::-1], theirs[::-1], strict=True)) if a != b)
    for first, second in _exchanges(ours[start:end], theirs[start:end]):
        between = ours[start + first : end - second]
        things = ours[start : start + first], ours[end - second : end]
        if _are_things(*things, lexicon) and _tells(ours[:start], between, ours[end:], lexicon):
            return " ".join(things[0]), " ".join(things[1])
    return None


def _without_fronted(ours: Words, theirs: Words, lexicon: Lexicon) -> Iterator[tuple[Words, Words]]:
    """Both without what ours begin and theirs end with, such as *in March*: that may stand at either end."""
    for size in range(1, min(len(ours), len(theirs))):
        if ours[0] in lexicon.function_words and ours[:size] == theirs[-size:]:
            yield ours[size + (ours[size] == ",") :], theirs[: len(theirs) - size - (theirs[-size - 1] == ",")]


def _words(text: str, lexicon: Lexicon) -> list[str]:
    """In lower case, with commas and without *the*, *its* and the like, which change with what they stand before."""
    found: list[str] = []
    last = 0
    for start, end in words(text):
        if found and "," in text[last:start]:
            found.append(",")
        last = end
        if (word := text[start:end].casefold()) not in lexicon.determiners:
            found.append(word)
    return found


def _exchanges(ours: Words, theirs: Words) -> Iterator[tuple[int, int]]:
    """How long the first and the last stretch of ours are that have changed places in theirs, the shortest first."""
    size = len(ours)
    for both in range(2, size):
        for first in range(1, both):
            second = both - first
            if (
                ours[:first] == theirs[size - first :]
                and ours[size - second :] == theirs[:second]
                and ours[first : size - second] == theirs[second : size - first]
            ):
                yield first, second


def _are_things(one: Words, other: Words, lexicon: Lexicon) -> bool:
    """Whether both say something, and not the same thing, and either both begin with a word like *in* or neither does:
    *in the corner stood a man* is *a man stood in the corner*."""
    if any(lexicon.function_words.issuperset(stretch) for stretch in (one, other)):
        return False
    if (one[0] in lexicon.function_words) != (other[0] in lexicon.function_words):
        return False
    return not lexicon.are_synonyms(" ".join(one), " ".join(other))


def _tells(before: Words, between: Words, after: Words, lexicon: Lexicon) -> bool:
    """Whether who stands on which side of this matters.

    Not in *in Boston in 1923*, *red cars or blue cars*, where what stands around the one stands around the other too.
    """
    joining = lexicon.coordinators | {","}
    if between[0] in joining and between[-1] in joining:  # members of a list
        return False
    rest = between[: len(between) - _alike(before[::-1], between[::-1])]
    rest = rest[_alike(after, rest) :]
    return not set(rest) <= joining | lexicon.copulas and lexicon.symmetric.isdisjoint(rest)


def _alike(one: Words, other: Words) -> int:
    """How many words they share from the start on."""
    shorter = min(len(one), len(other))
    return next((i for i in range(shorter) if one[i] != other[i]), shorter)
