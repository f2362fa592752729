"""How well are phrases found: a few words out of one sentence, in a text that says them in other words?

    python benchmarks/phrases_in_text.py [--model DIR ...] aligned.tsv ...

The files are MultiMWA's: two sentences that say the same, and which of their words do, told by people. A query is a
phrase of one to six words whose own words all lead to one stretch of the other sentence, which says it differently. The
text is that other sentence among eight of other pairs, or among --beside of them out of the file --around. Shown
are EM and F1, always answering; how often the phrase is found, at a probability of at least .5, and found in the right
place (F1 of at least .5); and how often it is found in the same text without the sentence.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from otherwords import Finder
from otherwords.evaluate.files import read_lines
from otherwords.evaluate.scorers import SCORERS
from otherwords.lexicon import lexicon_of

LONGEST = 6


@dataclass(frozen=True)
class Phrase:
    query: str
    sentence: list[str]
    """Of the other wording."""
    first: int
    end: int


def phrases(file: Path) -> Iterator[list[Phrase]]:
    """Of every pair of sentences, either way round, the phrases whose wording is another."""
    empty = lexicon_of("en").function_words
    for _, line in read_lines(file):
        columns = line.rstrip("\n").split("\t")
        left, right = columns[1].split(), columns[3].split()
        links = [tuple(map(int, link.split("-"))) for link in columns[7].split()]
        for ours, theirs, pairs in ((left, right, links), (right, left, [(there, here) for here, there in links])):
            to, back = defaultdict(set), defaultdict(set)
            for here, there in pairs:
                to[here].add(there)
                back[there].add(here)
            found = []
            for first in range(len(ours)):
                for end in range(first + 1, min(first + LONGEST, len(ours)) + 1):
                    inside = set(range(first, end))
                    said = set().union(*(to[place] for place in inside))
                    if not (to[first] and to[end - 1]) or any(back[place] - inside for place in said):
                        continue
                    if not max(said) - min(said) + 1 == len(said) <= LONGEST:
                        continue
                    mine, other = ours[first:end], theirs[min(said) : max(said) + 1]
                    words = [{one.lower() for one in side if one.isalnum()} - empty for side in (mine, other)]
                    if words[0] and words[1] and not words[0] & words[1] and len(mine) + len(other) > 2:
                        found.append(Phrase(" ".join(mine), theirs, min(said), max(said) + 1))
            yield found


def measure(finder: Finder, file: Path, limit: int, beside: int, around: list[str]) -> str:
    random, f1 = Random(1), SCORERS["otherwords"].f1
    each = list(phrases(file))
    sentences = around or list(dict.fromkeys(" ".join(found[0].sentence) for found in each if found))
    chosen = [random.choice(found) for found in each if found]
    random.shuffle(chosen)
    exact, overlap, found, placed, wrong = [], [], [], [], []
    for phrase in chosen[:limit]:
        own = " ".join(phrase.sentence)
        others = [one for one in sentences if one != own]
        others = random.sample(others, min(beside, len(others)))
        gold = " ".join(phrase.sentence[phrase.first : phrase.end])
        at = random.randrange(len(others) + 1)
        best = finder.find(phrase.query, " ".join([*others[:at], own, *others[at:]]), always=True, explain=False).best
        score = f1(best.span.text, gold) if best else 0.0
        exact.append(score == 1)
        overlap.append(score)
        found.append(best is not None and best.probability >= 0.5)
        placed.append(found[-1] and score >= 0.5)
        wrong.append(bool(finder.find(phrase.query, " ".join(others), explain=False)))
    names = ("EM", "F", "found", "found in the right place", "found without the sentence")
    columns = (exact, overlap, found, placed, wrong)
    told = ", ".join(f"{name} {100 * float(np.mean(one)):.1f}" for name, one in zip(names, columns, strict=True))
    return f"{file.name}: {len(exact)} phrases: {told}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--model", action="append", type=Path, help="a folder of weights, several times; else ours")
    parser.add_argument("--limit", type=int, default=300, help="phrases of each file")
    parser.add_argument("--beside", type=int, default=8, help="other sentences in each text")
    parser.add_argument("--around", type=Path, help="a file of the same kind whose sentences these are; else the same")
    options = parser.parse_args()
    around: list[str] = []
    if options.around:
        around = list(dict.fromkeys(" ".join(found[0].sentence) for found in phrases(options.around) if found))
    for folder in options.model or [None]:
        print(folder or "the shipped reader")
        finder = Finder(folder)
        for file in options.files:
            print("  " + measure(finder, file, options.limit, options.beside, around), flush=True)


if __name__ == "__main__":
    main()
