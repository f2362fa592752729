"""Fitting the pair model's probability: a logistic curve over its evidence, on texts that it never saw.

Two kinds of the recipe's ``[[calibrate]]`` sources are for it: ``pivots`` (two columns of a .tsv: texts that share a
translation say the same) and ``wordings`` (``{question, answers}`` with its subject in brackets: the same subject and
the same answers, the same question). What does not say the same is as hard as it comes: of every pair's first text
one of those that the model itself holds for the nearest, and the second with two of its words exchanged.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from otherwords.encoder.pairs import EVIDENCE, PairModel
from otherwords.evaluate.files import read_json_lines, read_lines
from otherwords.text import OtherwordsError
from otherwords.train.calibrate import Floats, logistic
from otherwords.train.recipe import read_toml
from otherwords.train.sources import Entry
from otherwords.train.swaps import swapped

_GROUPS = 500
"""Of each source, at most."""
_GENDER = re.compile(r"\b(?:he|she|him|her|his|hers|himself|herself)\b", re.IGNORECASE)
"""Many languages have one word for these, so sharing a translation says nothing."""
_ANSWERS = 3
"""Questions that share fewer answers may be two questions: who wrote a film has often directed it."""
_NEAREST = 5
"""What is taken for not saying the same is one of so many."""
_EXCHANGED = 0.3
"""What a pair with exchanged words counts beside the others: people seldom write such. More, and pairs that do say the
same are doubted wherever they are read."""


@dataclass(frozen=True)
class Labelled:
    pairs: list[tuple[str, str]]
    labels: list[bool]
    firsts: list[int]
    """The group of each: pairs of one share their first text."""
    counts: list[float]


def unseen_pairs(recipe: Path, data: Path, seen: set[str], model: PairModel) -> Labelled:
    """Pairs of texts of which neither is among those learned from."""
    found = Labelled([], [], [], [])
    draw = random.Random(1)
    for entry in read_toml(recipe).get("calibrate", []):
        if entry["kind"] == "questions":  # these are for another curve: answer_calibrate's
            continue
        groups = [[text for text in dict.fromkeys(group) if text not in seen] for group in _groups(entry, data)]
        groups = [group for group in groups if len(group) > 1]
        groups = draw.sample(groups, min(_GROUPS, len(groups)))
        some = _with_nearest(groups, model, draw)
        found = Labelled(
            found.pairs + some.pairs,
            found.labels + some.labels,
            found.firsts + some.firsts,
            found.counts + some.counts,
        )
    return found


def _groups(entry: Entry, data: Path) -> Iterator[list[str]]:
    files = sorted(data.glob(entry["files"]))
    if not files:
        raise OtherwordsError(f"no file matches {entry['files']} below {data}; the recipe calibrates by it")
    groups: dict[str, list[str]] = defaultdict(list)
    for path in files:
        if entry["kind"] == "pivots":
            for _, line in read_lines(path):
                text, pivot = line.rstrip("\n").split("\t")[:2]
                if not _GENDER.search(text):
                    groups[pivot].append(text)
        else:
            for _, row in read_json_lines(path):
                if len(row["answers"]) < _ANSWERS:
                    continue
                subject = row["question"].partition("[")[2].partition("]")[0]
                asked = row["question"].replace("[", "").replace("]", "")
                groups[f"{subject}\n{sorted(row['answers'])}"].append(asked)
    yield from groups.values()


def _with_nearest(groups: list[list[str]], model: PairModel, draw: random.Random) -> Labelled:
    """A pair of each group, and for its first text another of another group that is like it."""
    texts = list(dict.fromkeys(text for group in groups for text in group))
    owner: dict[str, set[int]] = defaultdict(set)
    for number, group in enumerate(groups):
        for text in group:
            owner[text].add(number)
    if len(groups) < 2:
        return Labelled([], [], [], [])
    vectors = model.vectors(texts)
    pairs: list[tuple[str, str]] = []
    labels: list[bool] = []
    firsts: list[int] = []
    counts: list[float] = []
    for number, group in enumerate(groups):
        first, second = draw.sample(group, 2)
        order = np.argsort(-(vectors @ vectors[texts.index(first)]), kind="stable")
        others = [texts[i] for i in order[: _NEAREST + len(group)] if number not in owner[texts[i]]]
        made = list(swapped(second, draw))
        pairs += [(first, second), (first, draw.choice(others)), *((first, text) for text, _ in made)]
        labels += [True, False, *(bool(same) for _, same in made)]
        firsts += [number] * (2 + len(made))
        counts += [1.0, 1.0, *[_EXCHANGED] * len(made)]
    return Labelled(pairs, labels, firsts, counts)


def pair_curve(evidence: Floats, labels: list[bool], counts: list[float]) -> dict[str, float]:
    """The curve's numbers: a weight for each piece of evidence, and the intercept."""
    weights = logistic(evidence.astype(np.float64), np.array(labels, dtype=np.float64), np.array(counts))
    return {name: round(float(weight), 4) for name, weight in zip((*EVIDENCE, "intercept"), weights, strict=True)}
