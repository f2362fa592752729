"""The pair model: how near two texts are, and what the second is to the first.

*Apart*, each text has a vector of its own, computed once, and cosines compare any number of them. *Together*, a pair is
read as one row, which sees word order and negation that vectors blur. A probability weighs both.
"""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.encoder.encoder import Encoder, Row
from otherwords.encoder.negation import differ_in_negation
from otherwords.encoder.weights import Weights, open_weights
from otherwords.lexicon import contrasted
from otherwords.lexicon.contrast import Kind

Floats = NDArray[np.float32]

PAIR_SCORES = ("related", "same", "answers")
"""What is told of a pair read together, in the order of the model's outputs: are the two about the same, do they say
the same, does the second answer the first."""

EVIDENCE = ("cosine", "log same where near")
"""What a probability is judged by. How a pair reads counts only where the vectors are near, and the more the nearer:
the same words in another order have nearly the same vector. Elsewhere nothing is gained by reading. It counts as the
logarithm of a probability, never above 0: reading can tell that near texts do not say the same, and no more."""
READ_FROM = 0.8
"""The cosine from which on two texts are read together. Below it, the cosine alone gives the probability."""

NEGATED = 4.0
"""What it takes off the odds' logarithm that two texts are the same but for a *not*: 0.87 becomes 0.11. Where
one of two texts has a negation and they differ in other words, too, the model is about right on average."""
CONTRASTED = 2.0
"""The same where another number, an opposite or a sibling is all that they differ in. Of 123 such pairs of Quora's
questions 27 ask the same, and the model alone gives them 0.7."""
EXCHANGED = 4.0
"""The same where two things have changed places. Of 300 such pairs that people judged (PAWS), 9 say the same."""

SHIPPED_PAIRS = Path(__file__).parent.parent / "weights" / "pairs"


class PairModel:
    def __init__(self, path: str | Path | None = None, threads: int | None = None) -> None:
        self.weights: Weights = open_weights(path or SHIPPED_PAIRS)
        self._encoder = Encoder(self.weights, threads)
        template = self._encoder.tokenizer.template
        self._around = len(template.before) + len(template.after)
        self._room = self._encoder.max_length - self._around - len(template.between)
        self._curve = self.weights.settings.get("calibration", {"cosine": 5.0, "intercept": -4.0})

    @property
    def identity(self) -> str:
        """The same for the same weights."""
        return self.weights.identity

    def vectors(self, texts: Sequence[str]) -> Floats:
        """[texts, dimensions], of length one."""
        room = self._encoder.max_length - self._around
        rows: list[Row] = []
        owners: list[int] = []
        for owner, ids in enumerate(self._encoder.tokenizer.ids(list(texts))):
            for start in range(0, max(1, len(ids)), room):  # a text over the limit is read in parts, never cut
                rows.append(self._encoder.single(ids[start : start + room]))
                owners.append(owner)
        parts = {i: vectors.sum(axis=0) for i, (vectors,) in self._encoder.run(rows, "text_vectors")}
        if not parts:
            return np.zeros((0, 1), dtype=np.float32)
        sums = np.zeros((len(texts), len(parts[0])), dtype=np.float32)
        for i in range(len(rows)):
            sums[owners[i]] += parts[i]
        directions: Floats = sums / np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-9)
        return directions

    def scores(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """[pairs, PAIR_SCORES], as logits, of the first text and the second in this order.

        Of texts too long for one row, parts are compared: each part of the first counts with the part of the second
        that it is nearest to.
        """
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        ids = dict(zip(texts, self._encoder.tokenizer.ids(texts), strict=True))
        rows: list[Row] = []
        owners: list[tuple[int, int]] = []
        for owner, (first, second) in enumerate(pairs):
            ours, theirs = self._parts(ids[first], ids[second])
            for number, part in enumerate(ours):
                rows += [self._encoder.pair(part, other) for other in theirs]
                owners += [(owner, number)] * len(theirs)
        best: dict[tuple[int, int], Floats] = {}
        for i, (outputs,) in self._encoder.run(rows, "pair_scores"):
            owner_part = owners[i]
            best[owner_part] = np.maximum(best[owner_part], outputs[0]) if owner_part in best else outputs[0]
        found = np.zeros((len(pairs), len(PAIR_SCORES)), dtype=np.float32)
        counts = np.zeros(len(pairs), dtype=np.float32)
        for owner, number in sorted(best):
            found[owner] += best[owner, number]
            counts[owner] += 1
        found /= np.maximum(counts, 1)[:, None]
        return found

    def _parts(self, first: Sequence[int], second: Sequence[int]) -> tuple[list[Sequence[int]], list[Sequence[int]]]:
        if len(first) + len(second) <= self._room:
            return [first], [second]
        half = self._room // 2
        ours, theirs = ([ids[i : i + half] for i in range(0, max(1, len(ids)), half)] for ids in (first, second))
        return ours, theirs

    def readings(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """[pairs, PAIR_SCORES]: the mean of a pair's scores in both orders."""
        both_ways = self.scores([*pairs, *((second, first) for first, second in pairs)])
        means: Floats = both_ways.reshape(2, len(pairs), len(PAIR_SCORES)).mean(axis=0)
        return means

    def cosines(self, pairs: Sequence[tuple[str, str]]) -> Floats:
        """[pairs]: of the vectors of the two texts, each text encoded once."""
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        place = {text: i for i, text in enumerate(texts)}
        vectors = self.vectors(texts)
        return np.array([float(vectors[place[a]] @ vectors[place[b]]) for a, b in pairs], dtype=np.float32)

    def evidence(self, pairs: Sequence[tuple[str, str]], cosines: Floats | None = None) -> Floats:
        """[pairs, EVIDENCE]; the same for a pair turned round. Whoever knows the cosines spares the encoding."""
        cosine = self.cosines(pairs) if cosines is None else np.asarray(cosines, dtype=np.float32)
        near = np.clip((cosine - READ_FROM) / (1 - READ_FROM), 0, 1)
        read = near.nonzero()[0]
        same = self.readings([pairs[i] for i in read])[:, PAIR_SCORES.index("same")]
        near[read] *= -np.logaddexp(np.float32(0), -same)
        return np.column_stack([cosine, near]).astype(np.float32)

    def logits(self, pairs: Sequence[tuple[str, str]], cosines: Floats | None = None) -> Floats:
        """What speaks for each pair saying the same: cosine and reading weighed together, and no *not* between them."""
        evidence = self.evidence(pairs, cosines)
        weights = np.array([self._curve.get(name, 0.0) for name in EVIDENCE], dtype=np.float32)
        weighed: Floats = (evidence * weights).sum(axis=1) + np.float32(self._curve["intercept"])
        weighed -= np.array([_against(*pair) for pair in pairs], dtype=np.float32)
        return weighed

    def probabilities(self, pairs: Sequence[tuple[str, str]], cosines: Floats | None = None) -> Floats:
        """How probably each pair says the same."""
        return np.array([_logistic(float(logit)) for logit in self.logits(pairs, cosines)], dtype=np.float32)


def _against(one: str, other: str) -> float:
    """What is said against two texts by single words that the model hardly sees."""
    if differ_in_negation(one, other):
        return NEGATED
    contrast = contrasted(one, other)
    if contrast is None or not contrast.alone or contrast.by.kind is Kind.NEGATION:
        return 0.0
    return EXCHANGED if contrast.by.kind is Kind.ORDER else CONTRASTED


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))
