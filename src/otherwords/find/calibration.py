"""From what speaks for a span to two probabilities: that the documents say the query, and that they say it there."""

import math
import re
from dataclasses import asdict, dataclass
from typing import Any

from otherwords.text import OtherwordsError

_ASKED = (8, 350)
_SEARCHED = (150, 75_000)
_LINE = (15, 200)
_STANDS_OUT = (0, 20)
"""The least and the most that curves are fitted on. Beyond that nothing is known, and the nearest is taken."""
_AROUND = 1000
"""Characters on either side of a span in which lines are measured."""
_END_OF_LINE = re.compile(r"[.!?]+\s|[。！？]|\n")


@dataclass(frozen=True)
class Evidence:
    """What a probability is judged by: the best span's lead, and how easily so great a lead comes by chance."""

    lead: float
    asked: int
    """Characters of the query: a word or two are easily like something."""
    searched: int
    """Characters of all the documents: the more there is, the more of it is like the query."""
    line: float
    """Characters of a line or sentence where the span stands. People who talk, in subtitles and plays, say things
    further apart than those who write, so there a lead says less, and so does the lack of one."""
    stands_out: float = 0.0
    """Of a phrase: how far its lead is above what else comes near. A few everyday words are like much in a long text,
    and what is like much of it is hardly said."""

    def features(self) -> tuple[float, ...]:
        """In the order of a curve's weights."""
        line = _log_within(_LINE, self.line)
        asked, searched = _log_within(_ASKED, self.asked), _log_within(_SEARCHED, self.searched)
        return self.lead, asked, searched, line, self.lead * line, _within(_STANDS_OUT, self.stands_out)


def line_around(text: str, start: int, end: int) -> float:
    """How long lines and sentences are there, in characters."""
    around = text[max(0, start - _AROUND) : end + _AROUND]
    return len(around) / max(1, sum(1 for line in _END_OF_LINE.split(around) if line.strip()))


def _log_within(bounds: tuple[int, int], number: float) -> float:
    return math.log(_within(bounds, number))


def _within(bounds: tuple[int, int], number: float) -> float:
    least, most = bounds
    return min(max(number, least), most)


@dataclass(frozen=True)
class Curve:
    """A logistic curve, fitted on documents that the reader never saw."""

    lead: float = 0.0
    asked: float = 0.0
    searched: float = 0.0
    line: float = 0.0
    lead_by_line: float = 0.0
    stands_out: float = 0.0
    intercept: float = 0.0

    def at(self, evidence: Evidence) -> float:
        weights = (self.lead, self.asked, self.searched, self.line, self.lead_by_line, self.stands_out)
        x = self.intercept + sum(w * feature for w, feature in zip(weights, evidence.features(), strict=True))
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
