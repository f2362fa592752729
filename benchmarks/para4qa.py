"""The paper's comparisons, over sentences (WikiQA) and over a knowledge base (MetaQA), beside what was published.

    python benchmarks/para4qa.py wikiqa train.jsonl dev.jsonl --wordings wordings.jsonl --pairs pairs.jsonl --work DIR
    python benchmarks/para4qa.py metaqa KB --train train1.jsonl … --test test1.jsonl … --wordings wordings.jsonl
        --pairs pairs.jsonl --work DIR

The files are those of ``otherwords data wikiqa``, ``metaqa`` and ``wordings``; PAIRS, questions that ask the same and
others that don't, are what seppara learns from. ``--limit`` takes the first questions of every test file only. What a
system got is kept in DIR, and it is not measured again: a run that was stopped goes on where it was. Over sentences a
system is the mean of three models; what each of them got alone is kept, too. Prints a table in Markdown.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from otherwords.ask.combine import given
from otherwords.ask.kb.knowledge import open_knowledge_base
from otherwords.ask.kb.terms import key
from otherwords.ask.para4qa.kb_system import RECIPE, learn_paths, para4qa_asker, prepare_lessons
from otherwords.ask.para4qa.paraphrase_pairs import (
    LearnedWeights,
    PairLesson,
    learn_weights,
    open_weights,
    save_weights,
)
from otherwords.ask.para4qa.rmsprop import Recipe
from otherwords.ask.para4qa.sentence_system import learn_sentences
from otherwords.ask.para4qa.systems import COUNTS, PARA4QA, plan_of
from otherwords.ask.wordings.stored import Stored
from otherwords.encoder.pairs import PairModel
from otherwords.evaluate.list_metrics import ListMetrics
from otherwords.evaluate.lists import read_lists
from otherwords.evaluate.pairs import read_pairs
from otherwords.evaluate.questions import answer_f1, read_questions
from otherwords.evaluate.wording_files import read_wordings

FIRST = ("base", "avgpara", "para4qa")
WITH_COUNTS = ("base+cnt", "para4qa+cnt")
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
MODELS = 3


class Bench:
    def __init__(self, work: Path, wordings: Path, pairs: Path) -> None:
        self.work, self._pairs = work, pairs
        work.mkdir(parents=True, exist_ok=True)
        self.generator = Stored(read_wordings(wordings))
        self._encoder = PairModel(threads=1)
        self._words_file = work / "words.npz"
        self._words: dict[str, Any] = {}
        if self._words_file.exists():
            with np.load(self._words_file) as stored:
                self._words = dict(zip(stored["words"].tolist(), stored["vectors"], strict=True))

    def vectors_of(self, words: Sequence[str]) -> Any:
        """Kept, for every system asks for those of the same twenty thousand words."""
        new = [word for word in dict.fromkeys(words) if word not in self._words]
        if new:
            self._words |= zip(new, self._encoder.vectors(new), strict=True)
            if len(new) > 100:
                vectors = np.stack(list(self._words.values()))
                np.savez(self._words_file, words=np.array(list(self._words)), vectors=vectors)
        return np.stack([self._words[word] for word in words])

    def weights(self) -> LearnedWeights:
        folder = self.work / "weights"
        if not (folder / "model.json").exists():
            lessons = [PairLesson(one.a, one.b, one.label > 0) for one in read_pairs(self._pairs)]
            save_weights(learn_weights(lessons, self.vectors_of, Recipe(), report=print), folder)
        return open_weights(folder, self.vectors_of)

    def measured(self, name: str, measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        path = self.work / f"{name}.json"
        if not path.exists():
            began = time.process_time()
            figures = measure() | {"processor_seconds": round(time.process_time() - began)}
            path.write_text(json.dumps(figures), encoding="utf-8")
            print(name, json.dumps(figures), flush=True)
        figures: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return figures


def sentences(bench: Bench, train: Path, dev: Path, systems: Sequence[str]) -> dict[str, dict[str, Any]]:
    lists = list(read_lists(train))
    asked = [one for one in read_lists(dev) if any(label > 0 for label in one.labels)]

    def figures(answers: Sequence[Sequence[float]]) -> dict[str, float]:
        metrics = ListMetrics(skip_empty=True)
        for one, scores in zip(asked, answers, strict=True):
            metrics.add(one.labels, scores)
        found = metrics.figures()
        return {name: found[name] for name in ("map", "mrr")}

    def one_model(name: str, seed: int) -> dict[str, Any]:
        plan = plan_of(name)
        pairs = bench.weights() if plan.weights == "pairs" else None
        learned = learn_sentences(plan, lists, bench.generator, bench.vectors_of, pairs, Recipe(seed=seed), models=1)
        answers = [
            learned.probabilities(one.query, [candidate.text for candidate in one.candidates], bench.generator)
            for one in asked
        ]
        return figures(answers) | {"answers": answers}

    for seed in range(MODELS):  # one of each first, so that an early table has all of them
        for name in systems:
            bench.measured(f"wikiqa-{name}-{seed}", lambda name=name, seed=seed: one_model(name, seed))
    rows = {}
    for name in systems:
        alone = [bench.measured(f"wikiqa-{name}-{seed}", dict) for seed in range(MODELS)]
        mean = [list(np.mean(scores, axis=0)) for scores in zip(*(one["answers"] for one in alone), strict=True)]
        rows[name] = figures(mean) | {"alone": [round(one["map"], 3) for one in alone]}
    return rows


def knowledge(
    bench: Bench, kb: str, train: Sequence[Path], tests: Sequence[Path], systems: Sequence[str], limit: int | None
) -> dict[str, dict[str, Any]]:
    store = open_knowledge_base(kb)
    prepared = prepare_lessons(
        store, [(one.question, one.answers) for path in train for one in read_questions(path)], print
    )

    def measure(name: str) -> dict[str, Any]:
        plan = plan_of(name)
        pairs = bench.weights() if plan.weights == "pairs" else None
        learned = learn_paths(plan, store, prepared, bench.generator, bench.vectors_of, pairs, replace(RECIPE))
        asker = para4qa_asker(store, learned, [bench.generator])
        found: dict[str, Any] = {}
        for path in tests:
            hits, f1 = [], []
            for one in islice(read_questions(path), limit):
                answers = asker.ask(one.question).answers
                hits.append(bool(answers) and key(answers[0].text) in {key(right) for right in one.answers})
                f1.append(answer_f1(one.answers, given(answers)))
            found[path.stem] = {"n": len(f1), "f1": float(np.mean(f1)), "hits@1": float(np.mean(hits))}
        number = sum(one["n"] for one in found.values())
        for figure in ("f1", "hits@1"):
            found[figure] = sum(one["n"] * one[figure] for one in list(found.values())[: len(tests)]) / number
        return found

    return {name: bench.measured(f"metaqa-{name}", lambda name=name: measure(name)) for name in systems}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    wikiqa, metaqa = kinds.add_parser("wikiqa"), kinds.add_parser("metaqa")
    wikiqa.add_argument("train", type=Path)
    wikiqa.add_argument("dev", type=Path)
    metaqa.add_argument("kb")
    metaqa.add_argument("--train", type=Path, nargs="+", required=True)
    metaqa.add_argument("--test", type=Path, nargs="+", required=True)
    metaqa.add_argument("--limit", type=int)
    for one in (wikiqa, metaqa):
        one.add_argument("--wordings", type=Path, required=True)
        one.add_argument("--pairs", type=Path, required=True)
        one.add_argument("--work", type=Path, required=True)
        one.add_argument("--systems", nargs="+")
    options = parser.parse_args()
    bench = Bench(options.work, options.wordings, options.pairs)
    others = [name for name in PARA4QA if name not in FIRST]
    if options.kind == "wikiqa":
        systems = options.systems or [*FIRST, *WITH_COUNTS, *others]
        rows = sentences(bench, options.train, options.dev, systems)
        print("| system | MAP | MRR | MAP of each model alone | published MAP | MRR |\n" + "| --- " * 6 + "|")
        for name, row in rows.items():
            published = [f"{figure:.4f}" for figure in PUBLISHED_SENTENCES.get(name, ())] or ["", ""]
            alone = ", ".join(f"{one:.3f}" for one in row["alone"])
            print(f"| {name} | {row['map']:.4f} | {row['mrr']:.4f} | {alone} | {' | '.join(published)} |")
        return
    systems = options.systems or [*FIRST, *others]
    if any(name.endswith(COUNTS) for name in systems):
        parser.error("+cnt counts words of sentences, and goes with wikiqa")
    rows = knowledge(bench, options.kb, options.train, options.test, systems, options.limit)
    names = [path.stem for path in options.test]
    columns = [*(f"hits@1 {name}" for name in names), "hits@1", "F1", "published F1: GraphQuestions", "WebQuestions"]
    print("| system | " + " | ".join(columns) + " |\n" + "| --- " * (len(columns) + 1) + "|")
    for name, row in rows.items():
        published = [f"{figure:.3f}" for figure in PUBLISHED_FREEBASE.get(name, ())] or ["", ""]
        own = [*(row[one]["hits@1"] for one in names), row["hits@1"], row["f1"]]
        print(f"| {name} | {' | '.join(f'{figure:.3f}' for figure in own)} | {' | '.join(published)} |")


if __name__ == "__main__":
    main()
