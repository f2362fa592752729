"""Batches for the pair network: pairs of every kind, those of like length together so that little is padding."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from otherwords.train.pair_corpus import PairCorpus
from otherwords.train.pair_model import CLS, SEP

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
Tokens = NDArray[np.uint16]

UNKNOWN = -1
"""The label of a pair of which nobody said whether it says the same."""


@dataclass(frozen=True)
class Portions:
    """Pairs of each kind in a portion, which is then cut into batches."""

    same: int = 1500
    near: int = 1500
    """Texts like the first of such a pair, and less like it than the second."""
    judged: int = 200
    made: int = 700
    other: int = 4000
    """Any two texts: neighbours in meaning, in place, or by chance."""
    asked: int = 96
    """Questions whose answer is known."""
    about: int = 160
    """Questions of which only the paragraph is known."""
    sentences: int = 8
    """For each question, of its article."""


@dataclass(frozen=True)
class Pairs:
    """Rows of a batch. ``group`` is the number of rows that are one question's, or 0; where the answer is known, it is
    the first of them, with label 1."""

    first: Ints
    second: Ints
    labels: Ints
    group: int


class PairSampler:
    """Draws pairs. ``neighbours`` [texts, k] are texts alike in meaning, nearest first; ``vectors`` the teacher's."""

    def __init__(
        self, corpus: PairCorpus, neighbours: Ints, vectors: NDArray[np.float16], left_out: tuple[int, int] | None
    ) -> None:
        self._corpus, self._neighbours, self._vectors = corpus, neighbours, vectors
        judged = np.arange(len(corpus.judged))
        if left_out is not None:
            fold, folds = left_out
            judged = judged[judged % folds != fold]
        self._judged = corpus.judged[judged]
        sizes = np.bincount(corpus.same[:, 2], minlength=len(corpus.shares))
        weights = (corpus.shares / np.maximum(sizes, 1))[corpus.same[:, 2]]
        self._weights = np.cumsum(weights / weights.sum())
        self._lengths = np.diff(corpus.starts)
        held = corpus.articles
        self._articles = {int(article): held[held[:, 1] == article] for article in np.unique(held[:, 1])}

    def cosines(self, first: Ints, second: Ints) -> Floats:
        a, b = self._vectors[first].astype(np.float32), self._vectors[second].astype(np.float32)
        cosines: Floats = (a * b).sum(1)
        return cosines

    def portion(self, sizes: Portions, draw: np.random.Generator) -> Iterator[Pairs]:
        parts = [self._same_and_near(sizes, draw), self._labelled(self._judged, sizes.judged, draw)]
        parts += [self._labelled(self._corpus.made, sizes.made, draw), self._others(sizes.other, draw)]
        first, second, labels = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        turned = draw.random(len(first)) < 0.5
        first, second = np.where(turned, second, first), np.where(turned, first, second)
        yield Pairs(first, second, labels, 0)
        if sizes.asked and len(self._corpus.asked):
            yield self._questions(self._corpus.asked, sizes.asked, sizes, draw)
        if sizes.about and len(self._corpus.about):
            yield self._questions(self._corpus.about, sizes.about, sizes, draw)

    def _same_and_near(self, sizes: Portions, draw: np.random.Generator) -> tuple[Ints, Ints, Ints]:
        rows = self._corpus.same[np.searchsorted(self._weights, draw.random(sizes.same))]
        a, b = rows[:, 0], rows[:, 1]
        again = draw.integers(0, len(a), sizes.near)
        near = self._neighbours[a[again], draw.integers(0, self._neighbours.shape[1], sizes.near)]
        apart = self.cosines(a[again], near) < self.cosines(a[again], b[again]) - 0.05
        labels = np.concatenate([np.ones(len(a), dtype=np.int64), np.where(apart, 0, UNKNOWN)])
        return np.concatenate([a, a[again]]), np.concatenate([b, near]), labels

    def _labelled(self, rows: Ints, count: int, draw: np.random.Generator) -> tuple[Ints, Ints, Ints]:
        chosen = rows[draw.integers(0, len(rows), count)] if len(rows) else rows
        return chosen[:, 0], chosen[:, 1], chosen[:, 2]

    def _others(self, count: int, draw: np.random.Generator) -> tuple[Ints, Ints, Ints]:
        pool = self._corpus.pool
        places = draw.integers(0, len(pool), count)
        a = pool[places, 0]
        near = self._neighbours[a, draw.integers(0, self._neighbours.shape[1], count)]
        beside = pool[np.clip(places + draw.integers(-6, 7, count), 0, len(pool) - 1), 0]
        anywhere = pool[draw.integers(0, len(pool), count), 0]
        kind = draw.random(count)
        b = np.where(kind < 0.55, near, np.where(kind < 0.9, beside, anywhere))
        return a, b, np.full(count, UNKNOWN)

    def _questions(self, rows: Ints, count: int, sizes: Portions, draw: np.random.Generator) -> Pairs:
        """Questions with sentences of their articles: some chosen because they are likely, some by chance."""
        first, second = [], []
        for question, told, article in rows[draw.integers(0, len(rows), count)]:
            held = self._articles[int(article)]
            likely = self._likely(told, held, rows is self._corpus.asked, sizes.sentences // 2, draw)
            others = held[~np.isin(held[:, 0], likely), 0]
            if len(others):
                first.append(np.full(sizes.sentences, question))
                second.append(self._with_others(question, likely, others, sizes.sentences, draw))
        labels = np.full((len(first), sizes.sentences), UNKNOWN)
        if rows is self._corpus.asked:
            labels[:] = np.arange(sizes.sentences) == 0
        return Pairs(np.concatenate(first), np.concatenate(second), labels.ravel(), sizes.sentences)

    def _likely(self, told: int, held: Ints, known: bool, most: int, draw: np.random.Generator) -> Ints:
        """The sentence that answers and some beside it; or, where only the paragraph is known, sentences of that."""
        if known:
            place = int((held[:, 0] == told).argmax())
            beside = held[np.clip(place + draw.integers(-3, 4, most - 1), 0, len(held) - 1), 0]
            return np.concatenate([[told], np.unique(beside[beside != told])])
        inside = np.unique(held[held[:, 2] == told, 0])
        return draw.permutation(inside)[:most]

    def _with_others(self, question: int, likely: Ints, others: Ints, count: int, draw: np.random.Generator) -> Ints:
        """Half of the others are the most like the question of many, or it were too easy."""
        wanted = count - len(likely)
        some = others[draw.integers(0, len(others), 8 * count)]
        hard = some[np.argsort(-self.cosines(np.full(len(some), question), some))[: wanted // 2]]
        return np.concatenate([likely, hard, some[: wanted - len(hard)]])

    def batches(self, pairs: Pairs, tokens: int, draw: np.random.Generator) -> Iterator[Pairs]:
        """The pairs in batches of so many tokens at most, rows of like length together."""
        lengths = self._lengths[pairs.first] + self._lengths[pairs.second] + 3
        step = pairs.group or 1
        longest = lengths.reshape(-1, step).max(1)
        order = np.argsort(longest, kind="stable")
        cuts: list[Ints] = []
        start = 0
        while start < len(order):
            stop = start + 1
            while stop < len(order) and (stop + 1 - start) * step * longest[order[stop]] <= tokens:
                stop += 1
            cuts.append(order[start:stop])
            start = stop
        for i in draw.permutation(len(cuts)):
            rows = (cuts[i][:, None] * step + np.arange(step)).ravel()
            yield Pairs(pairs.first[rows], pairs.second[rows], pairs.labels[rows], pairs.group)

    def together(self, pairs: Pairs) -> tuple[Ints, Ints]:
        """Token ids and types of both texts of each pair in one row."""
        both = zip(pairs.first, pairs.second, strict=True)
        return rows_of_pairs([(self._corpus.text(a), self._corpus.text(b)) for a, b in both])

    def apart(self, texts: Ints) -> Ints:
        return rows_of_texts([self._corpus.text(text) for text in texts])


def rows_of_pairs(pairs: Sequence[tuple[Tokens, Tokens]]) -> tuple[Ints, Ints]:
    """Token ids and types, [pairs, length of the longest]."""
    width = max(len(a) + len(b) for a, b in pairs) + 3
    ids, types = np.zeros((2, len(pairs), width), dtype=np.int64)
    for row, (a, b) in enumerate(pairs):
        end = len(a) + len(b) + 3
        ids[row, :end] = np.concatenate([[CLS], a, [SEP], b, [SEP]])
        types[row, len(a) + 2 : end] = 1
    return ids, types


def rows_of_texts(texts: Sequence[Tokens]) -> Ints:
    """[texts, length of the longest]"""
    ids = np.zeros((len(texts), max(map(len, texts)) + 2), dtype=np.int64)
    for row, text in enumerate(texts):
        ids[row, : len(text) + 2] = np.concatenate([[CLS], text, [SEP]])
    return ids
