"""Our best: candidates by the probability that they say what the query says; taught, by all the evidence there is."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from otherwords.rank import kept
from otherwords.rank.blend import Blend, grow
from otherwords.rank.evidence import Evidence
from otherwords.rank.lists import Wordings
from otherwords.rank.vectors import Vectors
from otherwords.text import OtherwordsError, asked_text

_AT_ONCE = 512
"""Lists that are asked of the model together."""


class PairJudge(Protocol):
    """What the ranker needs of a pair model."""

    @property
    def identity(self) -> str: ...

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]: ...

    def readings(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]: ...

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]: ...


@dataclass(frozen=True, slots=True)
class _Candidate:
    text: str
    label: float = 0.0


@dataclass(frozen=True, slots=True)
class _List:
    query: str
    candidates: tuple[_Candidate, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate, its place in the order that was given (from 0), and how likely it says what the query says."""

    text: str
    place: int
    probability: float


class Ranker:
    """Orders candidates by the pair model's probability, or, after ``fit``, by a blend of it with other evidence.

    ``model`` is a pair model's folder, or one in which ``save`` kept what a ranker was taught.
    """

    name = "rank"
    needs_training = False

    def __init__(self, model: Path | None = None, *, judge: PairJudge | None = None) -> None:
        taught = model if model is not None and kept.is_ranker(model) else None
        self._judge = judge or _load(None if taught else model)
        self._evidence = Evidence(Vectors(self._judge.vectors), self._judge.readings)
        self._blend: Blend | None = None
        if taught:
            self._evidence.rarity, self._blend = kept.load(taught, self._judge.identity)

    def order(self, query: str, candidates: Sequence[str]) -> list[Ranked]:
        """The best first; of equals, the one that came first."""
        asked_text(query, "the query", "say what the candidates are to be compared with")
        scores = self.scores(_List(query, tuple(map(_Candidate, candidates))))
        likely = scores if self.gives_probabilities else self._probabilities([(query, text) for text in candidates])
        ranked = [Ranked(text, place, likely[place]) for place, text in enumerate(candidates)]
        return sorted(ranked, key=lambda one: (-scores[one.place], one.place))

    @property
    def gives_probabilities(self) -> bool:
        return self._blend is None or self._blend.gives_probabilities

    def fit(self, examples: Sequence[Wordings]) -> None:
        """Learns from lists. What it learned before is forgotten."""
        lists = [example for example in examples if example.candidates]
        if not lists:
            raise OtherwordsError("there are no candidates to learn from")
        self._evidence.learn(lists)
        self._evidence.prepare(lists)
        labels = np.array([one.label for example in lists for one in example.candidates], dtype=np.float64)
        self._blend = grow(np.vstack([self._evidence.of(example) for example in lists]), labels)

    def save(self, folder: Path) -> None:
        """What was learned, for ``Ranker(folder)``."""
        if self._blend is None:
            raise ValueError("nothing was learned")
        kept.save(folder, self._judge.identity, self._evidence.rarity, self._blend)

    def scores(self, example: Wordings) -> list[float]:
        if not example.candidates:
            return []
        if self._blend is None:
            return self._probabilities([(example.query, one.text) for one in example.candidates])
        return [float(score) for score in self._blend.scores(self._evidence.of(example))]

    def scores_all(self, examples: Iterable[Wordings]) -> Iterator[list[float]]:
        """As ``scores``, many lists at once."""
        rest = iter(examples)
        while batch := list(islice(rest, _AT_ONCE)):
            if self._blend is not None:
                self._evidence.prepare(batch)
                yield from map(self.scores, batch)
                continue
            pairs = [(example.query, one.text) for example in batch for one in example.candidates]
            told = iter(self._probabilities(pairs))
            for example in batch:
                yield list(islice(told, len(example.candidates)))

    def _probabilities(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        return [float(p) for p in self._judge.probabilities(pairs)] if pairs else []


def _load(model: Path | None) -> PairJudge:
    from otherwords.encoder.pairs import PairModel

    judge: PairJudge = PairModel(model)
    return judge
