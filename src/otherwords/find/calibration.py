"""From what speaks for a span to two probabilities: that the documents say the query, and that they say it there."""

import math
from dataclasses import asdict, dataclass
from typing import Any

from otherwords.text import OtherwordsError

_ASKED = (8, 350)
_SEARCHED = (150, 75_000)
"""The least and the most that curves are fitted on. Beyond that nothing is known, and the nearest is taken."""


@dataclass(frozen=True)
class Evidence:
    """What a probability is judged by: the best span's lead, and how easily so great a lead comes by chance."""

    lead: float
    asked: int
    """Characters of the query: a word or two are easily like something."""
    searched: int
    """Characters of all the documents: the more there is, the more of it is like the query."""

    def features(self) -> tuple[float, float, float, float]:
        asked = _log_within(_ASKED, self.asked)
        return self.lead, asked, _log_within(_SEARCHED, self.searched), self.lead * asked


def _log_within(bounds: tuple[int, int], number: int) -> float:
    least, most = bounds
    return math.log(min(max(number, least), most))


@dataclass(frozen=True)
class Curve:
    """A logistic curve, fitted on documents that the reader never saw."""

    lead: float = 0.0
    asked: float = 0.0
    searched: float = 0.0
    lead_by_asked: float = 0.0
    """The longer a query, the more its lead says, either way."""
    intercept: float = 0.0

    def at(self, evidence: Evidence) -> float:
        lead, asked, searched, lead_by_asked = evidence.features()
        x = self.lead * lead + self.asked * asked + self.searched * searched
        x += self.lead_by_asked * lead_by_asked + self.intercept
        return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))


@dataclass(frozen=True)
class Calibration:
    """Two questions with a curve each: do the documents say it at all, and if so, is this the place?

    One curve for both would take "not this span" for "not here", and where words are far apart, as in plays, it is
    often said at another place.
    """

    here: Curve = Curve(lead=0.5)
    place: Curve | None = None
    """Without it, the place is taken for right."""

    @classmethod
    def of(cls, settings: dict[str, Any]) -> "Calibration":
        try:
            return cls(**{name: Curve(**numbers) for name, numbers in settings.get("calibration", {}).items()})
        except TypeError:
            problem = "the model's manifest.json has probabilities of another version of otherwords"
            raise OtherwordsError(f"{problem}; fit them again with otherwords train find") from None

    def settings(self) -> dict[str, dict[str, float]]:
        return {name: numbers for name, numbers in asdict(self).items() if numbers is not None}

    def probability(self, evidence: Evidence) -> float:
        """That they say it, and there."""
        return self.here.at(evidence) * (self.place.at(evidence) if self.place else 1)

    def absence(self, evidence: Evidence) -> float:
        """That they do not say it, where this speaks for the best span."""
        return 1 - self.here.at(evidence)
