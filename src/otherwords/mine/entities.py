"""Named entities and dates, by their tags: what a sentence speaks of."""

import re
from collections.abc import Sequence

from otherwords.mine.tags import PROPER

_RUN = re.compile(f"{PROPER}+")
_YEAR = re.compile(r"[12]\d\d\d")
_DAY = re.compile(r"(?:[12]?\d|3[01])(?:st|nd|rd|th)?")
_MONTH = re.compile(
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?)"
)


def entities(tags: str) -> list[tuple[int, int]]:
    """The runs of proper nouns, as ``[first, end)``."""
    return [run.span() for run in _RUN.finditer(tags)]


def date_before(tokens: Sequence[str], end: int) -> int | None:
    """Where the date that ends right before ``end`` begins; None where there is none.

    A year, with or without a month and a day: ``1989``, ``March 1989``, ``March 3, 1989``, ``3 March 1989``.
    """
    if end < 1 or not _YEAR.fullmatch(tokens[end - 1]):
        return None
    first = end - 1
    if _is(_MONTH, tokens, first - 1):
        return first - 2 if _is(_DAY, tokens, first - 2) else first - 1
    day = first - 2 if first >= 1 and tokens[first - 1] == "," else first - 1
    if _is(_DAY, tokens, day) and _is(_MONTH, tokens, day - 1):
        return day - 1
    return first


def _is(pattern: re.Pattern[str], tokens: Sequence[str], place: int) -> bool:
    return place >= 0 and pattern.fullmatch(tokens[place]) is not None
