"""Each word of a question beside the word of the other that is nearest to it, and what that says of the two."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from otherwords.match.talla.content_words import content_words, lowered
from otherwords.match.talla.word_vectors import WordVectors
from otherwords.text import Span

Floats = NDArray[np.float32]

NEAR = 0.7
"""Below it, a word has no partner. Chosen by cross-validation on SemEval's train-part2 and dev, among 0.4 to 1."""
_HEAVIEST = 5
FEATURES = 7 + _HEAVIEST


@dataclass(frozen=True, slots=True)
class AlignedWord:
    """A word of the first text, the word of the second that is nearest to it, and how near it is.

    ``other`` is None, and the similarity 0, where nothing is near enough. ``weight`` is the word's idf.
    """

    word: Span
    other: Span | None
    similarity: float
    weight: float


class Idf:
    """How rare words are: log(texts / texts with the word); 1 for every word where there are no texts to go by."""

    def __init__(self, texts: Iterable[Sequence[str]] = ()) -> None:
        self._counts: dict[str, int] = {}
        self._texts = 0
        for words in texts:
            self._texts += 1
            for word in set(words):
                self._counts[word] = self._counts.get(word, 0) + 1

    def __getitem__(self, word: str) -> float:
        return log((self._texts + 1) / (self._counts.get(word, 0) + 1)) + 1.0 if self._texts else 1.0


def align(a: str, b: str, vectors: WordVectors, idf: Idf | None = None) -> list[AlignedWord]:
    """The words of ``a`` that say something, in their order, each with its partner in ``b``.

    Offsets are those of the two texts: ``a[word.start:word.end] == word.text``. For the other direction, swap them.
    """
    idf = idf or Idf()
    mine, theirs = content_words(a), content_words(b)
    words = [lowered(span) for span in mine]
    partners, nearness = _partners(similarities(words, [lowered(span) for span in theirs], vectors))
    return [
        AlignedWord(span, None if partner < 0 else theirs[partner], round(float(value), 4), idf[word])
        for span, word, partner, value in zip(mine, words, partners, nearness, strict=True)
    ]


def similarities(first: Sequence[str], second: Sequence[str], vectors: WordVectors) -> Floats:
    """[first, second]: the cosine of each two words; 1 for the same word, known or not, and never below 0."""
    if not first or not second:
        return np.zeros((len(first), len(second)), dtype=np.float32)
    table = np.clip(vectors.of(first) @ vectors.of(second).T, 0, 1)
    same = np.array(first)[:, None] == np.array(second)[None, :]
    result: Floats = np.where(same, np.float32(1), table)
    return result


def alignment_features(first: Sequence[str], second: Sequence[str], vectors: WordVectors, idf: Idf) -> list[float]:
    """Twelve numbers for two lists of words: three in both directions, the five heaviest words, the summed vectors."""
    if not first or not second:
        return [0.0] * FEATURES
    table = similarities(first, second, vectors)
    features: list[float] = []
    for words, matrix in ((first, table), (second, table.T)):
        weights = np.array([idf[word] for word in words])
        partners, nearness = _partners(matrix)
        features.append(float(nearness @ weights / weights.sum()))
        features.append(_dispersion(partners))
        features.append(float(weights[partners < 0].sum() / weights.sum()))
    weights = np.array([idf[word] for word in first])
    _, nearness = _partners(table)
    heaviest = np.argsort(-weights, kind="stable")[:_HEAVIEST]
    features += [float(value) for value in (weights * nearness)[heaviest]]
    features += [0.0] * (_HEAVIEST - len(heaviest))
    features.append(_cosine(vectors.of(first).sum(axis=0), vectors.of(second).sum(axis=0)))
    return features


def _partners(table: Floats) -> tuple[NDArray[np.intp], Floats]:
    """For each row the column of its largest value, and that value; -1 and 0 where it is not near."""
    if not table.size:
        return np.full(len(table), -1), np.zeros(len(table), dtype=np.float32)
    best = table.argmax(axis=1)
    values = table[np.arange(len(table)), best]
    is_near = values >= NEAR
    return np.where(is_near, best, -1), np.where(is_near, values, np.float32(0))


def _dispersion(partners: NDArray[np.intp]) -> float:
    """How far the partners are from standing in the same order, one after another."""
    aligned = partners[partners >= 0]
    return float(np.abs(np.diff(aligned) - 1).sum())


def _cosine(a: Floats, b: Floats) -> float:
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(a @ b) / lengths if lengths else 0.0
