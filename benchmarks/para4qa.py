"""The paper's comparisons, over sentences (WikiQA) and over a knowledge base (MetaQA), beside what was published.

    python benchmarks/para4qa.py wikiqa train.jsonl dev.jsonl --wordings wordings.jsonl --pairs pairs.jsonl --work DIR
    python benchmarks/para4qa.py metaqa KB --train train1.jsonl … --test test1.jsonl … --wordings wordings.jsonl
        --pairs pairs.jsonl --work DIR

The files are those of ``otherwords data wikiqa``, ``metaqa`` and ``wordings``; PAIRS, questions that ask the same and
others that don't, are what seppara learns from. Every system is learned anew from ``--draws`` draws; printed are the
mean and the spread (standard deviation) over them, and over sentences also what six models get together, as they are
asked. ``--folds N`` measures on the training part instead, every N-th list (or wording) held out in turn: that is where
settings are chosen. What a draw got is kept in DIR, and it is not measured again: a run that was stopped goes on
where it was, and several may run side by side. Prints a table in Markdown.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from otherwords.ask.kb.graph import Graph
from otherwords.ask.kb.graph import Path as Relations
from otherwords.ask.kb.knowledge import KnowledgeBase, open_knowledge_base
from otherwords.ask.kb.learn import HOPS
from otherwords.ask.kb.link import link
from otherwords.ask.kb.neighbourhood import Neighbourhood
from otherwords.ask.para4qa.kb_system import RECIPE, learn_paths, prepare_lessons
from otherwords.ask.para4qa.paraphrase_pairs import (
    LearnedWeights,
    PairLesson,
    learn_weights,
    open_weights,
    save_weights,
)
from otherwords.ask.para4qa.path_lessons import candidates
from otherwords.ask.para4qa.relations import PathLesson
from otherwords.ask.para4qa.rmsprop import Recipe
from otherwords.ask.para4qa.sentence_system import MODELS, learn_sentences
from otherwords.ask.para4qa.systems import COUNTS, PARA4QA, Plan, plan_of, texts
from otherwords.ask.wordings.stored import Stored, with_slot
from otherwords.encoder.pairs import PairModel
from otherwords.evaluate.list_metrics import ListMetrics
from otherwords.evaluate.lists import read_lists
from otherwords.evaluate.pairs import read_pairs
from otherwords.evaluate.questions import read_questions
from otherwords.evaluate.wording_files import read_wordings

WITH_COUNTS = ("base+cnt", "avgpara+cnt", "para4qa+cnt")
PUBLISHED_SENTENCES = {
    "base": (0.6456, 0.6608),
    "avgpara": (0.6587, 0.6753),
    "seppara": (0.6613, 0.6765),
    "dataugment": (0.6578, 0.6736),
    "para4qa": (0.6759, 0.6918),
    "base+cnt": (0.6722, 0.6877),
    "para4qa+cnt": (0.6978, 0.7131),
}
"""MAP and MRR on WikiQA's test set."""
PUBLISHED_FREEBASE = {
    "base": (0.159, 0.485),
    "avgpara": (0.161, 0.488),
    "seppara": (0.184, 0.496),
    "dataugment": (0.163, 0.487),
    "para4qa": (0.204, 0.507),
    "para4qa-without-pivots": (0.185, 0.495),
    "para4qa-without-rules": (0.195, 0.504),
    "para4qa-without-templates": (0.194, 0.491),
}
"""Average F1 on GraphQuestions and WebQuestions."""
OF_A_WORDING = 15
"""Questions of one held-out wording that are asked: they differ in their entity only."""


