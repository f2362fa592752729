"""The figures of ``eval lists``, gathered one list at a time.

Candidates with the same score are in no order, so a figure is its mean over all their orders: a system that cannot
tell them apart gains nothing from the order of the file. That mean has closed forms (McSherry and Najork, "Computing
information retrieval performance measures efficiently in the presence of tied scores", 2008). A score that is not a
number comes after all others.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

NDCG_DEPTH = 5
_GAIN = f"ndcg@{NDCG_DEPTH}"
RECALL_DEPTH = 10
"""How far down a list SemEval's scorer looks."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Labels that share their place: they stand after ``before`` others."""

    before: int
    labels: tuple[float, ...]

    @property
    def right(self) -> int:
        return sum(label > 0 for label in self.labels)


def in_order(labels: Sequence[float], scores: Sequence[float]) -> list[Tie]:
    """The labels by falling score, equals together."""
    if len(labels) != len(scores):
        raise ValueError(f"{len(scores)} scores for {len(labels)} candidates")
    known = [-math.inf if math.isnan(score) else float(score) for score in scores]
    nan = [math.isnan(score) for score in scores]
    places = sorted(range(len(labels)), key=lambda i: (nan[i], -known[i]))
    ties, before = [], 0
    for _, group in groupby(places, key=lambda i: (nan[i], known[i])):
        tied = tuple(labels[i] for i in group)
        ties.append(Tie(before, tied))
        before += len(tied)
    return ties


def average_precision(ties: Sequence[Tie]) -> float:
    """The mean of the precision at each right candidate; 0 where there is none."""
    total, above = 0.0, 0
    for tie in ties:
        size, right = len(tie.labels), tie.right
        for place in range(size if right else 0):
            others = place * (right - 1) / (size - 1) if size > 1 else 0.0
            total += right / size * (above + 1 + others) / (tie.before + place + 1)
        above += right
    return total / above if above else 0.0


def reciprocal_rank(ties: Sequence[Tie]) -> float:
    """1 / the place of the first right candidate; 0 where there is none."""
    for tie in ties:
        size, right = len(tie.labels), tie.right
        if right:
            orders = math.comb(size, right)
            return sum(
                math.comb(size - place - 1, right - 1) / orders / (tie.before + place + 1)
                for place in range(size - right + 1)
            )
    return 0.0


def precision_at_1(ties: Sequence[Tie]) -> float:
    return ties[0].right / len(ties[0].labels) if ties else 0.0


def ndcg(ties: Sequence[Tie], depth: int = NDCG_DEPTH) -> float:
    """Discounted gain (2^label − 1) of the first places over that of the best order; 0 where there is none."""
    gains = [_mean([2.0**label - 1 for label in tie.labels]) for tie in ties for _ in tie.labels]
    best = sorted((2.0**label - 1 for tie in ties for label in tie.labels), reverse=True)
    ideal = _discounted(best[:depth])
    return _discounted(gains[:depth]) / ideal if ideal > 0 else 0.0


def _discounted(gains: Sequence[float]) -> float:
    return sum(gain / math.log2(place + 2) for place, gain in enumerate(gains))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


@dataclass
class AverageRecall:
    """SemEval's AvgRec: of all the right candidates that could stand in the first k places of all lists, the share that
    does; the mean of that for k from 1 to 10."""

    _found: list[float] = field(default_factory=lambda: [0.0] * RECALL_DEPTH)
    _possible: list[int] = field(default_factory=lambda: [0] * RECALL_DEPTH)

    def add(self, ties: Sequence[Tie]) -> None:
        right = sum(tie.right for tie in ties)
        shares = [tie.right / len(tie.labels) for tie in ties for _ in tie.labels]
        for depth in range(1, RECALL_DEPTH + 1):
            self._found[depth - 1] += sum(shares[:depth])
            self._possible[depth - 1] += min(depth, right)

    @property
    def value(self) -> float:
        if not self._possible[0]:
            return 0.0
        return _mean([found / possible for found, possible in zip(self._found, self._possible, strict=True)])


@dataclass
class Decisions:
    """Right and wrong, decided candidate by candidate."""

    _counts: dict[tuple[bool, bool], int] = field(default_factory=dict)

    def add(self, said: bool, is_right: bool) -> None:
        self._counts[said, is_right] = self._counts.get((said, is_right), 0) + 1

    def figures(self) -> dict[str, float]:
        hits = self._counts.get((True, True), 0)
        said = hits + self._counts.get((True, False), 0)
        right = hits + self._counts.get((False, True), 0)
        agreed = hits + self._counts.get((False, False), 0)
        return {
            "precision": hits / said if said else 0.0,
            "recall": hits / right if right else 0.0,
            "f1": 2 * hits / (said + right) if hits else 0.0,
            "accuracy": agreed / sum(self._counts.values()) if self._counts else 0.0,
        }


@dataclass
class ListMetrics:
    """``skip_empty`` leaves out lists in which nothing is right; else they count 0."""

    skip_empty: bool = False
    n: int = 0
    without_right: int = 0
    without_score: int = 0

    def __post_init__(self) -> None:
        self._sums = dict.fromkeys(("map", "mrr", _GAIN, "p@1"), 0.0)
        self._recall = AverageRecall()
        self._decisions: Decisions | None = None
        self._labels: set[float] = set()

    def counts(self, labels: Sequence[float]) -> bool:
        """Whether a list has a say in the figures, so that it has to be scored."""
        return not self.skip_empty or any(label > 0 for label in labels)

    def add(self, labels: Sequence[float], scores: Sequence[float], said: Sequence[bool] | None = None) -> None:
        """``said`` is, for systems that decide, whether each candidate is right by its word."""
        self.without_right += not any(label > 0 for label in labels)
        if not self.counts(labels):
            return
        self.n += 1
        self._labels.update(labels)
        self.without_score += sum(map(math.isnan, scores))
        ties = in_order(labels, scores)
        for name, value in zip(self._sums, self._values(ties), strict=True):
            self._sums[name] += value
        self._recall.add(ties)
        if said is not None:
            self._decisions = self._decisions or Decisions()
            for one, label in zip(said, labels, strict=True):
                self._decisions.add(bool(one), label > 0)

    @staticmethod
    def _values(ties: Sequence[Tie]) -> Iterator[float]:
        yield average_precision(ties)
        yield reciprocal_rank(ties)
        yield ndcg(ties)
        yield precision_at_1(ties)

    def figures(self) -> dict[str, float]:
        """``avgrec`` and the decisions are SemEval's; what is rare is told only where it is.

        By a scale without a zero, as from 1 to 5, every candidate is right: what counts right ones is perfect in any
        order, and only the gain tells systems apart.
        """
        figures = {name: total / self.n if self.n else 0.0 for name, total in self._sums.items()}
        figures["avgrec"] = self._recall.value
        if self._decisions:
            figures |= self._decisions.figures()
        if len(self._labels) > 1 and min(self._labels) > 0:
            figures = {_GAIN: figures[_GAIN]}
        rare = {"without_right": self.without_right, "without_score": self.without_score}
        return {name: round(value, 6) for name, value in figures.items()} | {k: v for k, v in rare.items() if v}
