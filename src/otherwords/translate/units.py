"""Text in sentences, as translators want it, and their translations put together again."""

import re
from collections.abc import Sequence

from otherwords.text import sentences
from otherwords.translate.translation import Translation

_ORDINAL = re.compile(r"\d\.$")


def units(text: str) -> list[tuple[int, int]]:
    """The offsets of the sentences, also where a Finnish ordinal ("4. päivä") looks like a sentence's end."""
    found: list[tuple[int, int]] = []
    for start, end in sentences(text):
        if found and text[start].islower() and _ORDINAL.search(text, *found[-1]):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def joined(parts: Sequence[Sequence[Translation]], gaps: Sequence[str], n_best: int) -> tuple[Translation, ...]:
    """The best translations of a text out of those of its sentences; ``gaps[i]`` stands before part i."""
    best = [Translation("", 0.0)]
    for gap, part in zip(gaps, parts, strict=True):
        combined = [Translation(a.text + gap + b.text, a.score + b.score) for a in best for b in part]
        best = distinct(sorted(combined, key=lambda one: -one.score))[:n_best]
    return tuple(best)


def distinct(ordered: Sequence[Translation]) -> list[Translation]:
    """The first of each wording: several ways to cut words into tokens may spell the same text."""
    first: dict[str, Translation] = {}
    for one in ordered:
        first.setdefault(one.text, one)
    return list(first.values())
