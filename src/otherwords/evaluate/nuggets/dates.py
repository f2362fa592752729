"""The dates of a text that have a year, brought into one form: *May 27, 1937* is 1937-05-27, *44 BC* is -0044.

English, and written by hand: libraries for dates also read *may*, *second* and *10.5* as some.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from otherwords.text import OtherwordsError

_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_MONTH_NUMBERS = {name[:3]: number for number, name in enumerate(_MONTHS.split("|"), start=1)}
# What a number of four digits counts or measures is no year.
_COUNTED = """
    people persons men women children soldiers troops students members workers residents inhabitants families
    households homes houses buildings schools companies species ships aircraft tanks cars trees pages words copies
    seats miles mi kilometers kilometres km meters metres m feet foot ft inches acres hectares ha ton tons tonnes
    kilograms kg pounds lb lbs MW GW kW watts MHz GHz kHz Hz dollars euros years days hours minutes times million
    billion thousand percent
    """

_MONTH = rf"(?P<month>{_MONTHS}|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
_DAY = r"(?P<day>3[01]|[12]\d|0?[1-9])"
_NTH = rf"{_DAY}(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>1\d{3}|20\d{2})"
_NO_NUMBER_AFTER = rf"(?![\w%°$€£]|[.,]\d|\s[%°]|\s(?:{'|'.join(_COUNTED.split())})\b)"

_FORMS = (
    rf"(?<!\w){_NTH}(?:\sof)?\s{_MONTH},?\s(?:of\s)?{_YEAR}(?!\w)",
    rf"(?<!\w){_MONTH}\s{_NTH}\s?,?\s?{_YEAR}(?!\w)",
    rf"(?<!\w){_MONTH},?\s(?:of\s)?{_YEAR}(?!\w)",
    rf"(?<![\w-]){_YEAR}-(?P<digits>0[1-9]|1[0-2])-{_DAY}(?![\w-])",
    r"(?<![\w.,])(?P<year>[1-9]\d{0,3})\s?(?P<era>BCE?|B\.C\.(?:E\.)?|AD|A\.D\.|CE|C\.E\.)(?!\w)",
    r"(?<!\w)(?:AD|A\.D\.)\s?(?P<year>[1-9]\d{0,3})(?!\w)",
    rf"(?<![\w.,/$€£#])(?<!\d[-–]){_YEAR}(?:[-–/]\d\d(?!\d))?{_NO_NUMBER_AFTER}",  # and 1912–13
    rf"(?<=\b[12]\d{{3}}[-–]){_YEAR}{_NO_NUMBER_AFTER}",  # the end of 1928–1933
)
_PATTERNS = tuple(re.compile(form) for form in _FORMS)
_ISO = re.compile(r"(-?\d{4})(?:-(\d\d)(?:-(\d\d))?)?")


@dataclass(frozen=True, slots=True)
class Date:
    """A year, and what else is known."""

    year: int
    """Negative before our era."""
    month: int | None = None
    day: int | None = None

    def __str__(self) -> str:
        """As ISO 8601 writes what is known, except that the year before AD 1 is -0001 and not 0000."""
        year = f"{self.year:04}" if self.year >= 0 else f"-{-self.year:04}"
        return "-".join([year, *(f"{part:02}" for part in (self.month, self.day) if part is not None)])

    @classmethod
    def parse(cls, text: str) -> "Date":
        """The opposite of ``str``."""
        match = _ISO.fullmatch(text)
        if match is None:
            raise OtherwordsError(f"{text!r} is no date; write it like 1937, 1937-05 or 1937-05-27")
        year, month, day = match.groups()
        return cls(int(year), int(month) if month else None, int(day) if day else None)

    def agrees_with(self, other: "Date") -> bool:
        """Whether all that both tell is the same: 1937 agrees with May 1937, which does not with June 1937."""
        parts = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return all(ours == theirs for ours, theirs in parts if ours is not None and theirs is not None)


class Place(NamedTuple):
    """A date, and where a text names it."""

    date: Date
    start: int
    end: int


def find_dates(text: str) -> Iterator[Place]:
    """In the order of the text; where several could be read, the one that says most: May 1937 is not 1937 again."""
    found: list[Place] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if all(end <= other.start or other.end <= start for other in found):
                found.append(Place(_date(**match.groupdict()), start, end))
    yield from sorted(found, key=lambda place: place.start)


def _date(year: str, month: str = "", digits: str = "", day: str = "", era: str = "") -> Date:
    number = _MONTH_NUMBERS[month[:3]] if month else int(digits or 0)
    return Date(-int(year) if era.startswith("B") else int(year), number or None, int(day or 0) or None)
