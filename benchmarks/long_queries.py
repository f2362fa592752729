"""Queries from a sentence to half a page: what is found of them, by how long they are.

    python benchmarks/long_queries.py versions.jsonl.gz more-versions.jsonl.gz --queries 180

Two versions of the same documents (`{"doc_id", "a": [...], "b": [...]}`, segment by segment). A run of segments of one
version is the query, and what says them in documents of about 1,000 words of the other is the answer. Half of the
documents have line breaks between segments. Exact matches and F by the tokens of the query, always answering, and the
share that is found at a probability of one half.
"""

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from otherwords import Finder
from otherwords.evaluate.files import read_json_lines
from otherwords.evaluate.scorers import SCORERS

LENGTHS = (30, 60, 90, 110, 150, 200, 317)
WORDS = 1000


@dataclass(frozen=True)
class Asked:
    query: str
    text: str
    start: int
    end: int
    tokens: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--queries", type=int, default=180)
    options = parser.parse_args()
    finder, f1 = Finder(), SCORERS["otherwords"].f1
    measured: dict[int, list[tuple[float, bool, float]]] = defaultdict(list)
    for asked in queries(options.files, options.queries, finder):
        began = time.monotonic()
        best = finder.find(asked.query, asked.text, always=True, explain=False).best
        assert best is not None
        score = f1(best.span.text, asked.text[asked.start : asked.end])
        most = next(length for length in LENGTHS if asked.tokens <= length)
        measured[most].append((score, best.probability >= 0.5, time.monotonic() - began))
    print(f"{'tokens':>10} {'queries':>8} {'EM':>6} {'F':>6} {'found':>6} {'seconds':>8}")
    for least, most in zip((0, *LENGTHS), LENGTHS, strict=False):
        if rows := measured[most]:
            exact, f, found, seconds = (
                sum(column) / len(rows) for column in ([row[0] == 1 for row in rows], *zip(*rows, strict=True))
            )
            told = f"{100 * exact:6.1f} {100 * f:6.1f} {100 * found:6.1f} {seconds:8.2f}"
            print(f"{least + 1:>5}–{most:<4} {len(rows):>8} {told}")


def queries(files: list[Path], count: int, finder: Finder) -> Iterator[Asked]:
    """As many of each length, up to what can be asked."""
    draw = random.Random(3)
    documents = [list(zip(row["a"], row["b"], strict=True)) for file in files for _, row in read_json_lines(file)]
    draw.shuffle(documents)
    piles = _piles(documents)
    for number in range(count):
        least = LENGTHS[number % (len(LENGTHS) - 1)]
        while True:
            pile = draw.choice(piles)
            first = draw.randrange(len(pile))
            run = 1
            while first + run < len(pile) and _tokens(finder, pile[first : first + run]) <= least:
                run += 1
            if least < _tokens(finder, pile[first : first + run]) <= LENGTHS[-1]:
                break
        gap = draw.choice([" ", "\n"])
        before, said = (gap.join(b for _, b in part) for part in (pile[:first], pile[first : first + run]))
        after = gap.join(b for _, b in pile[first + run :])
        text = gap.join(part for part in (before, said, after) if part)
        start = len(before) + len(gap) if before else 0
        query = " ".join(a for a, _ in pile[first : first + run])
        yield Asked(query, text, start, start + len(said), _tokens(finder, pile[first : first + run]))


def _piles(documents: list[list[tuple[str, str]]]) -> list[list[tuple[str, str]]]:
    """Documents put together until they are long enough."""
    piles: list[list[tuple[str, str]]] = [[]]
    for document in documents:
        if sum(len(b.split()) for _, b in piles[-1]) >= WORDS:
            piles.append([])
        piles[-1] += document
    return piles


def _tokens(finder: Finder, run: list[tuple[str, str]]) -> int:
    return len(finder.encoder.tokenizer.tokens(" ".join(a for a, _ in run)))


if __name__ == "__main__":
    main()
