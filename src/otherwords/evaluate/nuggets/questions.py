"""Questions for a date: what makes one, what it asks about, and which dates are right.

A file of them is JSON lines, ``{"question", "answers": [...]}``.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from otherwords.evaluate.files import read_rows, write_rows
from otherwords.evaluate.nuggets.dates import Date, find_dates
from otherwords.text import OtherwordsError

_ASKS_FOR_A_DATE = re.compile(
    r"\W*(?:(?:in|on|by|since|until|from|during|around|about|at)\s+)?"
    r"(?:when|(?:what|which)\s+(?:\w+\s+)?(?:year|month|date|day))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Question:
    """A question and the answers that are right, any of them."""

    question: str
    answers: tuple[str, ...]

    @cached_property
    def dates(self) -> tuple[Date, ...]:
        return tuple(place.date for answer in self.answers for place in find_dates(answer))

    def is_answered_by(self, date: Date) -> bool:
        return any(date.agrees_with(answer) for answer in self.dates)


def asks_for_a_date(question: str) -> bool:
    return _ASKS_FOR_A_DATE.match(question) is not None


def asked_about(question: str) -> str:
    """The question without its *When* or *In what year*, which no nugget says."""
    return _ASKS_FOR_A_DATE.sub("", question, count=1).strip()


def write_questions(path: Path, questions: Iterable[Question]) -> int:
    return write_rows(path, map(asdict, questions))


def read_questions(path: Path) -> Iterator[Question]:
    return read_rows(path, _question)


def _question(row: Any) -> Question:
    match row:
        case {"question": str(question), "answers": list(answers)} if all(isinstance(one, str) for one in answers):
            return Question(question, tuple(answers))
        case _:
            raise OtherwordsError('not a question; a row is {"question": "…", "answers": ["…"]}')
