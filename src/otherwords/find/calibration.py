"""From a span's lead over "no span here" to the probability that the document says it there."""

import math
from dataclasses import dataclass
from typing import Any

_ASKED = (8, 350)
_SEARCHED = (150, 75_000)
"""The least and the most that curves are fitted on. Beyond that nothing is known, and the nearest is taken."""


@dataclass(frozen=True)
class Evidence:
    """What a probability is judged by: the span's lead, and how easily so great a lead comes by chance."""

    lead: float
    asked: int
    """Characters of the query: a word or two are easily like something."""
    searched: int
    """Characters of all the documents: the more there is, the more of it is like the query."""

    def features(self) -> tuple[float, float, float]:
        return self.lead, _log_within(_ASKED, self.asked), _log_within(_SEARCHED, self.searched)


def _log_within(bounds: tuple[int, int], number: int) -> float:
    least, most = bounds
    return math.log(min(max(number, least), most))


@dataclass(frozen=True)
class Calibration:
    """A logistic curve, fitted on documents that the reader never saw."""

    slope: float = 0.5
    intercept: float = 0.0
    asked: float = 0.0
    searched: float = 0.0

    @classmethod
    def of(cls, settings: dict[str, Any]) -> "Calibration":
        return cls(**settings["calibration"]) if "calibration" in settings else cls()

    def probability(self, evidence: Evidence) -> float:
        lead, asked, searched = evidence.features()
        x = self.slope * lead + self.intercept + self.asked * asked + self.searched * searched
        return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))
