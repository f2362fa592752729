"""Whether the probabilities of answer sentences are what they say, on lists whose right sentences are known.

    python benchmarks/answers.py wikiqa.jsonl.gz
    python benchmarks/answers.py wikiqa.jsonl.gz --collection 80

prints the calibration error over all sentences and over the best of each list, how sure and how right the best is, and
the same of those that reach .25 and .5. With ``--collection``, so many of the questions are put to the sentences of all
lists at once, each list a document, as ``otherwords ask --docs`` does it.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from otherwords.ask.asking import Asker
from otherwords.ask.sentences.answerer import LEAST, SentenceAnswerer
from otherwords.ask.sentences.gather import from_documents
from otherwords.ask.sentences.judge import Judge
from otherwords.ask.sentences.system import AnswerSentences
from otherwords.cli.ask_documents import screen
from otherwords.encoder.pairs import PairModel
from otherwords.evaluate.lists import ListExample, read_lists
from otherwords.text import Document

Judged = list[tuple[float, bool]]
"""Probabilities, and whether what they were given to is right."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--collection", type=int, metavar="N")
    given = parser.parse_args()
    lists = [one for one in read_lists(given.file) if one.candidates]
    judge = Judge.of(PairModel(given.model))
    if given.collection:
        asked = random.Random(0).sample(lists, min(given.collection, len(lists)))
        tell("best of the collection", list(best_of_all(judge, lists, asked)))
        return
    every: list[Judged] = []
    for one, scores in zip(lists, AnswerSentences(judge=judge).scores_all(lists), strict=True):
        every.append([(p, label > 0) for p, label in zip(scores, one.labels, strict=True)])
    tell("all sentences", [pair for one in every for pair in one])
    tell("best of each list", [max(one) for one in every])


def best_of_all(judge: Judge, lists: list[ListExample], asked: list[ListExample]) -> Iterator[tuple[float, bool]]:
    places = screen()
    documents = [Document("\n".join(candidate.text for candidate in one.candidates), id=one.id) for one in lists]
    asker = Asker(SentenceAnswerer(lambda wordings: from_documents(documents, wordings, places), judge))
    for one in asked:
        best = asker.ask(one.query).nearest
        if best is not None:
            yield best.probability, best.text in {c.text.strip() for c in one.candidates if c.label > 0}


def tell(name: str, judged: Judged) -> None:
    p, right = np.array([one[0] for one in judged]), np.array([one[1] for one in judged], dtype=float)
    bins = np.minimum((p * 10).astype(int), 9)
    ece = sum(abs(p[bins == b].mean() - right[bins == b].mean()) * (bins == b).mean() for b in set(bins.tolist()))
    print(f"{name}: {len(p)}, mean probability {p.mean():.3f}, right {right.mean():.3f}, calibration error {ece:.3f}")
    for least in (LEAST, 0.5):
        sure = p >= least
        print(f"  of these from {least} on: {sure.mean():.3f}, right {right[sure].mean() if sure.any() else 0:.3f}")


if __name__ == "__main__":
    main()
