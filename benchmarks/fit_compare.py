"""Fits the probabilities of ``compare``: prints the numbers that stand in ``src/otherwords/compare/judge.py``.

    python benchmarks/fit_compare.py DATA

DATA holds open versions of one text: ``versions/open`` (news in plain English, Bibles, Finnish news) and
``squad/original-vs-backtranslated.jsonl.gz``. Texts are made of them that share only some of their sentences; what else
they hold is about the same things. A pair of runs is right when most of both stands in sentences that belong together.
"""

import argparse
import gzip
import json
import math
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression, QuantileRegressor

from otherwords.compare.candidates import around, candidates, near
from otherwords.compare.evidence import FEATURES, Evidence, Half
from otherwords.compare.glimpse import Glimpses
from otherwords.compare.judge import CURVES, READINGS, Judge, Runs
from otherwords.compare.meaning import Meanings, Model
from otherwords.compare.side import Place, Side
from otherwords.compare.wording import Vocabulary
from otherwords.text import Document, sentences

ENGLISH = {"onestop.en.ADV-ELE": 24, "onestop.en.ADV-INT": 6}
ENGLISH |= dict.fromkeys([f"bible.en.{pair}" for pair in ("KJV-BBE", "OEB-YLT", "Twenty-BBE", "YLT-BBE")], 6)
OTHERS = {"ntrex-wmt19.fi": 26, "bible.fi.FinBiblia-FinPR": 6, "bible.sv.FSB-Swe1917": 6}
OTHERS |= {"bible.sv.SweKarlXII1873-Swe1917": 6, "bible.de.GerElb1905-GerMenge": 6}
ASIDE = ("Ruth", "Jonah", "Esth", "Jas", "Titus", "Phlm", "2Pet", "Eccl")
"""Books that the reader was not trained on; the others are no measure of what it makes of a text."""
SEGMENTS = 16
ARTICLES = 20
RIGHT, WRONG = 0.6, 0.25
"""Shares of two runs that belong together. What lies between says neither yes nor no, and is left out."""
TRIED = 0.08
"""Of the runs of several sentences, so many."""
BESIDE = 1.0
"""The logit from which a pair of sentences counts as found when its neighbours are looked at."""


