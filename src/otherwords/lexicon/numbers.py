"""Numbers among words, in digits or spelled out: *two thousand five hundred*, *2,500* and *2 500* are one number."""

import re
from collections.abc import Mapping, Sequence

Value = float | str
"""Of what holds digits and is no plain number, such as *10:30* or *v1.2*, the text."""

_COMMA = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_PLAIN = re.compile(r"([0-9]+(?:\.[0-9]+)?)[a-z]{0,2}")
"""With what may be written together with it: *1st*, *5km*, *1990s*."""
_DECIMAL_COMMA = re.compile(r"([0-9]+),([0-9]+)")
_GROUP = re.compile(r"[0-9]{3}")
_BEFORE_GROUP = re.compile(r"[0-9]{1,3}")
"""A year before it is a number by itself: *in 2019, 500 people*."""


def numbers(words: Sequence[str], names: Mapping[str, float], articles: frozenset[str]) -> dict[Value, int]:
    """The numbers, each with the place of the word after it. ``names`` are the values of words, in lower case."""
    found: dict[Value, int] = {}
    value: float | None = None
    for place, word in enumerate([*words, ""]):
        after_fraction = value is not None and value < 1
        if after_fraction and word.casefold() in articles:  # half a million
            continue
        number = _number(word, names)
        joined = None
        if value is not None and isinstance(number, float):
            before = words[place - 1]
            if not (before[0].isdigit() and word[0].isdigit()):
                joined = _joined(value, number)
            elif _GROUP.fullmatch(word) and _BEFORE_GROUP.fullmatch(before):
                joined = 1000 * value + number
        if joined is None:
            if value is not None:
                found.setdefault(value, place)
            if isinstance(number, str):
                found.setdefault(number, place + 1)
        value = joined if joined is not None else number if isinstance(number, float) else None
    return found


def _number(word: str, names: Mapping[str, float]) -> Value | None:
    low = word.casefold()
    if low in names:
        return names[low]
    if any(map(str.isdigit, low)):
        low = _DECIMAL_COMMA.sub(r"\1.\2", _COMMA.sub("", low))
        plain = _PLAIN.fullmatch(low)
        return float(plain[1]) if plain else low
    tens, _, ones = low.partition("-")  # twenty-one
    return _joined(names[tens], names[ones]) if tens in names and ones in names else None


def _joined(value: float, more: float) -> float | None:
    """What two numbers side by side make together: *two* and *hundred* make 200, *one* and *two* nothing."""
    if more < 1:  # three quarters
        return value * more
    if more >= 1000:
        return value * more if value < more else None
    if more == 100:  # two thousand five hundred: only the five is multiplied
        last = value % 1000
        return value - last + last * 100 if 0 < last < 100 else None
    room = (
        1000 if value % 1000 == 0 else 100 if value % 100 == 0 else 10 if value % 10 == 0 and value % 100 >= 20 else 0
    )
    return value + more if 0 < more < room and value > 0 else None
