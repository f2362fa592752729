"""What every translator gives, and how it is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

BEAM = 6
LENGTH_PENALTY = 0.6


@dataclass(frozen=True, slots=True)
class Translation:
    text: str
    score: float
    """The sum of the tokens' log-probabilities over length ** penalty; 0 where the translator gives none."""


class Translator(Protocol):
    name: str
    source: str
    target: str

    def translate(
        self,
        texts: Sequence[str],
        beam: int = BEAM,
        length_penalty: float = LENGTH_PENALTY,
        n_best: int = 1,
    ) -> list[tuple[Translation, ...]]:
        """For each text its translations, best first: at least one, at most ``n_best``, no two the same."""
        ...
