"""Which loose sentences share a word, and which mean the same: a target is hidden among the first, never the second."""

import numpy as np
from numpy.typing import NDArray

from otherwords.train.corpus import Corpus, Source

_WORDS = 3
"""Words of a sentence whose other sentences are looked at."""
_EACH = 4

Ints = NDArray[np.int64]


class Neighbours:
    """The segments of a source by the tokens that one of their wordings holds."""

    def __init__(self, corpus: Corpus, texts: Ints) -> None:
        lengths = corpus.starts[texts + 1] - corpus.starts[texts]
        holders = np.repeat(np.arange(len(texts)), lengths)
        places = np.arange(len(holders)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        tokens = corpus.tokens[corpus.starts[texts][holders] + places]
        order = np.argsort(tokens, kind="stable")  # which is quick for numbers of 16 bits
        self._holders = holders[order].astype(np.int32)
        self._starts = np.searchsorted(tokens[order], np.arange(1 << 16 | 1))

    def of(self, text: NDArray[np.uint16], random: np.random.Generator) -> Ints:
        """A few segments that share one of the rarer tokens of a text."""
        tokens = np.unique(text).astype(np.int64)
        counts = self._starts[tokens + 1] - self._starts[tokens]
        tokens, counts = tokens[counts > 0], counts[counts > 0]
        rare = tokens[np.argsort(counts, kind="stable")][: 2 * _WORDS]
        if not len(rare):
            return rare
        chosen = random.choice(rare, size=min(_WORDS, len(rare)), replace=False)
        found = [self._holders[random.integers(self._starts[t], self._starts[t + 1], size=_EACH)] for t in chosen]
        return np.unique(np.concatenate(found)).astype(np.int64)


def kin(source: Source) -> Ints:
    """[segments] a number that segments have in common when a chain of paraphrases leads from one to the other."""
    a, b = source.segments[:, 0], source.segments[:, 1]
    labels = np.arange(source.segments.max() + 1)
    while True:
        least = np.minimum(labels[a], labels[b])
        before = labels.copy()
        np.minimum.at(labels, a, least)
        np.minimum.at(labels, b, least)
        labels = labels[labels]
        if np.array_equal(labels, before):
            return labels[a]
