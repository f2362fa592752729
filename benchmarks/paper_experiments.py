"""The experiments of "Semantic Search as Extractive Paraphrase Span Detection", on English data that is free to use.

    python benchmarks/paper_experiments.py prepare --news onestop.*.gz --other bible.*.gz --back-translated squad.gz \\
        --dev dev-news-en.jsonl.gz:400 --dev dev-plays-en.jsonl.gz:50 --base all-MiniLM-L6-v2/ -o prepared/
    python benchmarks/paper_experiments.py run prepared/ --base all-MiniLM-L6-v2/ -o results.jsonl
    python benchmarks/paper_experiments.py table results.jsonl...

The main data are human: two versions of the same documents (``{doc_id, a[], b[]}``), asked both ways, 3,000 examples of
news and 3,000 of something else. The back-translations are ready ones, ``{title, orig, bt}``: paragraphs of Wikipedia,
translated to Finnish and back by machine; a sentence of a paragraph is chosen at random, within the paper's bounds of
tf-idf similarity, or as the least similar one, and is sought in the five paragraphs around it.

*Setup 1*: everything is retrievable, a span is always given (batches of 32, 3e-5, 2 epochs). *Setup 2*: a fifth of the
training examples and half of the dev examples are nulls, a query put to another document (16, 2e-5, 2 epochs).
*Artificial irretrievables* are the main examples once more, with the target taken out of the document. Nothing is
chosen by the dev files: what is measured is the network as it ends.

``prepare`` needs all of Otherwords; ``run`` needs torch, transformers, tokenizers and numpy. With ``--only`` several
processes can share a GPU.
"""

import argparse
import json
import lzma
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from otherwords.encoder.tokens import PieceTokenizer
from otherwords.evaluate.files import read_json_lines
from otherwords.evaluate.nulls import with_nulls
from otherwords.evaluate.spans import SpanExample, read_spans, write_spans
from otherwords.train.spans import SpanSet
from otherwords.train.tokenizer import with_line_breaks

WORDS = 600
"""A document, about."""
EXAMPLES = 3000
"""Of news, and as many of something else."""
PARAGRAPHS = 5
NULLS = 0.25
"""Of the retrievable examples, so that a fifth of all are nulls."""
LENGTH = 384
EPOCHS = 2

MAIN = ["news", "other"]
CONDITIONS = {
    "main": MAIN,
    "back-translation only": ["random"],
    "main + artificial irretrievables": [*MAIN, "removed"],
    "main + back-translation, random": [*MAIN, "random"],
    "main + back-translation, tf-idf .35–.66": [*MAIN, "similar"],
    "main + back-translation, most dissimilar": [*MAIN, "dissimilar"],
    "main without news": ["other", "more"],
}
SETTINGS = {1: {"batch_size": 32, "learning_rate": 3e-5}, 2: {"batch_size": 16, "learning_rate": 2e-5}}
PUBLISHED = {("main", 1): "88.73 / 94.31", ("main", 2): "84.37 / 89.52", ("back-translation only", 1): "71.32 / 85.07"}


def prepare(options: argparse.Namespace) -> None:
    options.output.mkdir(parents=True, exist_ok=True)
    with_line_breaks(options.base).save(str(options.output / "tokenizer.json"))
    tokenizer = PieceTokenizer(options.output / "tokenizer.json")
    other = human(options.other, 2 * EXAMPLES)
    parts = {"news": human(options.news, EXAMPLES), "other": other[:EXAMPLES], "more": other[EXAMPLES:]}
    parts |= back_translated(options.back_translated)
    nulls = {f"{name} nulls": some_nulls(examples) for name, examples in parts.items()}
    parts["removed"] = removed(parts["news"] + parts["other"])
    sets = {name: SpanSet.of(examples, tokenizer)[0] for name, examples in (parts | nulls).items()}
    for name, spans in sets.items():
        print(f"{name}: {len(spans.rows)} examples", flush=True)
    arrays: dict[str, Any] = {}
    for name, spans in sets.items():
        arrays[f"{name}/tokens"] = spans.tokens
        arrays[f"{name}/starts"], arrays[f"{name}/rows"] = (x.astype(np.int32) for x in (spans.starts, spans.rows))
    with lzma.open(options.output / "train.npz.xz", "wb", preset=9) as file:  # which sees that documents come again
        np.savez(file, **arrays)
    for place in options.dev:
        path, _, count = place.rpartition(":")
        examples = list(read_spans(Path(path)))[: int(count)]
        name = Path(path).name.partition(".")[0]
        write_spans(options.output / f"{name}.1.jsonl.gz", examples)
        write_spans(options.output / f"{name}.2.jsonl.gz", with_nulls(examples))


