"""The baselines, against the same thing computed the long way."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from otherwords.evaluate.baselines import MostSimilarSentence, Oracle, embedding, tfidf
from otherwords.evaluate.prediction import NOT_HERE
from otherwords.text import sentences

DOCUMENT = (
    "The minister resigned on Monday. Heavy rain fell over the northern coast.\n"
    "Prices of bread rose by a tenth. The harvest was poor, farmers say. Nobody was hurt."
)
QUERIES = [
    "The secretary stepped down on monday",
    "Bread became dearer",
    "raining in the north",
    "no one was hurt",
    "xyz",
]


def n_grams(text: str) -> Counter[str]:
    """Two to four characters within a word, whose ends are marked by a space."""
    grams: Counter[str] = Counter()
    for word in text.lower().split():
        padded = f" {word} "
        for n in (2, 3, 4):
            grams.update([padded] if len(padded) <= n else [padded[i : i + n] for i in range(len(padded) - n + 1)])
            if len(padded) <= n:
                break
    return grams


def nearest_the_long_way(query: str, document: str, training: Sequence[str]) -> tuple[int, int]:
    in_how_many = Counter(gram for text in training for gram in n_grams(text))
    idf = {gram: math.log((1 + len(training)) / (1 + count)) + 1 for gram, count in in_how_many.items()}

    def vector(text: str) -> dict[str, float]:
        weights = {gram: count * idf[gram] for gram, count in n_grams(text).items() if gram in idf}
        length = math.sqrt(sum(weight**2 for weight in weights.values())) or 1
        return {gram: weight / length for gram, weight in weights.items()}

    asked = vector(query)

    def similarity(span: tuple[int, int]) -> float:
        return sum(weight * asked.get(gram, 0) for gram, weight in vector(document[span[0] : span[1]]).items())

    return max(sentences(document), key=similarity)


@pytest.mark.parametrize("query", QUERIES)
def test_tfidf_is_the_nearest_sentence_of_the_long_way(query: str):
    training = [DOCUMENT, *QUERIES[:-1]]
    prediction = tfidf(training).answer(query, DOCUMENT, always=False, gold=None)
    assert prediction.span == nearest_the_long_way(query, DOCUMENT, training)
    assert prediction.probability is None


def test_of_equal_sentences_the_first_is_the_answer():
    prediction = tfidf(["Same thing here."]).answer(
        "same thing", "Other. Same thing. Same thing.", always=False, gold=None
    )
    assert prediction.span == (7, 18)


class CountingEncoder:
    """Counts three letters, and the texts it was given."""

    def __init__(self) -> None:
        self.given: list[str] = []

    def mean_vectors(self, texts: Sequence[str]) -> np.ndarray:
        self.given += texts
        counts = np.array([[text.count(letter) + 1e-3 for letter in "abc"] for text in texts], np.float32)
        return counts / np.linalg.norm(counts, axis=1, keepdims=True)


def test_embedding_is_the_sentence_of_the_nearest_vector():
    system = embedding(CountingEncoder())
    assert system.answer("bbb", "Aaaa. Bbbb bb. Cccc.", always=True, gold=None).span == (6, 14)


def test_a_document_becomes_vectors_once():
    encoder = CountingEncoder()
    system = embedding(encoder)
    for query in ("a", "b", "c"):
        system.answer(query, "Aaaa. Bbbb.", always=False, gold=None)
    assert encoder.given == ["Aaaa.", "Bbbb.", "a", "b", "c"]


@pytest.mark.parametrize("system", [Oracle(), tfidf(["some text"]), embedding(CountingEncoder())])
@pytest.mark.parametrize("document", ["", " \n "])
def test_a_document_without_a_sentence_is_the_only_one_that_holds_nothing(system: MostSimilarSentence, document: str):
    assert system.answer("query", document, always=True, gold=None) == NOT_HERE


@pytest.mark.parametrize(
    ("gold", "span"),
    [((6, 11), (6, 11)), ((0, 8), (0, 5)), ((4, 11), (6, 11)), ((3, 8), (0, 5)), ((4, 13), (6, 11)), (None, None)],
)
def test_the_oracle_takes_the_sentence_that_overlaps_most(gold: tuple[int, int] | None, span: tuple[int, int] | None):
    assert Oracle().answer("query", "Aaaa. Bbbb. Cc.", always=True, gold=gold).span == span


def test_of_equal_overlaps_the_oracle_takes_the_shorter_sentence():
    document = "Aaaaaa aa. Bbb."
    assert Oracle().answer("query", document, always=True, gold=(7, 14)).span == (11, 15)
