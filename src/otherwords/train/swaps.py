"""Sentences whose words were exchanged: nearly the same words, and another meaning ("flights from A to B").

Two names, two numbers or two words of the same ending change places. Where only "and" or "or" stands between them the
meaning stays, so such a sentence is a paraphrase.
"""

import random
import re
from collections.abc import Iterator

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|\d[\d.,:]*\d|\d")
_NAME = re.compile(r"(?:[A-Z][\w-]+)(?: (?:[A-Z][\w-]+))*")
_ENDINGS = ("ings", "ing", "ions", "ion", "ed", "ly", "ers", "er", "al", "ic", "ous", "est", "ies", "es")
_LEAST = 5
"""Letters of a word that has a meaning of its own, nearly always."""
_JOINED = re.compile(r"^\s*(?:and|or)\s*$")


def swapped(text: str, draw: random.Random) -> Iterator[tuple[str, int]]:
    """At most one sentence with two exchanged words, and 1 where it still says the same."""
    kinds = [places for places in _alike(text) if len(places) > 1]
    draw.shuffle(kinds)
    for places in kinds:
        pairs = [
            (a, b)
            for i, a in enumerate(places)
            for b in places[i + 1 :]
            if text[slice(*a)].lower() != text[slice(*b)].lower() and a[1] <= b[0]
        ]
        if not pairs:
            continue
        (i, j), (k, m) = draw.choice(pairs)
        between = text[j:k]
        if "," in between and len(between) < 4:  # a list, of which nothing is known
            continue
        yield text[:i] + text[k:m] + between + text[i:j] + text[m:], int(bool(_JOINED.match(between)))
        return


def _alike(text: str) -> list[list[tuple[int, int]]]:
    """Places of names, of numbers, and of words of each ending."""
    names = [match.span() for match in _NAME.finditer(text) if match.start()]
    numbers = [match.span() for match in _WORD.finditer(text) if match[0][0].isdigit()]
    found: dict[str, list[tuple[int, int]]] = {}
    for match in _WORD.finditer(text):
        word = match[0]
        if word.islower() and len(word) >= _LEAST:
            ending = next((ending for ending in _ENDINGS if word.endswith(ending)), "")
            if ending or len(word) >= _LEAST + 1:
                found.setdefault(ending, []).append(match.span())
    return [names, names, numbers, *found.values()]