class Bench:
    def __init__(self, work: Path, wordings: Path, pairs: Path, draws: int, folds: int) -> None:
        self.work, self._pairs, self.draws, self.folds = work, pairs, draws, folds
        work.mkdir(parents=True, exist_ok=True)
        self.generator = Stored(read_wordings(wordings))
        self._encoder = PairModel(threads=1)
        self._known: dict[str, Any] = {}

    def vectors_of(self, texts: Sequence[str]) -> Any:
        """Remembered, for every system asks for those of the same twenty thousand words."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= zip(new, self._encoder.vectors(new), strict=True)
        return np.stack([self._known[text] for text in texts])

    def weights(self, seed: int) -> LearnedWeights:
        folder = self.work / f"weights-{seed}"
        if not (folder / "model.json").exists():
            lessons = [PairLesson(one.a, one.b, one.label > 0) for one in read_pairs(self._pairs)]
            save_weights(learn_weights(lessons, self.vectors_of, Recipe(seed=seed)), folder)
        return open_weights(folder, self.vectors_of)

    def measured(
        self, kind: str, systems: Sequence[str], measure: Callable[[Plan, int, int | None], Any]
    ) -> dict[str, list[Any]]:
        """Of every system, what ``measure`` found for each draw; where there are folds, those of a draw one by one."""
        folds: Sequence[int | None] = list(range(self.folds)) or [None]
        for seed in range(self.draws):  # one of each first, so that an early table has all of them
            for name in systems:
                for fold in folds:
                    path = self._path(kind, name, seed, fold)
                    if not path.exists():
                        began = time.process_time()
                        found = measure(plan_of(name), seed, fold)
                        path.write_text(json.dumps(found), encoding="utf-8")
                        print(f"{path.stem}: {time.process_time() - began:.0f} s", file=sys.stderr, flush=True)
        return {
            name: [
                [one for fold in folds for one in json.loads(self._path(kind, name, seed, fold).read_text())]
                for seed in range(self.draws)
            ]
            for name in systems
        }

    def _path(self, kind: str, name: str, seed: int, fold: int | None) -> Path:
        return self.work / f"{kind}-{name}-{seed}{'' if fold is None else f'-fold{fold}'}.json"


def sentences(bench: Bench, train: Path, dev: Path, systems: Sequence[str]) -> dict[str, dict[str, float]]:
    lists = [one for one in read_lists(train) if 0 < sum(label > 0 for label in one.labels) < len(one.labels)]
    asked = [one for one in read_lists(dev) if any(label > 0 for label in one.labels)]
    parts = [[one for i, one in enumerate(lists) if i % bench.folds == fold] for fold in range(bench.folds)]

    def answers(plan: Plan, seed: int, fold: int | None) -> list[list[float]]:
        pairs = bench.weights(seed) if plan.weights == "pairs" else None
        held_out = asked if fold is None else parts[fold]
        taught = lists if fold is None else [one for i, one in enumerate(lists) if i % bench.folds != fold]
        learned = learn_sentences(plan, taught, bench.generator, bench.vectors_of, pairs, Recipe(seed=seed), models=1)
        return [
            learned.probabilities(one.query, [candidate.text for candidate in one.candidates], bench.generator)
            for one in held_out
        ]

    right = [one.labels for part in parts for one in part] or [one.labels for one in asked]
    rows = {}
    for name, draws in bench.measured("wikiqa", systems, answers).items():
        alone = [_list_figures(right, draw) for draw in draws]
        groups = [draws[i : i + MODELS] for i in range(0, len(draws) - MODELS + 1, MODELS)] or [draws]
        together = [
            _list_figures(right, [list(np.mean(scores, axis=0)) for scores in zip(*group, strict=True)])
            for group in groups
        ]
        rows[name] = _spread("alone", alone) | _spread("together", together)
    return rows


def _list_figures(right: Sequence[Sequence[float]], answers: Sequence[Sequence[float]]) -> dict[str, float]:
    metrics = ListMetrics(skip_empty=True)
    for labels, scores in zip(right, answers, strict=True):
        metrics.add(labels, scores)
    found = metrics.figures()
    return {name: found[name] for name in ("map", "mrr")}


def _spread(name: str, found: Sequence[dict[str, float]]) -> dict[str, float]:
    values = {figure: [one[figure] for one in found] for figure in found[0]}
    return {f"{name} {figure}": float(np.mean(some)) for figure, some in values.items()} | {
        f"{name} {figure} ±": float(np.std(some)) for figure, some in values.items()
    }


def knowledge(
    bench: Bench, kb: str, train: Sequence[Path], tests: Sequence[Path], systems: Sequence[str]
) -> dict[str, dict[str, float]]:
    store = open_knowledge_base(kb)
    taught = [(one.question, one.answers) for path in train for one in read_questions(path)]
    lessons, known = prepare_lessons(store, taught, lambda line: print(line, file=sys.stderr))
    held_out = [(path.stem, lesson) for path in tests for lesson in _asked(store, path, known)]
    wordings = sorted({lesson.wordings[0] for lesson in lessons})
    place = {wording: i for i, wording in enumerate(random.Random(0).sample(wordings, len(wordings)))}

    def found(plan: Plan, seed: int, fold: int | None) -> list[tuple[str, float]]:
        """The F1 of the answers that the likeliest path leads to."""
        pairs = bench.weights(seed) if plan.weights == "pairs" else None
        some, asked = lessons, held_out
        if fold is not None:
            some = [one for one in lessons if place[one.wordings[0]] % bench.folds != fold]
            asked = [("train", one) for one in lessons if place[one.wordings[0]] % bench.folds == fold]
        recipe = replace(RECIPE, seed=seed)
        learned = learn_paths(plan, store, (some, known), bench.generator, bench.vectors_of, pairs, recipe)
        rows = []
        for name, lesson in asked:
            heard = texts(plan, lesson.wordings[0], bench.generator) if plan.asks_wordings else lesson.wordings
            shares = learned.model.shares(learned.parameters, heard, lesson.paths)
            rows.append((name, float(lesson.target[(learned.weights(heard) @ shares).argmax()])))
        return rows

    rows = {}
    for system, draws in bench.measured("metaqa", systems, found).items():
        figures = []
        for draw in draws:
            by_file: dict[str, list[float]] = {name: [] for name, _ in draw}
            for name, f1 in draw:
                by_file[name].append(f1)
            one = {name: float(np.mean(some)) for name, some in by_file.items()}
            figures.append(one | {"all": float(np.mean([f1 for _, f1 in draw]))})
        rows[system] = _spread("", figures)
    return rows


def _asked(store: KnowledgeBase, path: Path, known: Sequence[Relations]) -> Iterator[PathLesson]:
    """Every path counts as much as the answers that it leads to: their F1."""
    graph, neighbourhood, seen = Graph(store), Neighbourhood(store), Counter[str]()
    for one in read_questions(path):
        wording = with_slot(one.question)
        seen[wording] += 1
        if seen[wording] > OF_A_WORDING:
            continue
        for linked in link(store, one.question)[:1]:
            paths = tuple(candidates(graph, linked.term, known))
            scores: dict[Relations, float] = {}
            for hops in range(1, HOPS + 1):
                scores |= neighbourhood.scores(linked.term, one.answers, hops)
            yield PathLesson((linked.wording,), paths, np.array([scores.get(path, 0.0) for path in paths]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    wikiqa, metaqa = kinds.add_parser("wikiqa"), kinds.add_parser("metaqa")
    wikiqa.add_argument("train", type=Path)
    wikiqa.add_argument("dev", type=Path)
    metaqa.add_argument("kb")
    metaqa.add_argument("--train", type=Path, nargs="+", required=True)
    metaqa.add_argument("--test", type=Path, nargs="+", required=True)
    for one in (wikiqa, metaqa):
        one.add_argument("--wordings", type=Path, required=True)
        one.add_argument("--pairs", type=Path, required=True)
        one.add_argument("--work", type=Path, required=True)
        one.add_argument("--systems", nargs="+")
        one.add_argument("--draws", type=int, default=3)
        one.add_argument("--folds", type=int, default=0)
    options = parser.parse_args()
    bench = Bench(options.work, options.wordings, options.pairs, options.draws, options.folds)
    systems = options.systems or [*PARA4QA, *(WITH_COUNTS if options.kind == "wikiqa" else ())]
    if options.kind == "wikiqa":
        rows = sentences(bench, options.train, options.dev, systems)
        columns = ["MAP of one model", "MRR", f"MAP of {MODELS} together", "MRR", "published MAP", "MRR"]
        shown = ["alone map", "alone mrr", "together map", "together mrr"]
        published = {name: [f"{figure:.4f}" for figure in some] for name, some in PUBLISHED_SENTENCES.items()}
    else:
        if any(name.endswith(COUNTS) for name in systems):
            parser.error("+cnt counts words of sentences, and goes with wikiqa")
        rows = knowledge(bench, options.kb, options.train, options.test, systems)
        names = [path.stem for path in options.test] if not options.folds else ["train"]
        columns = [*(f"F1 {name}" for name in names), "F1", "published F1: GraphQuestions", "WebQuestions"]
        shown = [f" {name}" for name in (*names, "all")]
        published = {name: [f"{figure:.3f}" for figure in some] for name, some in PUBLISHED_FREEBASE.items()}
    print("| system | " + " | ".join(columns) + " |\n" + "| --- " * (len(columns) + 1) + "|")
    for name, row in rows.items():
        own = [f"{row[figure]:.3f} ± {row[f'{figure} ±']:.3f}" for figure in shown]
        print(f"| {name} | {' | '.join([*own, *published.get(name, ['', ''])])} |")


if __name__ == "__main__":
    main()
