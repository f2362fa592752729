"""An example beside what a system answered, and how the two compare."""

from dataclasses import dataclass

from otherwords.evaluate.prediction import Prediction
from otherwords.evaluate.scorers import Scorer
from otherwords.evaluate.spans import SpanExample

RIGHT_FROM_F1 = 0.5
"""For calibration an answer is right or wrong, so a span that overlaps the right one enough counts as right."""


@dataclass(frozen=True)
class Outcome:
    example: SpanExample
    prediction: Prediction
    em: float
    f1: float

    @classmethod
    def of(cls, example: SpanExample, prediction: Prediction, scorer: Scorer) -> "Outcome":
        gold, predicted = _text(example, example.gold), _text(example, prediction.span)
        return cls(example, prediction, scorer.em(predicted, gold), scorer.f1(predicted, gold))

    @property
    def is_exact(self) -> bool:
        return self.em == 1

    @property
    def is_right_enough(self) -> bool:
        """What a probability speaks of: the right place, if not its very edges; for a null, "not here"."""
        if self.example.gold is None:
            return self.prediction.span is None
        return self.f1 >= RIGHT_FROM_F1


def _text(example: SpanExample, span: tuple[int, int] | None) -> str | None:
    if span is None:
        return None
    start, end = span
    if end > len(example.document):
        raise ValueError(f"{example.id}: the predicted span {start}–{end} is outside the document")
    return example.document[start:end]
