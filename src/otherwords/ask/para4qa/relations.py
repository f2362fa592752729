"""p(path|q): which relations of a knowledge base a question asks for, in all its wordings.

p(path|q′) is a softmax over the paths around a thing, of a logistic regression on features of words
(``path_features``). No encoder has a part in it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.kb.features import readable
from otherwords.ask.kb.graph import Path
from otherwords.ask.para4qa.path_features import PATH_FEATURES, QUESTION_WORDS, PathFeatures, question_word
from otherwords.ask.para4qa.rmsprop import Noise
from otherwords.ask.para4qa.scoring import given_or_even, mean_mixture_loss, softmax, softmax_back
from otherwords.ask.para4qa.weigher import Weigher
from otherwords.remembered import Remembered

Floats = NDArray[np.float32]
Parameters = dict[str, Floats]

_REMEMBERED = 20_000
"""Lessons whose features are kept while they are learned from."""


@dataclass(frozen=True)
class PathLesson:
    """A question with a slot in all its wordings, itself the first; paths; and the share of each in what is right."""

    wordings: tuple[str, ...]
    paths: tuple[Path, ...]
    target: NDArray[np.float64]
    weights: Floats | None = None
    """Of the wordings, where they are not learned."""


def last_relations(lessons: Iterable[PathLesson]) -> tuple[str, ...]:
    return tuple(sorted({str(path[-1]) for lesson in lessons for path in lesson.paths}))


class PathModel:
    """Without a weigher, and where a lesson says nothing else, all wordings weigh the same."""

    def __init__(self, features: PathFeatures, last: Sequence[str], weigher: Weigher | None) -> None:
        self.features, self.last, self.weigher = features, tuple(last), weigher
        self._places = {step: i for i, step in enumerate(last)}
        self._lessons: Remembered[int, tuple[PathLesson, _Seen]] = Remembered(_REMEMBERED)

    def shapes(self) -> dict[str, tuple[int, ...]]:
        shapes: dict[str, tuple[int, ...]] = {
            "path": (len(PATH_FEATURES),),
            "answer type": (len(QUESTION_WORDS), len(self.last) + 1),
        }
        return shapes | (self.weigher.shapes() if self.weigher else {})

    def shares(self, parameters: Mapping[str, Floats], wordings: Sequence[str], paths: Sequence[Path]) -> Floats:
        """[wordings, paths]: p(path|q′)."""
        lesson = PathLesson(tuple(wordings), tuple(paths), np.zeros(len(paths)))
        return softmax(self._scores(parameters, self._seen(lesson)))

    def weights(self, parameters: Mapping[str, Floats], wordings: Sequence[str]) -> Floats:
        """p(q′|q) of wordings with a slot, the question first."""
        if self.weigher is None:
            return np.full(len(wordings), 1 / len(wordings), dtype=np.float32)
        return self.weigher.weights(parameters, readable_groups([wordings]))[0][0]

    def loss(
        self, parameters: Mapping[str, Floats], lessons: Sequence[PathLesson], noise: Noise | None = None
    ) -> "PathLoss":
        return PathLoss(self, parameters, lessons, noise)

    def scores(
        self, parameters: Mapping[str, Floats], lesson: PathLesson, noise: Noise | None
    ) -> tuple[Floats, "_Seen"]:
        """[wordings, paths]; and what they come from."""
        # By which lesson it is, for it is learned from again and again: to compare all its paths would take longer.
        _, seen = self._lessons.one(id(lesson), lambda: (lesson, self._seen(lesson)))
        if noise is not None:
            kept = noise.kept((len(lesson.wordings), 1, seen.rows.shape[2]))
            seen = replace(seen, rows=seen.rows * kept)
        return self._scores(parameters, seen), seen

    def _scores(self, parameters: Mapping[str, Floats], seen: "_Seen") -> Floats:
        return seen.rows @ parameters["path"] + parameters["answer type"][seen.asked[:, None], seen.last]

    def _seen(self, lesson: PathLesson) -> "_Seen":
        rows = np.stack([self.features.rows(wording, lesson.paths) for wording in lesson.wordings])
        asked = np.array([question_word(wording) for wording in lesson.wordings])
        # What was never learned of has a place of its own, which stays as it was drawn.
        last = np.array([self._places.get(str(path[-1]), len(self.last)) for path in lesson.paths])
        return _Seen(rows, asked, last)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a lesson's scores are made of."""

    rows: Floats
    """[wordings, paths, PATH_FEATURES]"""
    asked: NDArray[np.int64]
    """The question word of each wording."""
    last: NDArray[np.int64]
    """The last relation of each path."""


class PathLoss:
    """The cross-entropy with what is right, the mean over lessons, and the way back to every parameter."""

    def __init__(
        self,
        model: PathModel,
        parameters: Mapping[str, Floats],
        lessons: Sequence[PathLesson],
        noise: Noise | None,
    ) -> None:
        self._model, self._parameters = model, parameters
        self._groups = readable_groups([lesson.wordings for lesson in lessons])
        self._scored = [model.scores(parameters, lesson, noise) for lesson in lessons]
        self.shares = [softmax(scored[0]) for scored in self._scored]
        self._weighed = model.weigher.weights(parameters, self._groups, noise) if model.weigher else None
        self.weights = (
            self._weighed[0]
            if self._weighed
            else [given_or_even(lesson.weights, len(lesson.wordings)) for lesson in lessons]
        )
        targets = [lesson.target for lesson in lessons]
        self.value, self._by_weights, self._by_shares = mean_mixture_loss(self.weights, self.shares, targets)

    def gradients(self) -> Parameters:
        found = {name: np.zeros(shape, dtype=np.float32) for name, shape in self._model.shapes().items()}
        for (_, seen), shares, by_shares in zip(self._scored, self.shares, self._by_shares, strict=True):
            by_scores = softmax_back(shares, by_shares).astype(np.float32)
            found["path"] += np.einsum("wp,wpf->f", by_scores, seen.rows)
            np.add.at(found["answer type"], (seen.asked[:, None], seen.last), by_scores)
        if self._weighed and self._model.weigher:
            weights, read = self._weighed
            self._model.weigher.back(self._parameters, read, self._groups, weights, self._by_weights, found)
        return found


def readable_groups(groups: Sequence[Sequence[str]]) -> list[list[str]]:
    """Wordings as a reader of texts gets them: a slot is no word."""
    return [[readable(text) for text in group] for group in groups]
