"""Word vectors in the manner of fastText, trained on given texts: a word is the mean of its runs of letters.

A run of letters (3 to 5 of them, the word's edges included) and the whole word are units. A unit's vector is what
singular value decomposition leaves of its company: how much more often than by chance it stands near each word
(positive pointwise mutual information; Levy and Goldberg, 2014, show that this is what skip-grams learn, too).
"""

import zlib
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from otherwords.rank.rarity import Rarity, words_of

Floats = NDArray[np.float64]

_WINDOW = 5
_BUCKETS = 2**16
_CONTEXTS = 5000


def units(word: str) -> list[int]:
    """The word and its runs of letters, as numbers of buckets; crc32 is the same on every machine."""
    edged = f"<{word}>"
    runs = {edged[i : i + n] for n in (3, 4, 5) for i in range(len(edged) - n + 1)} | {edged}
    return sorted({zlib.crc32(run.encode()) % _BUCKETS for run in runs})


class WordVectors:
    def __init__(self, texts: Iterable[str], dimensions: int = 100) -> None:
        sentences = [words_of(text) for text in dict.fromkeys(texts)]
        self._rarity = Rarity.in_texts(map(" ".join, sentences))
        self._table = _trained(sentences, dimensions)

    def __call__(self, texts: Sequence[str]) -> Floats:
        """[texts, dimensions]: the mean of the words' directions, rare words weighing more."""
        return np.array([self._text(words_of(text)) for text in texts]).reshape(len(texts), -1)

    def _text(self, words: Sequence[str]) -> Floats:
        total = np.zeros(self._table.shape[1])
        for word in words:
            total += self._rarity[word] * _direction(self._table[units(word)].mean(axis=0))
        return _direction(total)


def _trained(sentences: Sequence[Sequence[str]], dimensions: int) -> Floats:
    from scipy.sparse import csr_matrix
    from sklearn.decomposition import TruncatedSVD

    counts = Counter(word for sentence in sentences for word in sentence)
    places = {word: place for place, (word, _) in enumerate(counts.most_common())}
    width = min(len(places), _CONTEXTS)
    near: Counter[tuple[int, int]] = Counter()
    for sentence in sentences:
        numbers = [places[word] for word in sentence]
        for place, number in enumerate(numbers):
            around = numbers[max(0, place - _WINDOW) : place] + numbers[place + 1 : place + _WINDOW + 1]
            near.update((number, other) for other in around if other < width)
    if not near:
        return np.zeros((_BUCKETS, 1))
    pairs = np.array(list(near), dtype=np.int64)
    company = csr_matrix((list(near.values()), pairs.T), shape=(len(places), width), dtype=np.float64)
    made_of = [(unit, place) for word, place in places.items() for unit in units(word)]
    holds = csr_matrix((np.ones(len(made_of)), np.array(made_of).T), shape=(_BUCKETS, len(places)))
    together = (holds @ company).tocoo()  # a unit's company is that of the words it is in
    rows, columns, values = together.row, together.col, together.data
    by_unit, by_context = np.bincount(rows, values, _BUCKETS), np.bincount(columns, values, width)
    information = np.maximum(0.0, np.log(values * values.sum() / (by_unit[rows] * by_context[columns])))
    table = csr_matrix((information, (rows, columns)), shape=(_BUCKETS, width))
    if width <= dimensions:
        return np.asarray(table.todense(), dtype=np.float64)
    reduced: Floats = TruncatedSVD(dimensions, random_state=0).fit_transform(table)
    return reduced


def _direction(vector: Floats) -> Floats:
    length = float(np.linalg.norm(vector))
    return vector / length if length > 0 else vector
