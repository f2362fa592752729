"""An answer, and what gives answers: one interface for whatever is asked."""

from dataclasses import dataclass
from typing import Protocol

from otherwords.ask.wording import Wording


@dataclass(frozen=True, slots=True)
class Answer:
    text: str
    probability: float
    path: tuple[str, ...]
    """The relations walked, from the entity; ``← `` before one that is walked against its direction."""
    entity: str
    wording: Wording | None = None
    """The wording that found it; of several, the one that speaks for it most."""


class Answerer(Protocol):
    def answers(self, question: str) -> list[Answer]:
        """p(a|q′) of one wording: best first; none where nothing is found."""
        ...