def human(files: list[Path], count: int) -> list[SpanExample]:
    """Examples from two versions of documents, both ways, every segment once before any twice."""
    draw = random.Random(1)
    asked = [example for path in files for pile in piles(path) for side in (0, 1) for example in asks(pile, side, draw)]
    draw.shuffle(asked)
    return asked[:count]


def piles(path: Path) -> Iterator[list[list[tuple[str, str]]]]:
    """Documents, put together until they are long enough to look for something in, or cut."""
    pile: list[list[tuple[str, str]]] = []
    for _, row in read_json_lines(path):
        segments = [(a, b) for a, b in zip(row["a"], row["b"], strict=True) if a.strip() and b.strip()]
        for i in range(0, len(segments), 25):
            pile.append(segments[i : i + 25])
            if sum(len(b.split()) for part in pile for _, b in part) >= WORDS:
                yield pile
                pile = []
    if pile:
        yield pile


def asks(pile: list[list[tuple[str, str]]], side: int, draw: random.Random) -> Iterator[SpanExample]:
    gap = draw.choice([" ", "\n"])
    document = gap.join(segment[side] for part in pile for segment in part)
    start = 0
    for number, part in enumerate(pile):
        starts = []
        for segment in part:
            starts.append(start)
            start += len(segment[side]) + len(gap)
        for first in range(len(part)):
            last = min(first + draw.choice([0, 0, 0, 0, 1]), len(part) - 1)
            query = " ".join(segment[1 - side] for segment in part[first : last + 1])
            end = starts[last] + len(part[last][side])
            yield SpanExample(f"{number}.{first}.{side}", query, document, starts[first], end)


def back_translated(path: Path) -> dict[str, list[SpanExample]]:
    """The same paragraphs three times: which of a paragraph's sentences is asked for is chosen in three ways."""
    from otherwords.backtranslate.choice import Pair, Sample, choose, selection
    from otherwords.backtranslate.likeness import learn_likeness
    from otherwords.text import Document, sentences

    rows = [row for _, row in read_json_lines(path)]
    likeness, _ = learn_likeness(Document(row["orig"]) for row in rows)
    made: dict[str, list[SpanExample]] = {sample.value: [] for sample in Sample}
    draw = random.Random(1)
    for i in range(0, len(rows), PARAGRAPHS):
        around = [row for row in rows[i : i + PARAGRAPHS] if row["title"] == rows[i]["title"]]
        document = Document("\n".join(row["orig"] for row in around))
        begin = 0
        for row in around:
            theirs = [row["bt"][a:b] for a, b in sentences(row["bt"])]
            ours = [document.span(begin + a, begin + b) for a, b in sentences(row["orig"])]
            begin += len(row["orig"]) + 1
            if len(ours) != len(theirs):
                continue
            pairs = [Pair(target, query) for target, query in zip(ours, theirs, strict=True)]
            draw.shuffle(pairs)
            for sample in Sample:
                _, chosen = choose(pairs, selection(sample, likeness), lambda text: len(text.split()) <= 100)
                if chosen:
                    span = chosen.target
                    made[sample.value].append(SpanExample(f"{i}", chosen.query, document.text, span.start, span.end))
    return made


def some_nulls(examples: list[SpanExample]) -> list[SpanExample]:
    return [example for example in with_nulls(examples, NULLS) if example.gold is None]


def removed(examples: list[SpanExample]) -> list[SpanExample]:
    from otherwords.backtranslate.irretrievable import with_irretrievables

    return [example for example in with_irretrievables(examples, Counter()) if example.gold is None]


