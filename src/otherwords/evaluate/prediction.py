"""What a span system is asked, and what it answers."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Prediction:
    """A span of the document, or (None, None) for "not here", and how sure the system is of that very answer."""

    start: int | None
    end: int | None
    probability: float | None = None

    def __post_init__(self) -> None:
        if (self.start is None) != (self.end is None):
            raise ValueError("a prediction has both offsets or neither")
        if self.start is not None and self.end is not None and not 0 <= self.start < self.end:
            raise ValueError(f"a predicted span must not be empty: {self.start}–{self.end}")
        if self.probability is not None and not 0 <= self.probability <= 1:
            raise ValueError(f"a probability must lie between 0 and 1: {self.probability}")

    @property
    def span(self) -> tuple[int, int] | None:
        return None if self.start is None or self.end is None else (self.start, self.end)


NOT_HERE = Prediction(None, None)


class SpanSystem(Protocol):
    name: str

    def answer(self, query: str, document: str, *, always: bool, gold: tuple[int, int] | None) -> Prediction:
        """The span that says the query. ``always`` forbids "not here"; ``gold`` is for the oracle's eyes only."""
        ...
