"""The paper's systems for sentences that may answer a question: learned from lists, kept in a folder, asked.

What is asked is the mean of several models that differ in the draw they began with: with a few hundred questions to
learn from, that draw matters more than most of what the paper compares.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.para4qa.fit import divided, fit
from otherwords.ask.para4qa.match_counts import MatchCounts
from otherwords.ask.para4qa.paraphrase_pairs import LearnedWeights
from otherwords.ask.para4qa.readers import DIMENSIONS, HIDDEN, EncoderReader, LstmReader
from otherwords.ask.para4qa.rmsprop import Recipe
from otherwords.ask.para4qa.sentences import SentenceLesson, SentenceModel
from otherwords.ask.para4qa.systems import Plan, plan_of, texts
from otherwords.ask.para4qa.weigher import NAME as WEIGH
from otherwords.ask.para4qa.weigher import Weigher
from otherwords.ask.para4qa.word_table import VectorsOf, WordTable
from otherwords.ask.wording import Generator
from otherwords.learned import open_saved, save
from otherwords.text import OtherwordsError

Floats = NDArray[np.float32]
Report = Callable[[str], None]

KIND = "sentences by para4qa"
MODELS = 6


class Candidate(Protocol):
    @property
    def text(self) -> str: ...

    @property
    def label(self) -> float: ...


class AnswerList(Protocol):
    @property
    def query(self) -> str: ...

    @property
    def candidates(self) -> Sequence[Candidate]: ...


@dataclass(frozen=True)
class LearnedSentences:
    plan: Plan
    model: SentenceModel
    members: tuple[dict[str, Floats], ...]
    table: WordTable
    counts: MatchCounts | None
    pairs: LearnedWeights | None
    weighing: WordTable | None = None
    """The words of the weigher, where they are not those of the answering."""

    def probabilities(self, question: str, sentences: Sequence[str], generator: Generator | None) -> list[float]:
        """p(a|q) of each sentence."""
        lesson = self._lesson(question, sentences, generator)
        found = np.mean([self.model.probabilities(member, lesson) for member in self.members], axis=0)
        return [float(p) for p in found]

    def _lesson(self, question: str, sentences: Sequence[str], generator: Generator | None) -> SentenceLesson:
        asked = texts(self.plan, question, generator) if self.plan.asks_wordings else (question,)
        weights = self.pairs.of(asked) if self.pairs else None
        return SentenceLesson(asked, tuple(sentences), np.zeros(len(sentences)), weights)


def learn_sentences(
    plan: Plan,
    lists: Sequence[AnswerList],
    generator: Generator | None,
    vectors_of: VectorsOf,
    pairs: LearnedWeights | None = None,
    recipe: Recipe | None = None,
    models: int = MODELS,
    report: Report = lambda line: None,
) -> LearnedSentences:
    """From the lists in which something is right. ``pairs``: what paraphrases taught, where the plan takes it."""
    recipe = recipe or Recipe()
    begins = pairs if plan.begins_with_pairs else None
    pairs = None if begins else pairs
    lessons = _lessons(plan, lists, generator, pairs)
    if len(lessons) < 2:
        raise OtherwordsError("too little to learn from; give lists in which some sentences are right and some are not")
    every = [text for lesson in lessons for text in (*lesson.wordings, *lesson.sentences)]
    table = WordTable.learned(vectors_of, every, DIMENSIONS)
    sentences = [text for lesson in lessons for text in lesson.sentences]
    counts = MatchCounts.learned(sentences) if plan.has_counts else None
    weighing = begins.table if begins else None
    model = _model(plan, table, counts, vectors_of, weighing)
    learned, held_out = divided(lessons)
    if plan.augments:
        learned = [replace(lesson, wordings=(wording,)) for lesson in learned for wording in lesson.wordings]
        held_out = [replace(lesson, wordings=lesson.wordings[:1]) for lesson in held_out]
    start = model.start() | (begins.parameters if begins else {})
    members = tuple(
        fit(model, learned, held_out, replace(recipe, seed=recipe.seed + number), start, report)
        for number in range(models)
    )
    return LearnedSentences(plan, model, members, table, counts, pairs, weighing)


def _lessons(
    plan: Plan, lists: Sequence[AnswerList], generator: Generator | None, pairs: LearnedWeights | None
) -> list[SentenceLesson]:
    lessons = []
    for one in lists:
        is_right = np.array([candidate.label > 0 for candidate in one.candidates], dtype=np.float64)
        if 0 < is_right.sum() < len(is_right):
            asked = texts(plan, one.query, generator)
            sentences = tuple(candidate.text for candidate in one.candidates)
            weights = pairs.of(asked) if pairs else None
            lessons.append(SentenceLesson(asked, sentences, is_right / is_right.sum(), weights))
    return lessons


def _model(
    plan: Plan, table: WordTable, counts: MatchCounts | None, vectors_of: VectorsOf, weighing: WordTable | None
) -> SentenceModel:
    weigher = None
    if plan.weights == "learned":
        weigher = Weigher(LstmReader(WEIGH, weighing or table, HIDDEN))
    elif plan.weights == "encoder":
        weigher = Weigher(EncoderReader(vectors_of))
    return SentenceModel(LstmReader("answer", table, HIDDEN), weigher, counts)


def save_sentences(learned: LearnedSentences, folder: Path) -> None:
    if learned.pairs is not None:
        raise OtherwordsError(f"{learned.plan.name} is learned and asked at once; leave out the folder")
    arrays = {f"{i} {name}": value for i, member in enumerate(learned.members) for name, value in member.items()}
    arrays |= {"midst": learned.table.midst, "project": learned.table.project}
    if learned.weighing is not None:
        arrays |= {"weighing midst": learned.weighing.midst, "weighing project": learned.weighing.project}
    facts = {"system": learned.plan.name, "models": len(learned.members)}
    if learned.counts is not None:
        facts |= {"rarity": learned.counts.rarity, "unknown": learned.counts.unknown}
    save(folder, KIND, facts, arrays)


def open_sentences(folder: Path, system: str, vectors_of: VectorsOf) -> LearnedSentences:
    facts, arrays = open_saved(folder, KIND)
    if facts["system"] != system:
        raise OtherwordsError(f"{folder} was learned as {facts['system']}; ask it as --system {facts['system']}")
    plan = plan_of(system)
    table = WordTable(vectors_of, arrays.pop("midst"), arrays.pop("project"))
    weighing = None
    if plan.begins_with_pairs:
        weighing = WordTable(vectors_of, arrays.pop("weighing midst"), arrays.pop("weighing project"))
    counts = MatchCounts(facts["rarity"], float(facts["unknown"])) if plan.has_counts else None
    members: list[dict[str, Floats]] = [{} for _ in range(int(facts["models"]))]
    for name, value in arrays.items():
        number, _, parameter = name.partition(" ")
        members[int(number)][parameter] = value
    model = _model(plan, table, counts, vectors_of, weighing)
    return LearnedSentences(plan, model, tuple(members), table, counts, None, weighing)
