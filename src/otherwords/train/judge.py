"""Fits the judge of mined pairs (``mine/judge.py``) to pairs that were read: ``python -m otherwords.train.judge``.

The pairs are in ``judged_pairs.tsv``: 1 for right and 0 for wrong, the two phrases, count, score and contexts. They
were mined with all three kinds of anchors from manuals of Debian's, and hardly any two differ in the same words. Right
is what Paşca & Dienes call right: other writing, other forms of a word, synonyms, one side that elaborates or entails
the other. Wrong are siblings, opposites and the rest. Pairs that the rules of ``mine/filters.py`` object to are not
among them.
"""

import csv
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.lexicon import lexicon_of
from otherwords.mine.judge import WEIGHTS, features
from otherwords.mine.table import Pair

Floats = NDArray[np.float64]

PAIRS = Path(__file__).parent / "judged_pairs.tsv"
BETWEEN_CONTEXTS = " | "
_HOLD_BACK = 1.0
"""What a weight of 1 costs, in the likelihood of as many pairs."""
_STEPS = 30
_FOLDS = 10


def read_pairs(path: Path = PAIRS) -> tuple[list[Pair], NDArray[np.bool_]]:
    """Pairs, and which of them are right."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    pairs = [
        Pair(left, right, int(count), float(score), tuple(contexts.split(BETWEEN_CONTEXTS)))
        for _, left, right, count, score, contexts in rows
    ]
    return pairs, np.array([row[0] == "1" for row in rows])


def table_of(pairs: list[Pair], language: str) -> tuple[list[str], Floats]:
    """The names of the features, and a row of them for each pair."""
    lexicon = lexicon_of(language)
    rows = [features(pair, lexicon) for pair in pairs]
    return list(rows[0]), np.array([list(row.values()) for row in rows])


def fit(values: Floats, is_right: NDArray[np.bool_]) -> Floats:
    """Logistic regression, by Newton's method; weights are held back, so that rare features don't decide alone."""
    weights = np.zeros(values.shape[1])
    hold_back = _HOLD_BACK * np.eye(len(weights))
    for _ in range(_STEPS):
        probability = probabilities(values, weights)
        gradient = values.T @ (probability - is_right) + hold_back @ weights
        curvature = (values * (probability * (1 - probability))[:, None]).T @ values + hold_back
        weights -= np.linalg.solve(curvature, gradient)
    return weights


def probabilities(values: Floats, weights: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-values @ weights)))


def held_out(values: Floats, is_right: NDArray[np.bool_]) -> Floats:
    """The probability of each pair by a model that did not learn from it, nor from nine others of every hundred."""
    fold = np.arange(len(values)) % _FOLDS
    found = np.zeros(len(values))
    for number in range(_FOLDS):
        inside = fold == number
        found[inside] = probabilities(values[inside], fit(values[~inside], is_right[~inside]))
    return found


def main() -> None:
    pairs, is_right = read_pairs()
    names, values = table_of(pairs, "en")
    found = held_out(values, is_right)
    print(f"{len(pairs)} pairs, {is_right.sum()} of them right; of pairs that are not learned from:")
    for bound in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
        kept = found >= bound
        share, part = is_right[kept].mean(), is_right[kept].sum() / is_right.sum()
        print(
            f"at {bound} and more: {kept.sum()} pairs, {share:.2f} of them right, which is {part:.2f} of the right ones"
        )
    weights = fit(values, is_right)
    told = {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}
    (WEIGHTS / "en-judge.json").write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
