"""What speaks for a path being what a question asks: a row of numbers for each candidate."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.kb.graph import Graph, Path, Step
from otherwords.ask.kb.heads import HEADS, Heads, head_log_probabilities
from otherwords.ask.kb.link import Link
from otherwords.ask.kb.words import are_forms, content
from otherwords.encoder.pairs import PairModel
from otherwords.remembered import Remembered

Floats = NDArray[np.float64]

GENERAL = (
    "relation said",
    "question covered",
    "cosine",
    "behind the best cosine",
    "more relations",
    "backwards",
    "there and back",
    "certainty",
    "spelt otherwise",
    "well known",
)
"""Known of any knowledge base: what share of the relations' words the question says, what share of its own words they
say, how near the vectors are, how long the path is, what share of it goes against the relations' direction, and whether
it goes back as it came; and of the thing where the path begins, how surely the question speaks of it (a logarithm), how
unlike its name the question calls it, and how many facts there are of it (a logarithm)."""
_OF_LINK = 3
LEARNED = (*(f"log p({head})" for head in HEADS), "path never seen")
FEATURES = (*GENERAL, *LEARNED)

SLOT_WORD = "this"
"""What the encoder reads in the place of the entity."""
_REMEMBERED = 20_000


class Vectors:
    """Vectors of questions and steps, each computed once."""

    def __init__(self, model: PairModel | None) -> None:
        self._model = model
        self._known: Remembered[str, Floats] = Remembered(_REMEMBERED)

    def prepare(self, texts: Sequence[str]) -> None:
        """Many at once take less time than one by one."""
        if self._model is not None:
            self._known.many(texts, self._vectors)

    def of(self, text: str) -> Floats | None:
        return None if self._model is None else self._known.many([text], self._vectors)[0]

    def _vectors(self, texts: list[str]) -> Iterable[Floats]:
        return () if self._model is None else self._model.vectors(texts).astype(np.float64)


def readable(wording: str) -> str:
    """A question with a slot, as the encoder reads it."""
    return " ".join(wording.replace("[]", SLOT_WORD).split())


class Features:
    def __init__(self, graph: Graph, vectors: Vectors, heads: Heads | None = None) -> None:
        self.graph = graph
        self.vectors = vectors
        self.heads = heads
        self._step_words: Remembered[Step, list[str]] = Remembered(_REMEMBERED)

    def rows(self, one: Link, paths: Sequence[Path]) -> Floats:
        """[paths, FEATURES] of paths from one thing; what was not learned is 0."""
        wording = one.wording
        rows = np.zeros((len(paths), len(FEATURES)))
        if not paths:
            return rows
        rows[:, : len(GENERAL) - _OF_LINK] = self._general(wording, paths)
        rows[:, len(GENERAL) - _OF_LINK : len(GENERAL)] = (
            log(max(one.score, 1e-3)),
            1 - one.likeness,
            log(1 + one.facts),
        )
        if self.heads is not None:
            vector = self.vectors.of(readable(wording)) if self.heads.uses_vectors else None
            rows[:, len(GENERAL) : -1] = head_log_probabilities(self.heads, wording, vector, paths)
            rows[:, -1] = [path not in self.heads.paths for path in paths]
        return rows

    def _general(self, wording: str, paths: Sequence[Path]) -> Floats:
        asked = content(wording)
        steps = sorted({step for path in paths for step in path}, key=str)
        said = {step: self._said(asked, step) for step in steps}
        rows = np.zeros((len(paths), len(GENERAL) - _OF_LINK))
        cosines = self._cosines(wording, steps, paths)
        for i, path in enumerate(paths):
            covered = set().union(*(said[step][1] for step in path))
            rows[i] = (
                sum(said[step][0] for step in path) / len(path),
                len(covered) / max(1, len(asked)),
                cosines[i],
                cosines[i] - cosines.max(),
                sum(not self.graph.is_halfway(step) for step in path) - 1,
                sum(not step.forward for step in path) / len(path),
                any(a.relation == b.relation and a.forward != b.forward for a, b in pairwise(path)),
            )
        return rows

    def _said(self, asked: Sequence[str], step: Step) -> tuple[float, set[int]]:
        """The share of a relation's words that the question says, and which of the question's words say them."""
        own = self._step_words.one(step, lambda: content(self.graph.words(step.relation)))
        hits = [{i for i, word in enumerate(asked) if are_forms(word, part)} for part in own]
        return sum(map(bool, hits)) / max(1, len(own)), set().union(*hits)

    def _cosines(self, wording: str, steps: Sequence[Step], paths: Sequence[Path]) -> Floats:
        texts = {step: self._read(step) for step in steps}
        self.vectors.prepare([readable(wording), *texts.values()])
        question = self.vectors.of(readable(wording))
        if question is None:
            return np.zeros(len(paths))
        place = {step: i for i, step in enumerate(steps)}
        known = np.array([self.vectors.of(texts[step]) for step in steps])
        sums = np.array([known[[place[step] for step in path]].sum(axis=0) for path in paths])
        cosines: Floats = sums @ question / np.maximum(np.linalg.norm(sums, axis=1), 1e-9)
        return cosines

    def _read(self, step: Step) -> str:
        words = self.graph.words(step.relation)
        return f"{SLOT_WORD} {words} what" if step.forward else f"what {words} {SLOT_WORD}"
