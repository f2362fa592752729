"""Whether two English texts are the same but for a *not*.

Vectors hardly see so common a word, and reading the two together overlooks it, too. Of 197 such pairs in SICK's
training part 194 contradict each other and none says the same; the pair model gave half of them over 0.8. Of questions
it is not as clear: who asks *isn't it* may ask *is it*.
"""

import re

_WRITTEN_OUT = [
    (re.compile(pattern), to)
    for pattern, to in (
        (r"\bcan(?:not|'t)\b", "can not"),
        (r"\bwon't\b", "will not"),
        (r"n't\b", " not"),
        (r"\b(it|that|there|he|she|who|what)'s\b", r"\1 is"),
        (r"'m\b", " am"),
        (r"'re\b", " are"),
    )
]
_WORD = re.compile(r"\bno,|\w+(?:'\w+)?")
"""The *no,* of an answer denies what was said before, and nothing in its own sentence."""
_NEGATIONS = frozenset({"not", "never", "no"})
_COME_AND_GO = frozenset({"do", "does", "did", "a", "an", "the", "any", "some"})
"""Words that are put in or changed with a *not*: *does not have any* and *has some*."""
_ENDINGS = ("s", "es", "d", "ed")
"""What a verb loses by *does not* and *did not*."""


def differ_in_negation(one: str, other: str) -> bool:
    """Whether one says *not* where the other does not, and that is the only difference."""
    ours, here = _told(one)
    theirs, there = _told(other)
    return here % 2 != there % 2 and 0 < len(ours) == len(theirs) and all(map(_are_forms, ours, theirs))


def _told(text: str) -> tuple[list[str], int]:
    """Its words without negations, and how many of those there are."""
    text = text.casefold().replace("’", "'")
    for pattern, to in _WRITTEN_OUT:
        text = pattern.sub(to, text)
    words = _WORD.findall(text)
    kept = [word for word in words if word not in _NEGATIONS and word not in _COME_AND_GO]
    return kept, sum(word in _NEGATIONS for word in words)


def _are_forms(one: str, other: str) -> bool:
    """*use* and *uses*."""
    shorter, longer = sorted((one, other), key=len)
    return one == other or (longer.startswith(shorter) and longer[len(shorter) :] in _ENDINGS)
