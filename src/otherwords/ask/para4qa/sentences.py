"""p(a|q): which of some sentences answers a question, asked in all its wordings.

p(a|q′) is a softmax over the sentences of w · [q′, a, q′ ⊙ a] + b, of vectors that a BiLSTM reads; with counts, plus
what share of the question's words a sentence says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.para4qa.match_counts import MatchCounts
from otherwords.ask.para4qa.readers import Reader
from otherwords.ask.para4qa.rmsprop import Noise
from otherwords.ask.para4qa.scoring import (
    given_or_even,
    mean_mixture_loss,
    score_shapes,
    scores,
    scores_back,
    softmax,
    softmax_back,
)
from otherwords.ask.para4qa.weigher import Weigher, split

Floats = NDArray[np.float32]
Parameters = dict[str, Floats]

NAME = "answer"
_ALIKE = 0.04
"""Where the weights of products begin: the mean of what would be drawn, were it not for the sign."""


@dataclass(frozen=True)
class SentenceLesson:
    """A question in all its wordings, itself the first; sentences; and which of them are right, summing to 1."""

    wordings: tuple[str, ...]
    sentences: tuple[str, ...]
    target: NDArray[np.float64]
    weights: Floats | None = None
    """Of the wordings, where they are not learned."""


class SentenceModel:
    """Without a weigher, and where a lesson says nothing else, all wordings weigh the same."""

    def __init__(self, reader: Reader, weigher: Weigher | None, counts: MatchCounts | None) -> None:
        self._reader, self.weigher, self._counts = reader, weigher, counts

    def shapes(self) -> dict[str, tuple[int, ...]]:
        shapes = self._reader.shapes() | score_shapes(NAME, self._reader.width)
        if self._counts is not None:
            shapes["counts"] = (2,)
        return shapes | (self.weigher.shapes() if self.weigher else {})

    def start(self) -> Parameters:
        """Where learning begins, if not by a draw: a sentence that is like the question begins as its answer."""
        alike = {f"{NAME} product": np.full(self._reader.width, _ALIKE, dtype=np.float32)}
        return alike | (self.weigher.start() if self.weigher else {})

    def probabilities(self, parameters: Mapping[str, Floats], lesson: SentenceLesson) -> Floats:
        """p(a|q) of each sentence."""
        loss = _Loss(self, parameters, [lesson], None)
        mixed: Floats = loss.weights[0] @ loss.shares[0]
        return mixed

    def loss(
        self, parameters: Mapping[str, Floats], lessons: Sequence[SentenceLesson], noise: Noise | None = None
    ) -> "_Loss":
        return _Loss(self, parameters, lessons, noise)

    def count_rows(self, lesson: SentenceLesson) -> Floats | None:
        """[wordings, sentences, 2]"""
        if self._counts is None:
            return None
        rows = [[self._counts.of(wording, one) for one in lesson.sentences] for wording in lesson.wordings]
        return np.array(rows, dtype=np.float32)


class _Loss:
    """−log p(a|q), the mean over lessons, and the way back to every parameter."""

    def __init__(
        self,
        model: SentenceModel,
        parameters: Mapping[str, Floats],
        lessons: Sequence[SentenceLesson],
        noise: Noise | None,
    ) -> None:
        self._model, self._parameters, self._lessons = model, parameters, lessons
        self._wordings = [lesson.wordings for lesson in lessons]
        self._sentences = [lesson.sentences for lesson in lessons]
        texts = [text for groups in (self._wordings, self._sentences) for group in groups for text in group]
        self._read = model._reader.read(parameters, texts, noise)
        self._counts = [model.count_rows(lesson) for lesson in lessons]
        self.shares = [
            softmax(self._scores(asked, said, counts))
            for asked, said, counts in zip(*self._vectors(), self._counts, strict=True)
        ]
        self._weighed = model.weigher.weights(parameters, self._wordings, noise) if model.weigher else None
        self.weights = (
            self._weighed[0]
            if self._weighed
            else [given_or_even(lesson.weights, len(lesson.wordings)) for lesson in lessons]
        )
        targets = [lesson.target for lesson in lessons]
        self.value, self._by_weights, self._by_shares = mean_mixture_loss(self.weights, self.shares, targets)

    def _vectors(self) -> tuple[list[Floats], list[Floats]]:
        both = split(self._read.vectors, [*self._wordings, *self._sentences])
        return both[: len(self._lessons)], both[len(self._lessons) :]

    def _scores(self, asked: Floats, said: Floats, counts: Floats | None) -> Floats:
        found = scores(self._parameters, NAME, asked, said)
        if counts is not None:
            found = found + counts @ self._parameters["counts"]
        return found

    def gradients(self) -> Parameters:
        found = {name: np.zeros(shape, dtype=np.float32) for name, shape in self._model.shapes().items()}
        by_asked: list[Floats] = []
        by_said: list[Floats] = []
        for asked, said, shares, by_shares, counts in zip(
            *self._vectors(), self.shares, self._by_shares, self._counts, strict=True
        ):
            by_scores = softmax_back(shares, by_shares).astype(np.float32)
            first, second = scores_back(self._parameters, NAME, asked, said, by_scores, found)
            by_asked.append(first)
            by_said.append(second)
            if counts is not None:
                found["counts"] += (by_scores[:, :, None] * counts).sum(axis=(0, 1))
        self._model._reader.back(self._parameters, self._read, np.concatenate([*by_asked, *by_said]), found)
        if self._weighed and self._model.weigher:
            weights, read = self._weighed
            self._model.weigher.back(self._parameters, read, self._wordings, weights, self._by_weights, found)
        return found