def run(options: argparse.Namespace) -> None:
    import torch
    from tokenizers import Tokenizer

    from otherwords.train.dev import Dev
    from otherwords.train.epochs import EpochSettings, fit_epochs
    from otherwords.train.windows import Vocabulary

    if torch.cuda.is_available():
        torch.set_num_threads(2)  # several processes share the machine
    began = time.monotonic()
    words = options.folder / "tokenizer.json"
    tokenizer, vocabulary = PieceTokenizer(words), Vocabulary.of(Tokenizer.from_file(str(words)).get_vocab())
    wanted = [(name, setup) for setup in (1, 2) for name in CONDITIONS]
    wanted = [wanted[i] for i in options.only] if options.only else wanted
    sets = {job: train_set(options.folder, *job) for job in wanted}
    devs = {
        setup: {
            path.name.partition(".")[0]: Dev(read_spans(path), tokenizer, vocabulary, LENGTH)
            for path in sorted(options.folder.glob(f"*.{setup}.jsonl.gz"))
        }
        for setup in {setup for _, setup in wanted}
    }
    results = []
    measuring = 0.0
    for number, job in enumerate(wanted):
        # What time is left for fitting is shared out by the number of steps.
        sizes = [len(sets[one].rows) / SETTINGS[one[1]]["batch_size"] for one in wanted[number:]]
        left = options.minutes - (time.monotonic() - began + measuring * len(sizes)) / 60
        minutes = max(left, 1e-6) * sizes[0] / sum(sizes)
        settings = EpochSettings(**SETTINGS[job[1]], epochs=EPOCHS, minutes=minutes, vectors=False)
        settings = replace(settings, learning_rate=options.learning_rate or settings.learning_rate)
        started = time.monotonic()
        model, ended = fit_epochs(sets[job], None, vocabulary, options.base, LENGTH, settings)
        seconds = time.monotonic() - started
        result: dict[str, Any] = {"condition": job[0], "setup": job[1], "examples": len(sets[job].rows)}
        result |= {"learning_rate": settings.learning_rate, "batch_size": settings.batch_size}
        result |= {"seconds": round(seconds, 1), "epochs": ended["after_epochs"]}
        result["dev"] = {name: dev.figures(model) for name, dev in devs[job[1]].items()}
        measuring = time.monotonic() - started - seconds
        print(json.dumps(result), flush=True)
        results.append(result)
        if options.output:
            with options.output.open("a") as file:
                file.write(json.dumps(result) + "\n")
    print(markdown(results))


def train_set(folder: Path, condition: str, setup: int) -> SpanSet:
    """The parts of a condition, over one table of texts."""
    names = list(CONDITIONS[condition])
    if setup == 2:
        names += [f"{name} nulls" for name in names if name != "removed"]
    tokens, starts, rows = [], [np.zeros(1, dtype=np.int64)], []
    texts = size = 0
    with lzma.open(folder / "train.npz.xz") as packed, np.load(BytesIO(packed.read())) as arrays:
        for name in names:
            part = arrays[f"{name}/starts"].astype(np.int64)
            tokens.append(arrays[f"{name}/tokens"])
            starts.append(part[1:] + size)
            rows.append(arrays[f"{name}/rows"] + np.array([texts, texts, 0, 0]))
            texts += len(part) - 1
            size += int(part[-1])
    return SpanSet(np.concatenate(tokens), np.concatenate(starts), np.concatenate(rows))


def table(options: argparse.Namespace) -> None:
    print(markdown([json.loads(line) for path in options.results for line in path.read_text().splitlines()]))


def markdown(results: list[dict[str, Any]]) -> str:
    """EM / F1 a condition, the setups side by side, with the published figures where they are known."""
    found = {(one["condition"], one["setup"]): one for one in results}
    files = sorted({name for one in results for name in one["dev"]})
    setups = sorted({one["setup"] for one in results})
    heads = [f"Setup {setup}: {name}" for setup in setups for name in [*files, "published"]]
    lines = [["trained on", *heads], ["---"] * (1 + len(heads))]
    for condition in CONDITIONS:
        cells = [condition]
        for setup in setups:
            one = found.get((condition, setup))
            for name in files:
                figures = one["dev"][name] if one else None
                mark = f" ({one['epochs']:g} epochs)" if one and one["epochs"] < EPOCHS else ""
                cells.append(f"{figures['em']:.1f} / {figures['f1']:.1f}{mark}" if figures else "–")
            cells.append(PUBLISHED.get((condition, setup), "–"))
        if any((condition, setup) in found for setup in setups):
            lines.append(cells)
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    making = commands.add_parser("prepare")
    making.add_argument("--news", type=Path, nargs="+", required=True)
    making.add_argument("--other", type=Path, nargs="+", required=True)
    making.add_argument("--back-translated", type=Path, required=True)
    making.add_argument("--dev", action="append", required=True, metavar="FILE:COUNT")
    making.add_argument("--base", type=Path, required=True)
    making.add_argument("--output", "-o", type=Path, required=True)
    making.set_defaults(call=prepare)
    running = commands.add_parser("run")
    running.add_argument("folder", type=Path)
    running.add_argument("--base", type=Path, required=True)
    running.add_argument("--only", type=int, nargs="+", help="numbers of conditions, Setup 1 first, from 0")
    running.add_argument("--learning-rate", type=float, help="in place of the paper's; a small base wants more")
    running.add_argument("--minutes", type=float, default=float("inf"), help="for all of them")
    running.add_argument("--output", "-o", type=Path, help="JSON lines are added to this file")
    running.set_defaults(call=run)
    printing = commands.add_parser("table")
    printing.add_argument("results", type=Path, nargs="+")
    printing.set_defaults(call=table)
    options = parser.parse_args()
    options.call(options)


if __name__ == "__main__":
    main()
