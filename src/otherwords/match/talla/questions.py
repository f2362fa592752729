"""What this system needs to know of a list: a question and its candidates, each as a subject and a body."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class Related(Protocol):
    @property
    def text(self) -> str: ...

    @property
    def label(self) -> float: ...

    @property
    def rank(self) -> int | None: ...

    @property
    def subject(self) -> str | None: ...

    @property
    def body(self) -> str | None: ...


class Group(Protocol):
    @property
    def query(self) -> str: ...

    @property
    def candidates(self) -> Sequence[Related]: ...

    @property
    def subject(self) -> str | None: ...

    @property
    def body(self) -> str | None: ...


@dataclass(frozen=True)
class Question:
    """A question in its two parts. One that is not divided is all body, and its subject is empty."""

    subject: str
    body: str

    @property
    def text(self) -> str:
        return f"{self.subject}\n{self.body}".strip()


def asked(group: Group) -> Question:
    return _question(group.subject, group.body, group.query)


def candidates(group: Group) -> list[Question]:
    return [_question(one.subject, one.body, one.text) for one in group.candidates]


def is_divided(group: Group) -> bool:
    """Whether any of its questions tells subject and body apart."""
    parts = [group.subject, group.body, *(part for one in group.candidates for part in (one.subject, one.body))]
    return any(part is not None for part in parts)


def _question(subject: str | None, body: str | None, text: str) -> Question:
    if subject is None and body is None:
        return Question("", text)
    return Question(subject or "", body or "")
