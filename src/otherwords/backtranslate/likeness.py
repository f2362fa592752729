"""How alike a sentence and its back-translation are by tf-idf, with weights learned from the documents themselves."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from otherwords.evaluate.baselines import tfidf_vectorizer
from otherwords.text import Document, sentences

Likeness = Callable[[Sequence[str], Sequence[str]], list[float]]
"""The cosine of each text with the other of the same place."""

LEARNED_FROM = 20_000
"""Sentences: enough to know which n-grams are rare, and few enough to hold."""


def learn_likeness(documents: Iterable[Document]) -> tuple[Likeness, Iterator[Document]]:
    """The measure, and all of the documents, though the first of them were read to learn from."""
    rest = iter(documents)
    held: list[Document] = []
    texts: list[str] = []
    for document in rest:
        held.append(document)
        texts += (document.text[start:end] for start, end in sentences(document.text))
        if len(texts) >= LEARNED_FROM:
            break
    return _tfidf_cosine(texts), chain(held, rest)


def _tfidf_cosine(texts: list[str]) -> Likeness:
    vectorizer = tfidf_vectorizer()
    if any(text.strip() for text in texts):  # without a single n-gram there is nothing to learn, and nothing to compare
        vectorizer.fit(texts)

    def cosine(ours: Sequence[str], theirs: Sequence[str]) -> list[float]:
        products = vectorizer.transform(ours).multiply(vectorizer.transform(theirs))
        return [float(total) for total in products.sum(axis=1).flat]

    return cosine
