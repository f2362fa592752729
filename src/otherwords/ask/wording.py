"""A wording of a question, and what makes wordings."""

from dataclasses import dataclass
from typing import Protocol

LEAST = 0.5
"""How probably a wording asks the same as the question, at least, by the judge's word."""


@dataclass(frozen=True, slots=True)
class Wording:
    text: str
    source: str
    """Who made it: ``rules``, ``pivots`` or ``templates``; ``question`` is the question as it was asked."""
    score: float
    """The generator's own: the higher the better, and comparable only with others of the same source."""


class Generator(Protocol):
    name: str

    def wordings(self, question: str) -> list[Wording]:
        """Other wordings of the question, best first; none where the generator knows none."""
        ...
