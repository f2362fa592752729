"""What an interviewer says back: does `find` mark the words that people marked, and see where there are none?

    python benchmarks/dialogue.py dialogue.jsonl.gz [--limit N]

FILE is what `otherwords.evaluate.importers.dialogue` reads. The query is what people marked of the guest's turn, the
document is the host's turn. On paraphrases the system must answer, and its span is held against the host's words that
at least half of the people marked: over all words together (P, R, F1), and as the mean of every turn's own F1. Then it
may say "not here": how often is that what most people said, of all turns, of those without and those with a paraphrase?
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from otherwords.evaluate.baselines import tfidf
from otherwords.evaluate.files import read_json_lines
from otherwords.evaluate.importers.dialogue import is_paraphrase, marked_tokens, to_example, tokens_with_offsets
from otherwords.evaluate.prediction import Prediction, SpanSystem
from otherwords.evaluate.spans import SpanExample
from otherwords.evaluate.systems import SystemOptions, build_system

Turn = tuple[dict[str, Any], SpanExample]


class WholeTurn:
    """Marks all that the host says."""

    name = "whole turn"

    def answer(self, query: str, document: str, *, always: bool, gold: tuple[int, int] | None) -> Prediction:
        return Prediction(0, len(document))


def read_turns(file: Path, limit: int | None) -> tuple[list[Turn], Counter[str]]:
    skipped: Counter[str] = Counter()
    rows = (row for _, row in islice(read_json_lines(file), limit))
    return [(row, example) for row in rows if (example := to_example(row, skipped))], skipped


def ask(system: SpanSystem, example: SpanExample, *, always: bool) -> tuple[int, int] | None:
    return system.answer(example.query, example.document, always=always, gold=None).span


def token_scores(system: SpanSystem, turns: list[Turn]) -> dict[str, float]:
    shared = said = right = 0
    of_turns = []
    for row, example in turns:
        start, end = ask(system, example, always=True) or (0, 0)
        offsets = tokens_with_offsets(row["host"])[1]
        marked = {place for place, (first, last) in enumerate(offsets) if first < end and start < last}
        gold = set(marked_tokens(row, "host"))
        shared, said, right = shared + len(marked & gold), said + len(marked), right + len(gold)
        of_turns.append(2 * len(marked & gold) / (len(marked) + len(gold)))
    return {
        "P": 100 * shared / max(said, 1),
        "R": 100 * shared / right,
        "F1": 100 * 2 * shared / (said + right),
        "F1 of turns": 100 * sum(of_turns) / len(of_turns),
    }


def null_scores(system: SpanSystem, turns: list[Turn]) -> dict[str, float]:
    agreed: Counter[bool] = Counter()
    asked: Counter[bool] = Counter()
    for row, example in turns:
        is_there = is_paraphrase(row)
        asked[is_there] += 1
        agreed[is_there] += (ask(system, example, always=False) is not None) == is_there
    return {
        "null accuracy": 100 * agreed.total() / asked.total(),
        "nulls": 100 * agreed[False] / max(asked[False], 1),
        "paraphrases": 100 * agreed[True] / max(asked[True], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--limit", type=int, help="the first N turns only")
    options = parser.parse_args()
    turns, skipped = read_turns(options.file, options.limit)
    held = [turn for turn in turns if turn[1].gold is not None]
    if not held:
        parser.error(f"{options.file}: no turn in it has a marked paraphrase")
    left_out = "".join(f"; left out {count} {reason}" for reason, count in skipped.items())
    print(f"{len(turns)} turns, {len(held)} of them with a paraphrase{left_out}\n")
    texts = [text for _, example in turns for text in (example.query, example.document)]
    systems: dict[str, Callable[[], SpanSystem]] = {
        "find": lambda: build_system("find", SystemOptions(options.file)),
        "whole turn": WholeTurn,
        "tf-idf": lambda: tfidf(texts),
    }
    for number, (name, build) in enumerate(systems.items()):
        began = time.perf_counter()
        system = build()
        figures = token_scores(system, held) | null_scores(system, turns)
        seconds = time.perf_counter() - began
        if not number:
            print(f"{'':<12}" + "".join(f"{figure:>15}" for figure in figures) + f"{'seconds':>10}")
        print(f"{name:<12}" + "".join(f"{value:15.1f}" for value in figures.values()) + f"{seconds:10.1f}", flush=True)


if __name__ == "__main__":
    main()
