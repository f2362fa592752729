"""An answer, and what gives answers: one interface for whatever is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from otherwords.ask.wording import Wording
from otherwords.text import Location, Span


@dataclass(frozen=True, slots=True)
class Passage:
    """Where a document says an answer."""

    document_id: str
    span: Span
    context: Span
    """The span with its surroundings, for showing."""
    location: Location
    opening: str = ""
    """What the document begins with."""


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    probability: float
    path: tuple[str, ...] = ()
    """Of a knowledge base: the relations walked, from the entity; ``← `` before one walked against its direction."""
    entity: str = ""
    iri: str | None = None
    """Of a knowledge base: which of the things of that name; None for numbers, dates, blank nodes, a table's cells."""
    passage: Passage | None = None
    """Of documents: the sentence, in its place."""
    evidence: tuple[tuple[str, float], ...] = ()
    """Of documents: what spoke for the sentence, by name."""
    wording: Wording | None = None
    """The wording that found it; of several, the one that speaks for it most."""


class Answerer(Protocol):
    @property
    def least(self) -> float:
        """An answer less probable than that is none."""

    def about(self, question: str) -> list[str]:
        """The things that the question may speak of, by name, where the answerer knows things."""

    def worded(self, question: str, wording: str) -> str | None:
        """A wording of the question as it is to be asked; None where no wording would help."""

    def prepare(self, questions: Sequence[str]) -> None:
        """Told all wordings before the first is answered, for many at once take less time than one by one."""

    def answers(self, question: str) -> list[Answer]:
        """p(a|q′) of one wording: best first; none where nothing is found."""
