"""How well questions are answered: the reciprocal rank of the first right date among the best ten, summed."""

from collections.abc import Sequence
from dataclasses import dataclass

from otherwords.evaluate.nuggets.matching import Ranked
from otherwords.evaluate.nuggets.questions import Question


def reciprocal_rank(question: Question, dates: Sequence[Ranked]) -> float:
    """1 for the first place, 1/2 for the second, 0 where no date is right."""
    ranks = (rank for rank, date in enumerate(dates, start=1) if question.is_answered_by(date.when))
    return 1 / next(ranks, float("inf"))


@dataclass(frozen=True, slots=True)
class Compared:
    """Questions answered in two ways."""

    total: float
    """The sum of the reciprocal ranks."""
    better: int
    """Questions that did better than without expansion."""
    worse: int


def compare(ranks: Sequence[float], without: Sequence[float]) -> Compared:
    pairs = list(zip(ranks, without, strict=True))
    return Compared(sum(ranks), sum(new > old for new, old in pairs), sum(new < old for new, old in pairs))
