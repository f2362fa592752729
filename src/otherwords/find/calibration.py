"""From a span's lead over "no span here" to the probability that the document says it there."""

import math
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Calibration:
    """A logistic curve, fitted on documents that the reader never saw."""

    slope: float = 0.5
    intercept: float = 0.0

    @classmethod
    def of(cls, settings: dict[str, Any]) -> "Calibration":
        return cls(**settings["calibration"]) if "calibration" in settings else cls()

    def probability(self, lead: float) -> float:
        x = self.slope * lead + self.intercept
        return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))
