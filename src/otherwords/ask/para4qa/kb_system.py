"""The paper's systems over a knowledge base: learned from questions and answers, kept in a folder, asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.asking import Asker
from otherwords.ask.kb.answerer import Candidate, KbAnswerer
from otherwords.ask.kb.graph import End, Graph, Step
from otherwords.ask.kb.graph import Path as Relations
from otherwords.ask.kb.knowledge import KnowledgeBase
from otherwords.ask.para4qa.fit import fit
from otherwords.ask.para4qa.paraphrase_pairs import LearnedWeights, open_weights, save_weights
from otherwords.ask.para4qa.path_features import PathFeatures
from otherwords.ask.para4qa.path_lessons import candidates, divided_by_wording, path_lessons
from otherwords.ask.para4qa.readers import DIMENSIONS, HIDDEN, EncoderReader, LstmReader
from otherwords.ask.para4qa.relations import PathLesson, PathModel, last_relations, readable_groups
from otherwords.ask.para4qa.rmsprop import Recipe
from otherwords.ask.para4qa.systems import Plan, Without, plan_of, texts
from otherwords.ask.para4qa.weigher import NAME as WEIGH
from otherwords.ask.para4qa.weigher import Weigher
from otherwords.ask.para4qa.word_table import VectorsOf, WordTable
from otherwords.ask.wording import Generator, Wording
from otherwords.ask.wordings.stored import with_slot
from otherwords.learned import open_saved, save
from otherwords.remembered import Remembered
from otherwords.text import OtherwordsError

Floats = NDArray[np.float32]
Report = Callable[[str], None]

KIND = "knowledge base by para4qa"
RECIPE = Recipe(epochs=100)
_PAIRS = "weights"
_REMEMBERED = 4096


@dataclass(frozen=True)
class LearnedPaths:
    plan: Plan
    model: PathModel
    parameters: dict[str, Floats]
    known: tuple[Relations, ...]
    """Paths of more than two relations that answers were found by."""
    table: WordTable | None
    pairs: LearnedWeights | None

    def weights(self, wordings: Sequence[str]) -> Floats:
        """p(q′|q) of wordings with a slot, the question first."""
        if self.pairs is not None:
            return self.pairs.of(readable_groups([wordings])[0])
        return self.model.weights(self.parameters, wordings)


def prepare_lessons(
    kb: KnowledgeBase, questions: Sequence[tuple[str, Sequence[str]]], report: Report
) -> tuple[list[PathLesson], tuple[Relations, ...]]:
    """What every plan learns from; to look for paths takes longer than to learn."""
    lessons, known = path_lessons(Graph(kb), questions, report)
    if len({lesson.wordings[0] for lesson in lessons}) < 2:
        raise OtherwordsError(
            f"too little to learn from: {len(lessons)} of the questions have a path to their answers in {kb.origin};"
            " do the names in the questions and answers occur there?"
        )
    return lessons, known


def learn_paths(
    plan: Plan,
    kb: KnowledgeBase,
    prepared: tuple[Sequence[PathLesson], tuple[Relations, ...]],
    generator: Generator | None,
    vectors_of: VectorsOf,
    pairs: LearnedWeights | None = None,
    recipe: Recipe = RECIPE,
    report: Report = lambda line: None,
) -> LearnedPaths:
    """``pairs``: what paraphrases taught, where the plan takes it."""
    lessons, known = prepared
    begins = pairs if plan.begins_with_pairs else None
    pairs = None if begins else pairs
    made: dict[str, tuple[str, ...]] = {}
    weighed: dict[str, Floats | None] = {}
    for question in dict.fromkeys(lesson.wordings[0] for lesson in lessons):
        made[question] = texts(plan, question, generator)
        weighed[question] = pairs.of(readable_groups([made[question]])[0]) if pairs else None
    lessons = [replace(one, wordings=made[one.wordings[0]], weights=weighed[one.wordings[0]]) for one in lessons]
    table = begins.table if begins else None
    if table is None and plan.weights == "learned":
        words = [text for group in readable_groups(list(made.values())) for text in group]
        table = WordTable.learned(vectors_of, words, DIMENSIONS)
    model = _model(plan, PathFeatures(Graph(kb)), last_relations(lessons), table, vectors_of)
    learned, held_out = divided_by_wording(lessons)
    if plan.augments:
        learned = [replace(lesson, wordings=(wording,)) for lesson in learned for wording in lesson.wordings]
        held_out = [replace(lesson, wordings=lesson.wordings[:1]) for lesson in held_out]
    start = (model.weigher.start() if model.weigher else {}) | (begins.parameters if begins else {})
    parameters = fit(model, learned, held_out, recipe, start, report)
    return LearnedPaths(plan, model, parameters, known, table, pairs)


def _model(
    plan: Plan, features: PathFeatures, last: Sequence[str], table: WordTable | None, vectors_of: VectorsOf
) -> PathModel:
    weigher = None
    if table is not None:
        weigher = Weigher(LstmReader(WEIGH, table, HIDDEN))
    elif plan.weights == "encoder":
        weigher = Weigher(EncoderReader(vectors_of))
    return PathModel(features, last, weigher)


def save_paths(learned: LearnedPaths, folder: Path) -> None:
    arrays = dict(learned.parameters)
    if learned.table is not None:
        arrays |= {"midst": learned.table.midst, "project": learned.table.project}
    known = [[str(step) for step in path] for path in learned.known]
    if learned.pairs is not None:
        save_weights(learned.pairs, folder / _PAIRS)
    save(folder, KIND, {"system": learned.plan.name, "last": learned.model.last, "known": known}, arrays)


def open_paths(folder: Path, system: str, kb: KnowledgeBase, vectors_of: VectorsOf) -> LearnedPaths:
    facts, arrays = open_saved(folder, KIND)
    if facts["system"] != system:
        raise OtherwordsError(f"{folder} was learned as {facts['system']}; ask it as --system {facts['system']}")
    plan = plan_of(system)
    table = WordTable(vectors_of, arrays.pop("midst"), arrays.pop("project")) if "midst" in arrays else None
    known = tuple(tuple(Step.parse(step) for step in path) for path in facts["known"])
    pairs = open_weights(folder / _PAIRS, vectors_of) if plan.weights == "pairs" else None
    model = _model(plan, PathFeatures(Graph(kb)), facts["last"], table, vectors_of)
    return LearnedPaths(plan, model, arrays, known, table, pairs)


class WordsAnswerer(KbAnswerer):
    """p(a|q′) by words alone. One of the candidates is right: "none" is not among them."""

    least = 0.0

    def __init__(self, kb: KnowledgeBase, learned: LearnedPaths) -> None:
        super().__init__(kb)
        self._learned = learned

    def candidates(self, question: str) -> list[Candidate]:
        found: list[Candidate] = []
        for one in self.links(question):
            paths = candidates(self.graph, one.term, self._learned.known)
            if paths:
                shares = self._learned.model.shares(self._learned.parameters, [one.wording], paths)[0]
                log_odds = np.log(np.maximum(shares, 1e-9)) + np.log(max(one.score, 1e-3)) + _CERTAIN
                found += [Candidate(one, path, float(odds)) for path, odds in zip(paths, log_odds, strict=True)]
        return found

    def _judged(self, question: str, found: Sequence[tuple[Candidate, list[End]]]) -> list[float]:
        return [candidate.log_odds for candidate, _ in found]


_CERTAIN = 7.0
"""Added to log p, so that "none of them", whose odds are 1, has hardly a share."""


def para4qa_asker(kb: KnowledgeBase, learned: LearnedPaths, generators: Sequence[Generator]) -> Asker:
    plan = learned.plan
    known: Remembered[tuple[str, ...], list[float]] = Remembered(_REMEMBERED)

    answerer = WordsAnswerer(kb, learned)

    def slotted(question: str, text: str) -> str:
        return with_slot(text if "[" in text else answerer.worded(question, text) or text)

    def weigh(question: str, wordings: Sequence[Wording]) -> Sequence[float]:
        asked = tuple(slotted(question, one.text) for one in wordings)
        return known.one(asked, lambda: [float(weight) for weight in learned.weights(asked)])

    used = generators if plan.asks_wordings else ()
    if plan.without is not None:
        used = [Without(generator, plan.without) for generator in used]
    return Asker(answerer, used, weigh)
