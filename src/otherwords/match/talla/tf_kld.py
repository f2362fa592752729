"""TF-KLD (Ji & Eisenstein 2013): counts of words and word pairs, weighed by how well they tell matches from others.

For a term k, p is the probability that one question of a matching pair has k where the other has it, q the same for
pairs that do not match; its weight is the divergence KL(p‖q) of the two. The weighted counts are factored into
non-negative matrices of low rank, and two questions are compared by the cosine of their rows.
"""

import warnings
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from otherwords.match.talla.content_words import lowered_words
from otherwords.remembered import Remembered

Floats = NDArray[np.float64]

_RANK = 100
_SMOOTHING = 0.05
"""Ji & Eisenstein's."""
_ROUNDS = 60
_STEADY = 1e-9
"""Added to the squares of the topics, two of which may be the same."""
_REMEMBERED = 20_000
_FEWEST = 2
"""Texts that a term must be in: one that is in a single text is shared by none."""


class TfKld:
    def __init__(self, rank: int = _RANK) -> None:
        self._rank = rank

    def fit(self, pairs: Sequence[tuple[str, str, bool]]) -> None:
        """Learns from pairs of texts, each with whether it matches."""
        from sklearn.decomposition import NMF
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.feature_extraction.text import CountVectorizer

        texts = list(dict.fromkeys(text for first, second, _ in pairs for text in (first, second)))
        rows = {text: row for row, text in enumerate(texts)}
        self._known: Remembered[str, Floats] = Remembered(_REMEMBERED)
        self._topics: Floats | None = None
        self.counts = CountVectorizer(analyzer=terms, min_df=_FEWEST)
        try:
            counts = self.counts.fit_transform(texts)
        except ValueError:  # no term is in two texts, so no two texts are near
            return
        has = (counts > 0).astype(np.float64)
        first = has[[rows[one] for one, _, _ in pairs]]
        second = has[[rows[other] for _, other, _ in pairs]]
        matches = np.array([match for _, _, match in pairs])
        self.weights = divergence(*(_agreement(first[chosen], second[chosen]) for chosen in (matches, ~matches)))
        weighted = counts.multiply(self.weights).tocsr()
        model = NMF(min(self._rank, *weighted.shape), init="nndsvda", random_state=0, max_iter=_ROUNDS)
        with warnings.catch_warnings():  # what it has after its rounds is near enough, and the same in every run
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(weighted)
        # Of few texts some topics grow beyond all bounds, and numbers that differ so much have no product that holds.
        self._lengths = np.linalg.norm(model.components_, axis=1)
        self._lengths[self._lengths == 0] = 1.0
        self._topics = model.components_ / self._lengths[:, None]
        size = len(self._topics)
        self._factor = np.linalg.cholesky(self._topics @ self._topics.T + _STEADY * np.eye(size))

    def vectors(self, texts: Sequence[str]) -> Floats:
        """[texts, rank]: unit rows, or zeros for a text without a known term."""
        return np.stack(self._known.many(texts, lambda new: map(self._vector, new)))

    def _vector(self, text: str) -> Floats:
        """The topics that make up a text: exact, and each text by itself. NMF's own search ends a little elsewhere for
        every set of texts that it is given at once."""
        from scipy.linalg import solve_triangular
        from scipy.optimize import nnls

        if self._topics is None:
            return np.zeros(1)
        weighted = self.counts.transform([text]).multiply(self.weights).tocsr()
        wanted = solve_triangular(self._factor, (weighted @ self._topics.T)[0], lower=True)
        factors: Floats = nnls(self._factor.T, wanted)[0] / self._lengths
        return factors / (float(np.linalg.norm(factors)) or 1.0)


def terms(text: str) -> list[str]:
    """Its words, and its pairs of neighbouring words."""
    words = lowered_words(text)
    return words + [f"{first} {second}" for first, second in pairwise(words)]


def divergence(p: Floats, q: Floats) -> Floats:
    """KL(p‖q) of two coins."""
    result: Floats = p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q))
    return result


def _agreement(first: Any, second: Any) -> Floats:
    """For each term, how probable it is in one text of a pair where it is in the other, read in both directions."""
    both = 2 * np.asarray(first.multiply(second).sum(axis=0)).ravel()
    either = np.asarray(first.sum(axis=0) + second.sum(axis=0)).ravel()
    result: Floats = (both + _SMOOTHING) / (either + 2 * _SMOOTHING)
    return result
