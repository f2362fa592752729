"""Nuggets out of text: each date of a sentence with the words around it, as far as the sentence's other dates.

A repository of them is JSON lines, ``{"fragment", "date", "when", "year", "source"}``: the words without the date, the
date as the text has it, the same in ISO 8601 and its year, and the document.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherwords.evaluate.files import read_rows, writing
from otherwords.evaluate.nuggets.dates import Date, find_dates
from otherwords.text import Document, OtherwordsError, sentences

# Once the date is gone, what led to it says nothing: "was built in".
_LEADS_TO_A_DATE = re.compile(
    r"(?<!\w)(?:in|on|of|by|since|until|from|to|between|and|during|around|about|circa|ca|after|before)\W*$", re.I
)
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")


@dataclass(frozen=True, slots=True)
class Nugget:
    """What a text says of a date."""

    fragment: str
    date: str
    """As the text has it."""
    when: Date
    source: str = ""


def extract(document: Document) -> Iterator[Nugget]:
    for start, end in sentences(document.text):
        yield from _nuggets(document.text[start:end], document.id)


def _nuggets(sentence: str, source: str) -> Iterator[Nugget]:
    places = list(find_dates(sentence))
    starts = [0, *(place.end for place in places)]
    ends = [*(place.start for place in places), len(sentence)]
    *led, last = (sentence[start:end] for start, end in zip(starts, ends, strict=True))
    said = [_EDGES.sub("", piece) for piece in (*(_LEADS_TO_A_DATE.sub("", piece) for piece in led), last)]
    for place, before, after in zip(places, said, said[1:], strict=False):
        if any(character.isalpha() for character in before + after):
            yield Nugget(f"{before} {after}".strip(), sentence[place.start : place.end], place.date, source)


def write_nuggets(path: Path, documents: Iterable[Document]) -> int:
    """Each once, though several documents say it. Returns how many there are."""
    seen: set[tuple[str, Date]] = set()
    with writing(path) as file:
        for nugget in (nugget for document in documents for nugget in extract(document)):
            if (nugget.fragment, nugget.when) not in seen:
                seen.add((nugget.fragment, nugget.when))
                file.write(json.dumps(_row(nugget), ensure_ascii=False) + "\n")
    return len(seen)


def read_nuggets(path: Path) -> Iterator[Nugget]:
    return read_rows(path, _nugget)


def _nugget(row: Any) -> Nugget:
    match row:
        case {"fragment": str(fragment), "date": str(date), "when": str(when), "source": str(source)}:
            return Nugget(fragment, date, Date.parse(when), source)
        case _:
            raise OtherwordsError("not a nugget; otherwords data nuggets makes them")


def _row(nugget: Nugget) -> dict[str, str | int]:
    return {
        "fragment": nugget.fragment,
        "date": nugget.date,
        "when": str(nugget.when),
        "year": nugget.when.year,
        "source": nugget.source,
    }
