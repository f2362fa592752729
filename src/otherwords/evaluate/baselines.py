"""The paper's baselines: systems that answer with a whole sentence of the document, and never with "not here"."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from otherwords.evaluate.prediction import NOT_HERE, Prediction
from otherwords.text import sentences

Vectors = Any
"""Rows of unit length, of numpy or scipy.sparse: both have ``@`` and ``.T``."""

CACHED_DOCUMENTS = 128
"""Files ask many queries of few documents, whose sentences need to become vectors only once."""


class MostSimilarSentence:
    """Answers with the sentence whose vector is nearest to the query's; of equals, the first."""

    def __init__(self, name: str, vectors_of: Callable[[Sequence[str]], Vectors]) -> None:
        self.name = name
        self._vectors_of = vectors_of
        self._read = lru_cache(CACHED_DOCUMENTS)(self._read_document)

    def answer(self, query: str, document: str, *, always: bool, gold: tuple[int, int] | None) -> Prediction:
        spans, vectors = self._read(document)
        if not spans:
            return NOT_HERE
        similarities = vectors @ self._vectors_of([query]).T
        return Prediction(*spans[int(similarities.argmax())])

    def _read_document(self, document: str) -> tuple[list[tuple[int, int]], Vectors]:
        spans = list(sentences(document))
        return spans, self._vectors_of([document[start:end] for start, end in spans]) if spans else None


class Oracle:
    """The best that an answer of one sentence can be: the sentence that overlaps the right span most."""

    name = "oracle"

    def __init__(self) -> None:
        self._sentences = lru_cache(CACHED_DOCUMENTS)(lambda document: list(sentences(document)))

    def answer(self, query: str, document: str, *, always: bool, gold: tuple[int, int] | None) -> Prediction:
        spans = self._sentences(document)
        if gold is None or not spans:
            return NOT_HERE
        return Prediction(*max(spans, key=lambda span: (_overlap(span, gold), span[0] - span[1])))


def tfidf_vectorizer() -> Any:
    """Character n-grams within words, to be weighed by how rare they are in the texts it is fitted on."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    return TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 4), max_features=300_000)


def tfidf(texts: Iterable[str]) -> MostSimilarSentence:
    vectorizer = tfidf_vectorizer()
    vectorizer.fit(texts)
    return MostSimilarSentence("tfidf", vectorizer.transform)


class TextEncoder(Protocol):
    def mean_vectors(self, texts: Sequence[str]) -> Vectors: ...


def embedding(encoder: TextEncoder) -> MostSimilarSentence:
    """The mean of the encoder's token vectors."""
    return MostSimilarSentence("embedding", encoder.mean_vectors)


def load_text_encoder(model: Path | None) -> TextEncoder:
    from otherwords.encoder import load_encoder

    encoder: TextEncoder = load_encoder(model)
    return encoder


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))
