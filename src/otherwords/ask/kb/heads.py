"""What was learned of wordings: how probable the first and the last relation of a path are, and its length.

Parts of paths rather than whole paths: "in which languages" tells the last relation, whatever comes before it. So a
wording that was never seen, or a path, is understood by its parts.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.kb.graph import Path, Step
from otherwords.ask.kb.words import tokens

Floats = NDArray[np.float64]

HEADS: dict[str, Callable[[Path], str]] = {
    "first": lambda path: str(path[0]),
    "last": lambda path: str(path[-1]),
    "length": lambda path: str(len(path)),
}
_LONGEST_NGRAM = 3
_NEVER = math.log(1e-4)
"""For a relation or a length that was never learned."""


def ngrams(wording: str) -> set[str]:
    """Runs of up to three words of a question with a slot; beginning and end count as words."""
    words = ["^", *tokens(wording), "$"]
    return {" ".join(words[i : i + n]) for n in range(1, _LONGEST_NGRAM + 1) for i in range(len(words) - n + 1)} - {
        "^",
        "$",
    }


@dataclass(frozen=True)
class Head:
    """Multinomial logistic regression: a row of weights for every class."""

    classes: tuple[str, ...]
    weights: Floats
    intercept: Floats


@dataclass(frozen=True)
class Heads:
    vocabulary: dict[str, int]
    rarity: Floats
    """Inverse document frequency of every n-gram."""
    heads: dict[str, Head]
    paths: dict[Path, int]
    """The paths that were right, and for how many wordings."""
    uses_vectors: bool


def row(vocabulary: Mapping[str, int], rarity: Floats, wording: str) -> tuple[NDArray[np.int64], Floats]:
    """The places and values of a question's features that are not 0, those of its vector left aside."""
    places = np.array(sorted(vocabulary[n] for n in ngrams(wording) if n in vocabulary), dtype=np.int64)
    values = rarity[places]
    return places, values / max(1e-9, float(np.linalg.norm(values)))


def head_log_probabilities(heads: Heads, wording: str, vector: Floats | None, paths: Sequence[Path]) -> Floats:
    """[paths, HEADS]"""
    places, values = row(heads.vocabulary, heads.rarity, wording)
    columns: list[list[float]] = []
    for name, part in HEADS.items():
        head = heads.heads[name]
        logits = head.intercept + head.weights[:, places] @ values
        if vector is not None:
            logits = logits + head.weights[:, len(heads.vocabulary) :] @ vector
        shifted = logits - logits.max()
        log_probabilities = shifted - np.log(np.exp(shifted).sum())
        known = dict(zip(head.classes, log_probabilities.tolist(), strict=True))
        columns.append([max(known.get(part(path), _NEVER), _NEVER) for path in paths])
    return np.array(columns).T


def as_arrays(heads: Heads) -> tuple[dict[str, Any], dict[str, Floats]]:
    """What goes into JSON, and what into arrays."""
    facts = {
        "ngrams": sorted(heads.vocabulary, key=heads.vocabulary.__getitem__),
        "classes": {name: head.classes for name, head in heads.heads.items()},
        "paths": [[[str(step) for step in path], count] for path, count in heads.paths.items()],
        "uses_vectors": heads.uses_vectors,
    }
    arrays = {"rarity": heads.rarity}
    for name, head in heads.heads.items():
        arrays[f"{name} weights"], arrays[f"{name} intercept"] = head.weights, head.intercept
    return facts, arrays


def from_arrays(facts: dict[str, Any], arrays: dict[str, Floats]) -> Heads:
    heads = {
        name: Head(tuple(facts["classes"][name]), arrays[f"{name} weights"], arrays[f"{name} intercept"])
        for name in HEADS
    }
    paths = {tuple(Step.parse(step) for step in path): int(count) for path, count in facts["paths"]}
    vocabulary = {ngram: i for i, ngram in enumerate(facts["ngrams"])}
    return Heads(vocabulary, arrays["rarity"], heads, paths, bool(facts["uses_vectors"]))
