"""What speaks for a path being what a wording asks, by words alone: the paper's kind of features.

Which of the relations' words the question says, and in which order seen from the entity; the path's length and
direction; and the question word with the last relation, which tells the type of the answer. No word is learned to mean
a relation that is called otherwise: that gap is for wordings to bridge.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.kb.graph import Graph, Path, Step
from otherwords.ask.kb.words import FUNCTION_WORDS, are_forms, content, tokens
from otherwords.remembered import Remembered

Floats = NDArray[np.float32]

PATH_FEATURES = (
    "relations said",
    "a relation not said",
    "question covered",
    "in order",
    "two relations",
    "three relations",
    "backwards",
    "there and back",
)
"""The share of the relations' words that the question says; whether it says nothing of one of them; the share of its
own words that say a relation; whether what is said of each next relation stands further from the entity; and the
path."""
QUESTION_WORDS = ("who", "whom", "whose", "when", "where", "what", "which", "how", "")
"""The last one: none of them."""
_REMEMBERED = 50_000


class PathFeatures:
    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._step_words: Remembered[Step, list[str]] = Remembered(1000)
        self._rows: Remembered[tuple[str, tuple[Path, ...]], Floats] = Remembered(_REMEMBERED)

    def rows(self, wording: str, paths: tuple[Path, ...]) -> Floats:
        """[paths, PATH_FEATURES]"""
        return self._rows.one((wording, paths), lambda: self._made(wording, paths))

    def _made(self, wording: str, paths: Sequence[Path]) -> Floats:
        said = tokens(wording)
        entity = said.index("[]") if "[]" in said else len(said)
        asked = [i for i, word in enumerate(said) if word != "[]" and word not in FUNCTION_WORDS]
        by_step = {step: self._said(said, asked, step) for step in {step for path in paths for step in path}}
        rows = np.zeros((len(paths), len(PATH_FEATURES)), dtype=np.float32)
        for i, path in enumerate(paths):
            shares = [by_step[step][0] for step in path]
            covered = set[int]().union(*(by_step[step][1] for step in path))
            rows[i] = (
                sum(shares) / len(path),
                min(shares) == 0,
                len(covered) / max(1, len(asked)),
                _in_order([by_step[step][1] for step in path], entity),
                len(path) == 2,
                len(path) > 2,
                sum(not step.forward for step in path) / len(path),
                any(a.relation == b.relation and a.forward != b.forward for a, b in pairwise(path)),
            )
        return rows

    def _said(self, said: Sequence[str], asked: Sequence[int], step: Step) -> tuple[float, set[int]]:
        own = self._step_words.one(step, lambda: content(self._graph.words(step.relation)))
        hits = [{i for i in asked if are_forms(said[i], part)} for part in own]
        return sum(map(bool, hits)) / max(1, len(own)), set().union(*hits)


def _in_order(places: Sequence[set[int]], entity: int) -> float:
    """1 where every next relation is said further from the entity, −1 where nearer; between, where it depends."""
    distances = [min((abs(i - entity) for i in found), default=None) for found in places]
    signs = [float(np.sign(b - a)) for a, b in pairwise(distances) if a is not None and b is not None]
    return sum(signs) / max(1, len(places) - 1)


def question_word(wording: str) -> int:
    """Which of QUESTION_WORDS a wording has first."""
    first = next((word for word in tokens(wording) if word in QUESTION_WORDS), "")
    return QUESTION_WORDS.index(first)
