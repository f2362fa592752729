"""Whether two texts that are alike say different things: another number, an opposite, a *not* on one side, a sibling,
or two things that have changed places.

Models hardly see these: to them *prices fell* is what *prices rose* is. Short lists of words do, as far as they go.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from otherwords.lexicon.contrast import Contrast, Kind, contrast, without_common
from otherwords.lexicon.lists import Lexicon, language_of, lexicon_of
from otherwords.lexicon.numbers import numbers
from otherwords.lexicon.order import exchanged
from otherwords.text import words

_LONGEST = 40
"""Words. In longer texts a *not* here and there says little."""
_LEFT_OUT = re.compile(r"(?<=\d)[-‐](?=[^\W\d])|\bno,", re.IGNORECASE)
"""The hyphen of *24-carat*, and the *no,* of an answer, which denies what was said before, and nothing in its own
sentence."""
_MARK_IN_NUMBER = re.compile(r"[0-9][.,][0-9]")
_MOST_OTHERS = 0.5
"""Of a text's words of content, how many the other may lack: what is said in other words throughout may well hold an
opposite by chance."""


@dataclass(frozen=True)
class Contrasted:
    by: Contrast
    alone: bool
    """Whether neither says anything that the other does not say, but for this."""

    def __str__(self) -> str:
        said = ", ".join(self.by.words)
        match self.by.kind:
            case Kind.NUMBERS:
                return f"the numbers differ ({said})"
            case Kind.ANTONYMS:
                return f"it says the opposite ({said})"
            case Kind.NEGATION:
                return f"only one of the two is negated ({said})"
            case Kind.SIBLINGS:
                return f"it is about another ({said})"
            case Kind.ORDER:
                return f"two things have changed places ({said})"


def contrasted(one: str, other: str) -> Contrasted | None:
    """By what two texts contrast, as far as word lists for their language tell."""
    texts = _words(one), _words(other)
    if max(map(len, texts)) > _LONGEST:
        return None
    lexicon = lexicon_of(language_of(chain(*texts)))
    found = contrast(*texts, lexicon)
    if found is None:
        things = exchanged(one, other, lexicon)
        return Contrasted(Contrast(Kind.ORDER, things), alone=True) if things else None
    whole, rest = ([_content(text, lexicon) for text in both] for both in (texts, without_common(*texts)))
    if any(len(some) > _MOST_OTHERS * len(every) for some, every in zip(rest, whole, strict=True)):
        return None
    here, there = ([word for word in text if word not in found.words] for text in rest)
    alone = not _unsaid(here, there, lexicon) and not _unsaid(there, here, lexicon)
    if found.kind is Kind.SIBLINGS and not alone:  # two countries may well be named in one and the same story
        return None
    if found.kind is Kind.NEGATION and "?" in one + other:  # who asks "isn't it" may ask "is it"
        alone = False
    return Contrasted(found, alone)


def _words(text: str) -> list[str]:
    text = _LEFT_OUT.sub(" ", text.replace("’", "'").replace("%", " percent").replace("per cent", "percent"))
    return [text[start:end] for start, end in _with_decimals(text)]


def _with_decimals(text: str) -> Iterator[tuple[int, int]]:
    """The words, of which *2.5* and *2,500* are one."""
    last: tuple[int, int] | None = None
    for start, end in words(text):
        if last and _MARK_IN_NUMBER.fullmatch(text, last[1] - 1, start + 1):
            last = last[0], end
            continue
        if last:
            yield last
        last = start, end
    if last:
        yield last


def _content(texts: Iterable[str], lexicon: Lexicon) -> list[str]:
    grammar = lexicon.function_words | lexicon.negations | lexicon.auxiliaries
    return [word for word in map(str.casefold, texts) if word not in grammar]


def _unsaid(ours: list[str], theirs: list[str], lexicon: Lexicon) -> list[str]:
    """What ours say and theirs do not; numbers were compared before."""
    return [
        word
        for word in ours
        if not numbers([word], lexicon.numbers, lexicon.articles)
        and not any(lexicon.are_synonyms(word, other) or _are_forms(word, other) for other in theirs)
    ]


def _are_forms(one: str, other: str) -> bool:
    """*rise* and *rises*, *acquire* and *acquiring*: alike but for the last letters."""
    alike = max(4, max(len(one), len(other)) - 3)
    return min(len(one), len(other)) >= alike and one[:alike] == other[:alike]
