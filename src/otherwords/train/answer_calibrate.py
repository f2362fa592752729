"""Fitting what makes a sentence an answer: the weights of ``ask.sentences``, on questions that no pair model ever saw.

The recipe's sources of the kind ``questions`` (SQuAD's JSON), to learn from or to calibrate by, give questions and the
sentences that each is put to: those of its paragraph, and those of the article that share most of its words. Each
counts twice, with the sentence that answers and without it, for most texts do not answer most questions.

Of files that are learned from, unseen are only questions beyond the fourth about a sentence, and long sentences are
asked about most. So lists count such that short and long answers weigh as they do among all questions.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from otherwords.ask.kb.words import content
from otherwords.ask.sentences.evidence import Pair
from otherwords.ask.sentences.judge import SETTING, Judge, Labelled, fitted, probability
from otherwords.encoder.pairs import PairModel
from otherwords.encoder.weights import read_object
from otherwords.evaluate.files import read_json, writing
from otherwords.evaluate.list_metrics import ListMetrics
from otherwords.text import OtherwordsError, sentences
from otherwords.train.calibrate import calibration_error
from otherwords.train.card import figures
from otherwords.train.export import write_manifest
from otherwords.train.pair_corpus import texts_of
from otherwords.train.recipe import read_toml

_MOST = 1000
"""Questions."""
_OTHERS = 6
"""Sentences of other paragraphs that a question is put to."""
_TITLE = "## Answers"
_PARTS = 4
"""Of all answers, by their length."""

Figures = dict[str, float]


@dataclass(frozen=True)
class Paragraph:
    sentences: list[str]
    questions: list[tuple[str, int]]
    """Each with the place of the sentence that its answer begins in."""


@dataclass(frozen=True)
class Question:
    text: str
    article: str
    paragraphs: list[Paragraph]
    place: int
    """Of its paragraph."""
    right: int

    @property
    def length(self) -> int:
        """Of the sentence that answers, in words."""
        return len(self.paragraphs[self.place].sentences[self.right].split())

    @property
    def opening(self) -> str:
        """Of its article."""
        return next(text for one in self.paragraphs for text in one.sentences)

    def candidates(self) -> list[str]:
        """The sentences that it is put to, those of its paragraph first."""
        own = self.paragraphs[self.place].sentences
        rest = [text for i, one in enumerate(self.paragraphs) if i != self.place for text in one.sentences]
        bags = {text: set(content(text)) for text in rest if text not in own}
        asked = set(content(self.text))
        likely = sorted(bags, key=lambda text: -len(asked & bags[text]) / (len(bags[text]) + 8) ** 0.5)
        return own + likely[:_OTHERS]


@dataclass(frozen=True)
class Kept:
    """Questions kept aside, and how long the answers of all questions are."""

    questions: list[Question]
    lengths: list[int]

    def weights(self) -> list[float]:
        """Of each question: every quarter of all answers, by their length, counts alike."""
        cuts = [0.0, *np.quantile(self.lengths, np.arange(1, _PARTS) / _PARTS), np.inf]
        part = [next(i for i, (a, b) in enumerate(pairwise(cuts)) if a < one.length <= b) for one in self.questions]
        return [len(part) / (len(set(part)) * part.count(i)) for i in part]


def kept_aside(recipe: Path, data: Path, seen: set[str]) -> Kept:
    sources = read_toml(recipe)
    every = [
        question
        for entry in (*sources["source"], *sources.get("calibrate", []))
        if entry["kind"] == "questions"
        for path in sorted(data.glob(entry["files"]))
        for question in _questions(path)
    ]
    unseen = [one for one in every if " ".join(one.text.split()) not in seen]
    chosen = random.Random(1).sample(unseen, min(_MOST, len(unseen)))
    return Kept(chosen, [one.length for one in every])


def _questions(path: Path) -> Iterator[Question]:
    for number, article in enumerate(read_json(path)["data"]):
        paragraphs = [_paragraph(one) for one in article.get("paragraphs", [article])]
        for place, paragraph in enumerate(paragraphs):
            for text, right in paragraph.questions:
                yield Question(text, f"{path.name}:{number}", paragraphs, place, right)


def _paragraph(paragraph: dict[str, Any]) -> Paragraph:
    text = paragraph["context"]
    spans = list(sentences(text))
    texts = [text[start:end] for start, end in spans]
    asked = []
    for qa in paragraph["qas"]:
        if qa["answers"]:
            begin = qa["answers"][0]["answer_start"]
            right = next((i for i, (start, end) in enumerate(spans) if start <= begin < end), None)
            if right is not None and texts.count(texts[right]) == 1:
                asked.append((qa["question"], right))
    return Paragraph(texts, asked)


def answer_weights(model: PairModel, kept: Kept) -> tuple[Figures, Figures]:
    """The weights, fitted on all questions, and what those of one half of the articles say of the other half."""
    if not kept.questions:
        return {}, {}
    judge = Judge.of(model)
    asked = [[Pair(one.text, sentence, one.opening) for sentence in one.candidates()] for one in kept.questions]
    judge.evidence([pair for pairs in asked for pair in pairs])  # all at once, which is quicker than list by list
    lists = [
        Labelled(judge.evidence(pairs), np.arange(len(pairs)) == one.right, weight)
        for one, pairs, weight in zip(kept.questions, asked, kept.weights(), strict=True)
    ]
    articles = sorted({one.article for one in kept.questions})
    half = [articles.index(one.article) % 2 for one in kept.questions]
    fitting, others = ([one for one, part in zip(lists, half, strict=True) if part == which] for which in (0, 1))
    measured = _measured(fitting, others) if fitting and others else {}
    return fitted(_with_and_without(lists)).as_numbers(), measured


def _with_and_without(lists: Sequence[Labelled]) -> list[Labelled]:
    return [*lists, *(Labelled(one.rows[~one.right], one.right[~one.right], one.weight) for one in lists)]


def _measured(fitting: Sequence[Labelled], asked: Sequence[Labelled]) -> Figures:
    weights = fitted(_with_and_without(fitting))
    metrics = ListMetrics()
    for one in asked:
        metrics.add(one.right.astype(float).tolist(), weights.log_odds(one.rows).tolist(), None)
    every = _with_and_without(asked)
    p = probability(weights.log_odds(np.vstack([one.rows for one in every])))
    right = np.concatenate([one.right for one in every])
    found = metrics.figures()
    return {"questions": len(asked), "map": found["map"], "p@1": found["p@1"], "ece": calibration_error(p, right)}


def fit_answers(folder: Path, recipe: Path, data: Path) -> Figures:
    """Fits the weights of a pair model that is there, and puts them into its manifest and on its card."""
    model = PairModel(folder)
    numbers, measured = answer_weights(model, kept_aside(recipe, data, texts_of(recipe, data)))
    if not numbers:
        raise OtherwordsError(
            f"the recipe {recipe} leaves no questions unseen; give it a [[calibrate]] of the kind questions"
        )
    write_manifest(folder, {**read_object(folder / "manifest.json")["settings"], SETTING: numbers})
    write_answers_card(folder, numbers, measured)
    return measured


def write_answers_card(folder: Path, numbers: Figures, measured: Figures) -> None:
    """The end of the card beside a pair model, whoever wrote the rest of it."""
    path = folder / "README.md"
    card = path.read_text(encoding="utf-8").partition(f"\n{_TITLE}\n")[0].rstrip() if path.exists() else ""
    parts = [
        card,
        _TITLE,
        "How probably a sentence answers a question: weights for how the two read (*answers*), the cosine, whether the "
        "sentence says something of the kind that is asked for, and how much it says beside the question; fitted on "
        "questions that the model never saw. Of one half of the articles, with weights fitted on the other half:",
        figures(measured),
        figures(numbers),
        "To fit these alone again:",
        "    otherwords train answer --data DIR --model DIR",
    ]
    with writing(path) as file:
        file.write("\n\n".join(part for part in parts if part) + "\n")
