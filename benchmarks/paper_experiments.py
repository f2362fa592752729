"""The experiments of "Semantic Search as Extractive Paraphrase Span Detection", on English data that is free to use.

    for sample in random similar dissimilar; do
        otherwords data backtranslate wikipedia.jsonl --text-column text -o $sample.jsonl.gz --from en --pivot fi \\
            --sample $sample
    done
    python benchmarks/paper_experiments.py prepare --news onestop.*.gz --other bible.*.gz --random random.jsonl.gz \\
        --similar similar.jsonl.gz --dissimilar dissimilar.jsonl.gz --dev dev-news-en.jsonl.gz:400 \\
        --dev dev-plays-en.jsonl.gz:100 --base all-MiniLM-L6-v2/ -o prepared/
    python benchmarks/paper_experiments.py run prepared/ --base all-MiniLM-L6-v2/ -o results.jsonl
    python benchmarks/paper_experiments.py table results.jsonl...

The main data are human: two versions of the same documents (``{doc_id, a[], b[]}``), asked both ways, 3,000 examples of
news and 3,000 of something else. The back-translations are spans, one a document, made in the paper's three ways of
choosing a sentence.

*Setup 1*: everything is retrievable, a span is always given (batches of 32, 2 epochs). *Setup 2*: a fifth of the
training examples and half of the dev examples are nulls, a query put to another document (16, 2 epochs). The learning
rate is 3e-4, ten times the paper's, which a base of 22 million weights wants. *Artificial irretrievables* are the main
examples once more, with the target taken out of the document. Nothing is chosen by the dev files: what is measured is
the network as it ends.

``prepare`` needs all of Otherwords; ``run`` needs torch, transformers, tokenizers and numpy. With ``--only`` several
processes can share a GPU.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
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
NULLS = 0.25
"""Of the retrievable examples, so that a fifth of all are nulls."""
LENGTH = 384
EPOCHS = 2

MAIN = ["news", "other"]
BACK_TRANSLATED = ["random", "similar", "dissimilar"]
CONDITIONS = {
    "main": MAIN,
    "back-translation only": ["random"],
    "main + artificial irretrievables": [*MAIN, "removed"],
    "main + back-translation, random": [*MAIN, "random"],
    "main + back-translation, tf-idf .35–.66": [*MAIN, "similar"],
    "main + back-translation, most dissimilar": [*MAIN, "dissimilar"],
    "main without news": ["other", "more"],
}
BATCH_SIZES = {1: 32, 2: 16}
LEARNING_RATE = 3e-4
PUBLISHED = {("main", 1): "88.73 / 94.31", ("main", 2): "84.37 / 89.52", ("back-translation only", 1): "71.32 / 85.07"}


def prepare(options: argparse.Namespace) -> None:
    options.output.mkdir(parents=True, exist_ok=True)
    with_line_breaks(options.base).save(str(options.output / "tokenizer.json"))
    tokenizer = PieceTokenizer(options.output / "tokenizer.json")
    other = human(options.other, 2 * EXAMPLES)
    parts = {"news": human(options.news, EXAMPLES), "other": other[:EXAMPLES], "more": other[EXAMPLES:]}
    parts |= {name: list(read_spans(getattr(options, name))) for name in BACK_TRANSLATED}
    nulls = {f"{name} nulls": some_nulls(examples) for name, examples in parts.items()}
    parts["removed"] = removed(parts["news"] + parts["other"])
    for name, examples in (parts | nulls).items():
        spans, _ = SpanSet.of(examples, tokenizer)
        spans.save(options.output / f"{name}.npz")
        print(f"{name}: {len(spans.rows)} examples", flush=True)
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
    words = options.folder / "tokenizer.json"
    tokenizer, vocabulary = PieceTokenizer(words), Vocabulary.of(Tokenizer.from_file(str(words)).get_vocab())
    wanted = [(name, setup) for setup in (1, 2) for name in CONDITIONS]
    wanted = [wanted[i] for i in options.only] if options.only else wanted
    devs = {
        setup: {
            path.name.partition(".")[0]: Dev(read_spans(path), tokenizer, vocabulary, LENGTH)
            for path in sorted(options.folder.glob(f"*.{setup}.jsonl.gz"))
        }
        for setup in {setup for _, setup in wanted}
    }
    for condition, setup in wanted:
        spans = train_set(options.folder, condition, setup)
        settings = EpochSettings(BATCH_SIZES[setup], LEARNING_RATE, EPOCHS, vectors=False, seed=options.seed)
        began = time.monotonic()
        model, ended = fit_epochs(spans, None, vocabulary, options.base, LENGTH, settings)
        result: dict[str, Any] = {"condition": condition, "setup": setup, "seed": options.seed}
        result |= {"examples": len(spans.rows), "epochs": ended["after_epochs"]}
        result |= {"seconds": round(time.monotonic() - began, 1)}
        result["dev"] = {name: dev.figures(model) for name, dev in devs[setup].items()}
        print(json.dumps(result), flush=True)
        with options.output.open("a") as file:
            file.write(json.dumps(result) + "\n")


def train_set(folder: Path, condition: str, setup: int) -> SpanSet:
    """The parts of a condition, over one table of texts."""
    names = list(CONDITIONS[condition])
    if setup == 2:
        names += [f"{name} nulls" for name in names if name != "removed"]
    tokens, starts, rows = [], [np.zeros(1, dtype=np.int64)], []
    texts = size = 0
    for name in names:
        part = SpanSet.load(folder / f"{name}.npz")
        tokens.append(part.tokens)
        starts.append(part.starts[1:] + size)
        rows.append(part.rows + np.array([texts, texts, 0, 0]))
        texts += len(part.starts) - 1
        size += int(part.starts[-1])
    return SpanSet(np.concatenate(tokens), np.concatenate(starts), np.concatenate(rows))


def table(options: argparse.Namespace) -> None:
    print(markdown([json.loads(line) for path in options.results for line in path.read_text().splitlines()]))


def markdown(results: list[dict[str, Any]]) -> str:
    """EM / F1 a condition, the mean of the seeds, the setups side by side, with the published figures where known."""
    files = sorted({name for one in results for name in one["dev"]})
    setups = sorted({one["setup"] for one in results})
    heads = [f"Setup {setup}: {name}" for setup in setups for name in [*files, "published"]]
    lines = [["trained on", *heads], ["---"] * (1 + len(heads))]
    for condition in CONDITIONS:
        cells = [condition]
        for setup in setups:
            found = [one["dev"] for one in results if (one["condition"], one["setup"]) == (condition, setup)]
            for name in files:
                pairs = [(dev[name]["em"], dev[name]["f1"]) for dev in found]
                cells.append("{:.1f} / {:.1f}".format(*np.mean(pairs, axis=0)) if pairs else "–")
            cells.append(PUBLISHED.get((condition, setup), "–"))
        lines.append(cells)
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    making = commands.add_parser("prepare")
    making.add_argument("--news", type=Path, nargs="+", required=True)
    making.add_argument("--other", type=Path, nargs="+", required=True)
    for name in BACK_TRANSLATED:
        making.add_argument(f"--{name}", type=Path, required=True, help="spans by that sampling")
    making.add_argument("--dev", action="append", required=True, metavar="FILE:COUNT")
    making.add_argument("--base", type=Path, required=True)
    making.add_argument("--output", "-o", type=Path, required=True)
    making.set_defaults(call=prepare)
    running = commands.add_parser("run")
    running.add_argument("folder", type=Path)
    running.add_argument("--base", type=Path, required=True)
    running.add_argument("--only", type=int, nargs="+", help="numbers of conditions, Setup 1 first, from 0")
    running.add_argument("--seed", type=int, default=1)
    running.add_argument("--output", "-o", type=Path, required=True, help="JSON lines are added to this file")
    running.set_defaults(call=run)
    printing = commands.add_parser("table")
    printing.add_argument("results", type=Path, nargs="+")
    printing.set_defaults(call=table)
    options = parser.parse_args()
    options.call(options)


if __name__ == "__main__":
    main()
