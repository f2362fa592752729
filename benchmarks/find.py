"""How fast `find` is, and what screening loses, beside a plain PyTorch sliding-window reader of the same weights.

    python benchmarks/find.py dev-news-en.jsonl.gz dev-plays-en.jsonl.gz

The files are in the spans format. Their documents are put together into one of 100,000 words, and their queries are
asked of that. Each side runs in a process of its own, so that its memory is its own. The plain reader is
timed on a few queries and its 100 are reckoned from those: it does the same work for each. What screening loses is
measured on all files, by asking every query with and without it. Needs the extra [train].
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from otherwords.evaluate.spans import SpanExample, read_spans

WORDS = 100_000
QUERIES = 100


def long_document(files: list[Path]) -> tuple[str, list[SpanExample], list[int]]:
    """Documents put together, a query for each, and where each one's document begins."""
    text, examples, offsets, seen = "", [], [], set()
    for example in (example for file in files for example in read_spans(file)):
        if example.start is None or example.document in seen or len(text.split()) >= WORDS:
            continue
        if example.query in text or any(other.query in example.document for other in examples):
            continue  # the other version of a document, which says the query to the letter
        seen.add(example.document)
        examples.append(example)
        offsets.append(len(text))
        text += example.document + "\n\n"
    return text, examples, offsets


def right(example: SpanExample, offset: int, start: int, end: int) -> bool:
    return (start - offset, end - offset) == (example.start, example.end)


def ours(files: list[Path], how: str) -> dict[str, Any]:
    """Start to finish, the finder's own loading included."""
    import tempfile

    from otherwords import Finder

    text, examples, offsets = long_document(files)
    with tempfile.TemporaryDirectory() as cache:
        began = time.perf_counter()
        finder = Finder(cache=cache)
        loaded = time.perf_counter()
        hits = 0
        if how == "warm":
            finder.prepare(text)
        prepared = time.perf_counter()
        asked = 1 if how == "once" else QUERIES
        for example, offset in islice(cycle(zip(examples, offsets, strict=True)), asked):
            best = finder.find(example.query, text, always=True, explain=False).best
            hits += best is not None and right(example, offset, best.span.start, best.span.end)
        done = time.perf_counter()
    return {
        "words": len(text.split()),
        "load": loaded - began,
        "prepare": prepared - loaded,
        "queries": done - prepared,
        "seconds": done - loaded,
        "exact": 100 * hits / asked,
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def plain(files: list[Path], asked: int) -> dict[str, Any]:
    """What one would write by hand: tokenise the document once, then every slice with every query, in batches."""
    import torch

    from plain_reader import PlainReader

    text, examples, offsets = long_document(files)
    reader = PlainReader()
    began = time.perf_counter()
    document = reader.tokens(text)
    hits = 0
    with torch.inference_mode():
        for example, offset in islice(zip(examples, offsets, strict=True), asked):
            start, end = reader.best_span(example.query, document)
            hits += right(example, offset, start, end)
    seconds = time.perf_counter() - began
    return {
        "words": len(text.split()),
        "seconds": seconds / asked,
        "exact": 100 * hits / asked,
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def in_own_process(*arguments: str) -> dict[str, Any]:
    command = [sys.executable, __file__, *arguments]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    result: dict[str, Any] = json.loads(output.splitlines()[-1])
    return result


def screening_loss(file: Path, limit: int | None) -> None:
    from otherwords.evaluate.run import evaluate_spans

    print(f"\n{file.name}: what screening loses (always mode)")
    ways: dict[str, dict[str, Any]] = {"exhaustive": {"exhaustive": True}, "cold": {}, "warm": {"warm": True}}
    whole: dict[str, Any] = {}
    for name, options in ways.items():
        figures = evaluate_spans(file, "find", always=True, limit=limit, **options)
        whole = whole or figures
        lost, faster = whole["em"] - figures["em"], whole["seconds"] / figures["seconds"]
        print(
            f"  {name:<11} EM {figures['em']:6.2f}  F {figures['f1']:6.2f}  lost {lost:5.2f}"
            f"  {figures['seconds']:7.1f} s  {faster:5.1f}x",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--plain-queries", type=int, default=2, help="queries that the plain reader is timed on")
    parser.add_argument("--limit", type=int, help="the first N examples only, for the loss")
    parser.add_argument("--part", choices=["once", "cold", "warm", "plain"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    files = options.files
    if options.part:
        print(json.dumps(plain(files, options.plain_queries) if options.part == "plain" else ours(files, options.part)))
        return
    names = [str(file) for file in files]
    slow = in_own_process(*names, "--part", "plain", "--plain-queries", str(options.plain_queries))
    print(f"one document of {slow['words']:,} words, seconds:")
    print(f"  plain PyTorch, a query    {slow['seconds']:8.2f}   memory {slow['memory_mb']:5.0f} MB", flush=True)
    for how, name, times in (
        ("once", "one cold query", 1),
        ("cold", "100 queries, cold", 100),
        ("warm", "100, warm", 100),
    ):
        fast = in_own_process(*names, "--part", how)
        ratio = slow["seconds"] * times / fast["seconds"]
        print(
            f"  otherwords, {name:<18}{fast['seconds']:8.2f}   memory {fast['memory_mb']:5.0f} MB"
            f"   {ratio:6.1f}x   exact {fast['exact']:.0f} %   (preparing {fast['prepare']:.1f} s)",
            flush=True,
        )
    for one in options.files:
        screening_loss(one, options.limit)


if __name__ == "__main__":
    main()