@dataclass(frozen=True)
class Texts:
    a: str
    b: str
    together: list[tuple[Place, Place]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--readings", type=int, default=400, help="doubtful pairs that are read together")
    options = parser.parse_args()
    draw = random.Random(5)
    versions = options.data / "versions" / "open"
    english = [texts for name, count in ENGLISH.items() for texts in made(versions, name, count, draw)]
    english += articles(options.data / "squad" / "original-vs-backtranslated.jsonl.gz", draw)
    others = [texts for name, count in OTHERS.items() for texts in made(versions, name, count, draw)]
    meanings = Meanings(None, None)
    for model, texts in ((Model.PAIRS, english), (Model.READER, others)):
        judges = [(judge_of(meanings, model, one), one) for one in texts]
        rows = [row for judge, one in judges for row in tried(judge, one, draw)]
        weights = fitted([features for features, _ in rows], [share for _, share in rows])
        print(model.value, dict(zip((*FEATURES, "intercept"), weights, strict=True)))
        reach = fit_reach([features for features, _ in rows])
        print("reach", dict(zip((*FEATURES[1:], "intercept"), reach, strict=True)))
        if model is Model.PAIRS:
            curve = replace(CURVES[model], weights=tuple(weights[:-1]), intercept=weights[-1], reach=tuple(reach))
            judges = [(Judge(judge.evidence, curve, None), one) for judge, one in judges]
            fit_reading(meanings, judges, options.readings, draw)
            fit_support(judges)


def made(folder: Path, name: str, count: int, draw: random.Random) -> Iterator[Texts]:
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [row for row in map(json.loads, file) if len(row["a"]) >= 6]
    if not name.startswith(("bible.en", "onestop", "ntrex")):
        rows = [row for row in rows if row["doc_id"].startswith(ASIDE)]
    for row in draw.sample(rows, min(count, len(rows))):
        size = min(SEGMENTS, len(row["a"]))
        start = draw.randrange(len(row["a"]) - size + 1)
        chosen = range(start, start + size)
        ours = [i for i in chosen if draw.random() < 0.8] or list(chosen)
        theirs = [i for i in chosen if draw.random() < 0.6] or list(chosen)
        yield joined(
            [row["a"][i] for i in ours],
            [row["b"][i] for i in theirs],
            [(ours.index(i), theirs.index(i)) for i in ours if i in theirs],
        )


def articles(path: Path, draw: random.Random) -> Iterator[Texts]:
    """Paragraphs beside their back-translations, among other paragraphs of the same article."""
    titles: dict[str, list[dict[str, str]]] = defaultdict(list)
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            titles[row["title"]].append(row)
    long = [rows for rows in titles.values() if len(rows) >= 6]
    draw.shuffle(long)
    for rows in islice(cycle(long), ARTICLES):
        ours, theirs, together = [], [], []
        for number, row in enumerate(draw.sample(rows, 5)):
            original, back = split(row["orig"]), split(row["bt"])
            if number < 2 and len(original) == len(back):
                for one, other in zip(original, back, strict=True):
                    if draw.random() < 0.8:
                        together.append((len(ours), len(theirs)))
                        theirs.append(other)
                    ours.append(one)
            elif number < 4:
                ours += original
            else:
                theirs += back
        if theirs:
            yield joined(ours, theirs, together)


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


def joined(ours: list[str], theirs: list[str], together: list[tuple[int, int]]) -> Texts:
    places: list[list[Place]] = []
    for parts in (ours, theirs):
        ends = np.cumsum([len(part) + 1 for part in parts]).tolist()
        places.append([(end - len(part) - 1, end - 1) for part, end in zip(parts, ends, strict=True)])
    return Texts(" ".join(ours), " ".join(theirs), [(places[0][i], places[1][j]) for i, j in together])


def judge_of(meanings: Meanings, model: Model, texts: Texts) -> Judge:
    vocabulary = Vocabulary()
    glimpses = Glimpses(vocabulary)
    halves = []
    for text in (texts.a, texts.b):
        document = Document(text)
        side = Side.of(document, vocabulary)
        halves.append(Half(side, glimpses.of(side), meanings.of(document, model), np.ones(len(side), dtype=bool)))
    return Judge(Evidence(*halves, vocabulary), CURVES[model], None)


def tried(judge: Judge, texts: Texts, draw: random.Random) -> Iterator[tuple[list[float], float]]:
    """Features of runs around sentences whose meanings are near, and how much of the two belongs together."""
    evidence = judge.evidence
    every = [((i, i + 1), (j, j + 1)) for i in range(len(evidence.a)) for j in range(len(evidence.b))]
    chosen = [
        runs
        for alone in near(judge, every)
        for runs in around(alone[0][0], alone[1][0], len(evidence.a), len(evidence.b))
        if runs == alone or draw.random() < TRIED
    ]
    evidence.learn(chosen)
    for runs in chosen:
        yield evidence.features(runs), share_together(judge, runs, texts)


def share_together(judge: Judge, runs: Runs, texts: Texts) -> float:
    a, b = judge.evidence.a.place(runs[0]), judge.evidence.b.place(runs[1])
    right = 0.0
    for mine, theirs in texts.together:
        in_a, in_b = overlap(a, mine), overlap(b, theirs)
        right += in_a * in_b / (theirs[1] - theirs[0]) + in_b * in_a / (mine[1] - mine[0])
    return right / (a[1] - a[0] + b[1] - b[0])


def overlap(one: Place, other: Place) -> int:
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def fitted(features: list[list[float]], shares: list[float]) -> list[float]:
    """Weights and intercept, rounded."""
    told = np.array(shares)
    clear = (told > RIGHT) | (told <= WRONG)
    curve = LogisticRegression(C=10, max_iter=1000).fit(np.array(features)[clear], told[clear] > RIGHT)
    return [round(float(number), 2) for number in (*curve.coef_[0], curve.intercept_[0])]


def fit_reach(features: list[list[float]]) -> list[float]:
    """How near the meanings of two passages are at most, by what their words tell; one in fifty is nearer."""
    table = np.array(features)
    line = QuantileRegressor(quantile=0.98, alpha=0).fit(table[:, 1:], table[:, 0])
    return [round(float(number), 2) for number in (*line.coef_, line.intercept_)]


def fit_reading(meanings: Meanings, judges: list[tuple[Judge, Texts]], count: int, draw: random.Random) -> None:
    doubtful = [
        (judge, runs, share_together(judge, runs, texts))
        for judge, texts in judges
        for runs in candidates(judge, -math.inf)
        if judge.is_doubtful(runs)
    ]
    doubtful = draw.sample(doubtful, min(count, len(doubtful)))
    pairs = [(judge.evidence.a.text(runs[0]), judge.evidence.b.text(runs[1])) for judge, runs, _ in doubtful]
    kept = meanings.readings_of(Document(""))
    both = [kept.rows(asked)[:, 0] for asked in (pairs, [(second, first) for first, second in pairs])]
    readings = np.clip(both, *READINGS).mean(axis=0).tolist()
    glances = [judge.glance(runs) for judge, runs, _ in doubtful]
    weights = fitted([list(row) for row in zip(glances, readings, strict=True)], [share for *_, share in doubtful])
    print("doubtful", dict(zip(("curve", "reading", "intercept"), weights, strict=True)), f"of {len(doubtful)}")


def fit_support(judges: list[tuple[Judge, Texts]]) -> None:
    glances: list[list[float]] = []
    shares: list[float] = []
    for judge, texts in judges:
        a, b = judge.evidence.a, judge.evidence.b
        found = [runs for runs in candidates(judge, -math.inf) if _is_alone(runs) and judge.glance(runs) > BESIDE]
        for step in (1, -1):
            for (i, _), (j, _) in found:
                if 0 <= i + step < len(a) and 0 <= j + step < len(b):
                    beside = (i + step, i + step + 1), (j + step, j + step + 1)
                    glances.append([judge.glance(beside)])
                    shares.append(share_together(judge, beside, texts))
    slope, intercept = fitted(glances, shares)
    print(f"support {intercept / slope:.2f} of {len(glances)} (slope {slope})")


def _is_alone(runs: Runs) -> bool:
    return all(last - first == 1 for first, last in runs)


if __name__ == "__main__":
    main()
