"""p(q′|q) learned from paraphrases alone, which the paper calls SepPara: does a pair ask the same or not."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.para4qa.fit import divided, fit
from otherwords.ask.para4qa.readers import DIMENSIONS, HIDDEN, LstmReader, Reader
from otherwords.ask.para4qa.rmsprop import Noise, Recipe
from otherwords.ask.para4qa.scoring import score_shapes
from otherwords.ask.para4qa.weigher import NAME, Weigher
from otherwords.ask.para4qa.word_table import VectorsOf, WordTable
from otherwords.learned import open_saved, save

Floats = NDArray[np.float32]
Parameters = dict[str, Floats]

KIND = "weights of wordings"


@dataclass(frozen=True, slots=True)
class PairLesson:
    first: str
    second: str
    is_same: bool


class PairJudge:
    """Logistic regression on w · [q, q′, q ⊙ q′] + b: the score that a weigher takes a softmax over."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def shapes(self) -> dict[str, tuple[int, ...]]:
        return self._reader.shapes() | score_shapes(NAME, self._reader.width)

    def loss(
        self, parameters: Mapping[str, Floats], lessons: Sequence[PairLesson], noise: Noise | None = None
    ) -> "_PairLoss":
        return _PairLoss(self._reader, self.shapes(), parameters, lessons, noise)


class _PairLoss:
    def __init__(
        self,
        reader: Reader,
        shapes: Mapping[str, tuple[int, ...]],
        parameters: Mapping[str, Floats],
        lessons: Sequence[PairLesson],
        noise: Noise | None,
    ) -> None:
        self._reader, self._shapes, self._parameters = reader, shapes, parameters
        texts = [lesson.first for lesson in lessons] + [lesson.second for lesson in lessons]
        self._read = reader.read(parameters, texts, noise)
        self._firsts, self._seconds = np.split(self._read.vectors, 2)
        self._product = self._firsts * self._seconds
        scores = self._firsts @ parameters[f"{NAME} first"] + self._seconds @ parameters[f"{NAME} second"]
        scores = scores + self._product @ parameters[f"{NAME} product"] + parameters[f"{NAME} constant"]
        is_same = np.array([lesson.is_same for lesson in lessons], dtype=np.float32)
        self.value = float((np.logaddexp(0, scores) - is_same * scores).mean())
        self._by_scores = ((1 / (1 + np.exp(-scores)) - is_same) / len(lessons)).astype(np.float32)

    def gradients(self) -> Parameters:
        found = {name: np.zeros(shape, dtype=np.float32) for name, shape in self._shapes.items()}
        by, p = self._by_scores[:, None], self._parameters
        found[f"{NAME} first"] += self._by_scores @ self._firsts
        found[f"{NAME} second"] += self._by_scores @ self._seconds
        found[f"{NAME} product"] += self._by_scores @ self._product
        found[f"{NAME} constant"] += self._by_scores.sum()
        by_first = by * (p[f"{NAME} first"] + p[f"{NAME} product"] * self._seconds)
        by_second = by * (p[f"{NAME} second"] + p[f"{NAME} product"] * self._firsts)
        self._reader.back(p, self._read, np.concatenate([by_first, by_second]), found)
        return found


@dataclass(frozen=True)
class LearnedWeights:
    """A weigher with what it has learned."""

    weigher: Weigher
    parameters: Parameters
    table: WordTable
    hidden: int

    def of(self, texts: Sequence[str]) -> Floats:
        """The question first."""
        return self.weigher.weights(self.parameters, [texts])[0][0]


def learn_weights(
    lessons: Sequence[PairLesson],
    vectors_of: VectorsOf,
    recipe: Recipe,
    dimensions: int = DIMENSIONS,
    hidden: int = HIDDEN,
    report: Callable[[str], None] = lambda line: None,
) -> LearnedWeights:
    table = WordTable.learned(vectors_of, (text for one in lessons for text in (one.first, one.second)), dimensions)
    reader = LstmReader(NAME, table, hidden)
    learned, held_out = divided(lessons)
    parameters = fit(PairJudge(reader), learned, held_out, recipe, report=report)
    return LearnedWeights(Weigher(reader), parameters, table, hidden)


def save_weights(learned: LearnedWeights, folder: Path) -> None:
    arrays = learned.parameters | {"midst": learned.table.midst, "project": learned.table.project}
    save(folder, KIND, {"hidden": learned.hidden}, arrays)


def open_weights(folder: Path, vectors_of: VectorsOf) -> LearnedWeights:
    facts, arrays = open_saved(folder, KIND)
    table = WordTable(vectors_of, arrays.pop("midst"), arrays.pop("project"))
    hidden = int(facts["hidden"])
    return LearnedWeights(Weigher(LstmReader(NAME, table, hidden)), arrays, table, hidden)
