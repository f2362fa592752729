"""The figures of ``eval spans``, gathered one answer at a time."""

from dataclasses import dataclass, field

from otherwords.evaluate.outcome import RIGHT_FROM_F1 as RIGHT_FROM_F1  # for those who calibrate by the same rule
from otherwords.evaluate.outcome import Outcome
from otherwords.evaluate.prediction import Prediction
from otherwords.evaluate.scorers import SCORERS, Scorer
from otherwords.evaluate.spans import SpanExample


@dataclass(frozen=True, slots=True)
class Bin:
    """The answers whose confidence lies in one stretch: how many, how sure on average, and which share was right."""

    low: float
    high: float
    count: int
    confidence: float
    right: float


@dataclass
class Calibration:
    """Expected calibration error over equally wide bins of confidence."""

    bins: int = 10

    def __post_init__(self) -> None:
        self._count = [0] * self.bins
        self._confidence = [0.0] * self.bins
        self._right = [0] * self.bins

    def add(self, confidence: float, right: bool) -> None:
        bin_ = min(int(confidence * self.bins), self.bins - 1)
        self._count[bin_] += 1
        self._confidence[bin_] += confidence
        self._right[bin_] += right

    def table(self) -> list[Bin]:
        """The bins that hold anything."""
        return [
            Bin(number / self.bins, (number + 1) / self.bins, count, confidence / count, right / count)
            for number, (count, confidence, right) in enumerate(
                zip(self._count, self._confidence, self._right, strict=True)
            )
            if count
        ]

    @property
    def error(self) -> float:
        gaps = (abs(right - confidence) for right, confidence in zip(self._right, self._confidence, strict=True))
        return sum(gaps) / max(sum(self._count), 1)


@dataclass
class SpanMetrics:
    """EM, F1 and the rest over every example: one without a prediction counts 0, so leaving out never pays."""

    scorer: Scorer = SCORERS["otherwords"]
    n: int = 0
    _em: float = 0.0
    _f1: float = 0.0
    _span_em: int = 0
    _gold_nulls: int = 0
    _said_null: int = 0
    _rightly_null: int = 0
    _without_probability: int = 0
    _calibration: Calibration = field(default_factory=Calibration)

    def add(self, example: SpanExample, prediction: Prediction | None) -> None:
        self.n += 1
        self._gold_nulls += example.gold is None
        if prediction is None:
            self._calibration.add(1.0, False)
            return
        outcome = Outcome.of(example, prediction, self.scorer)
        said_null = prediction.span is None
        self._em += outcome.em
        self._f1 += outcome.f1
        self._span_em += prediction.span == example.gold
        self._said_null += said_null
        self._rightly_null += said_null and example.gold is None
        if prediction.probability is None:
            self._without_probability += 1
        else:
            self._calibration.add(prediction.probability, outcome.is_right_enough)

    def figures(self) -> dict[str, float]:
        """By name. The null figures need nulls in the gold, ``ece`` needs a probability with every answer."""
        figures = {
            "em": _percent(self._em, self.n),
            "f1": _percent(self._f1, self.n),
            "span_em": _percent(self._span_em, self.n),
        }
        if self._gold_nulls:
            figures["null_precision"] = _percent(self._rightly_null, self._said_null)
            figures["null_recall"] = _percent(self._rightly_null, self._gold_nulls)
        if self.n and not self._without_probability:
            figures["ece"] = round(self._calibration.error, 4)
        return figures


def _percent(part: float, whole: int) -> float:
    return round(100 * part / whole, 2) if whole else 0.0
