"""Ours as a system that puts lists in order: sentences by how probably they answer the query.

As it comes, by the weights that are shipped; taught, by weights fitted on the lists it is given. Given wordings of the
queries, every wording is asked: p(a|q) = Σ p(a|q′) · p(q′|q). Where a sentence stands in its list has no say.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Protocol

import numpy as np

from otherwords.ask.combine import similarity_weights
from otherwords.ask.sentences.evidence import Pair
from otherwords.ask.sentences.judge import Judge, Labelled, fitted
from otherwords.ask.wording import Generator, Wording
from otherwords.encoder.pairs import PairModel

Weigh = Callable[[str, Sequence[Wording]], Sequence[float]]

_AT_ONCE = 64
"""Lists that are asked of the model together."""
_FAINT = 0.02
"""A wording that weighs less is not asked: it costs as much as the others, and changes nothing."""


class _Candidate(Protocol):
    @property
    def text(self) -> str: ...

    @property
    def label(self) -> float: ...

    @property
    def opening(self) -> str | None: ...


class _List(Protocol):
    @property
    def query(self) -> str: ...

    @property
    def candidates(self) -> Sequence[_Candidate]: ...


class AnswerSentences:
    name = "answer"
    needs_training = False
    needs_wordings = False
    gives_probabilities = True

    def __init__(self, model: Path | None = None, *, judge: Judge | None = None, weigh: Weigh | None = None) -> None:
        if judge is None or weigh is None:
            pairs = PairModel(model)
            judge, weigh = judge or Judge.of(pairs), weigh or partial(similarity_weights, pairs)
        self._judge, self._weigh = judge, weigh
        self._generator: Generator | None = None

    def use_wordings(self, generator: Generator) -> None:
        self._generator = generator

    def fit(self, examples: Sequence[_List]) -> None:
        """Of the questions as they are asked: what a wording is worth is told by its weight."""
        lists = [example for example in examples if example.candidates]
        self._judge.evidence([pair for example in lists for pair in _pairs(example.query, example)])
        self._judge.weights = fitted([self._labelled(example) for example in lists])

    def _labelled(self, example: _List) -> Labelled:
        right = np.array([one.label > 0 for one in example.candidates])
        return Labelled(self._judge.evidence(_pairs(example.query, example)), right)

    def scores(self, example: _List) -> list[float]:
        return self._scores(example, self._wordings(example.query))

    def scores_all(self, examples: Iterable[_List]) -> Iterator[list[float]]:
        """As ``scores``, many lists at once."""
        rest = iter(examples)
        while batch := list(islice(rest, _AT_ONCE)):
            wordings = [self._wordings(example.query) for example in batch]
            asked = zip(batch, wordings, strict=True)
            self._judge.evidence(
                [pair for example, worded in asked for text in worded for pair in _pairs(text, example)]
            )
            yield from map(self._scores, batch, wordings)

    def _scores(self, example: _List, wordings: dict[str, float]) -> list[float]:
        total = np.zeros(len(example.candidates))
        for text, weight in wordings.items():
            total += weight * self._judge.probabilities(_pairs(text, example))
        return [float(p) for p in total]

    def _wordings(self, query: str) -> dict[str, float]:
        """The query and its wordings, each with its weight."""
        others = self._generator.wordings(query) if self._generator else []
        if not others:
            return {query: 1.0}
        wordings = [Wording(query, "question", 1.0), *others]
        weights = dict(zip((one.text for one in wordings), self._weigh(query, wordings), strict=True))
        kept = {text: weight for text, weight in weights.items() if text == query or weight >= _FAINT}
        return {text: weight / sum(kept.values()) for text, weight in kept.items()}


def _pairs(text: str, example: _List) -> list[Pair]:
    return [Pair(text, one.text, one.opening or "") for one in example.candidates]
