"""What went wrong, and where: gathered one answer at a time, in memory that does not grow with the file."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from otherwords.evaluate.errors import Mistake, mistake_of
from otherwords.evaluate.lemmas import Lemmas
from otherwords.evaluate.metrics import Calibration
from otherwords.evaluate.outcome import Outcome
from otherwords.evaluate.prediction import Prediction
from otherwords.evaluate.scorers import Scorer
from otherwords.evaluate.slices import (
    Slice,
    by_document_length,
    by_domain,
    by_kind,
    by_label,
    by_overlap,
    by_query_length,
)
from otherwords.evaluate.spans import SpanExample
from otherwords.evaluate.synonyms import Synonyms, read_synonyms

WORST_CASES = 25
FINE_BINS = 20


@dataclass(frozen=True)
class Case:
    """A mistake worth looking at."""

    outcome: Outcome
    mistake: Mistake

    @property
    def badness(self) -> tuple[bool, float, float]:
        """The wrong place before edges that are a little off, then the surest first."""
        return (not self.outcome.is_right_enough, self.outcome.prediction.probability or 0.0, -self.outcome.f1)


@dataclass
class Analysis:
    scorer: Scorer
    lemmas: Lemmas
    synonyms: Synonyms | None
    n: int = 0
    mistakes: Counter[Mistake] = field(default_factory=Counter)
    slices: list[Slice] = field(default_factory=list)
    has_probabilities: bool = True
    calibration: Calibration = field(default_factory=Calibration)
    right: Counter[int] = field(default_factory=Counter)
    """Right answers by fine bin of confidence; ``wrong`` are the others."""
    wrong: Counter[int] = field(default_factory=Counter)
    worst: list[Case] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.slices = [
            by_label(),
            by_kind(self.lemmas, self.synonyms),
            by_domain(),
            by_overlap(self.scorer),
            by_document_length(),
            by_query_length(),
        ]

    def add(self, example: SpanExample, prediction: Prediction) -> None:
        outcome = Outcome.of(example, prediction, self.scorer)
        self.n += 1
        for slice_ in self.slices:
            slice_.add(outcome)
        self._add_confidence(outcome)
        mistake = mistake_of(outcome)
        if mistake is not None:
            self.mistakes[mistake] += 1
            cases = [*self.worst, Case(outcome, mistake)]
            self.worst = sorted(cases, key=lambda case: case.badness, reverse=True)[:WORST_CASES]

    def _add_confidence(self, outcome: Outcome) -> None:
        confidence = outcome.prediction.probability
        if confidence is None:
            self.has_probabilities = False
            return
        self.calibration.add(confidence, outcome.is_right_enough)
        side = self.right if outcome.is_right_enough else self.wrong
        side[min(int(confidence * FINE_BINS), FINE_BINS - 1)] += 1


def start_analysis(scorer: Scorer, language: str | None = None, synonyms: Path | None = None) -> Analysis:
    """Reads and checks all that the analysis needs, so that a mistake is known before hours of answering."""
    return Analysis(scorer, Lemmas(language), read_synonyms(synonyms) if synonyms else None)
