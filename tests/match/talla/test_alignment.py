"""Which word stands beside which, and the twelve features that come of it."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from otherwords.match.talla.alignment import FEATURES, Idf, align, alignment_features, similarities
from otherwords.match.talla.word_vectors import WordVectors

DIRECTIONS = {
    "car": (1, 0, 0),
    "vehicle": (0.8, 0.6, 0),
    "buy": (0, 1, 0),
    "purchase": (0, 0.8, 0.6),
    "rain": (0, 0, 1),
}


def look_up(words: Sequence[str]) -> NDArray[np.float32]:
    return np.array([DIRECTIONS.get(word, (0, 0, 0)) for word in words], dtype=np.float32)


VECTORS = WordVectors(look_up)
IDF = Idf([["car"], ["car", "buy"], ["car", "rain"], ["vehicle"]])


def test_words_beside_their_nearest():
    aligned = align("Where can I buy a Car, Xyz?", "Purchase the vehicle!", VECTORS, IDF)
    assert [(one.word.text, one.other and one.other.text, one.similarity) for one in aligned] == [
        ("buy", "Purchase", 0.8),
        ("Car", "vehicle", 0.8),
        ("Xyz", None, 0),
    ]
    assert aligned[1].weight < aligned[0].weight < aligned[2].weight


def test_the_same_word_is_its_own_partner_even_where_no_vector_is_known():
    (first, second) = align("Xyz zyx", "zyx", VECTORS)
    assert first.other is None
    assert second.other is not None
    assert second.similarity == 1


@given(st.text(max_size=40), st.text(max_size=40))
def test_offsets_are_those_of_the_texts(a: str, b: str):
    for one in align(a, b, VECTORS):
        assert a[one.word.start : one.word.end] == one.word.text
        assert one.other is None or b[one.other.start : one.other.end] == one.other.text


def test_the_features_by_hand():
    first, second = ["car", "buy", "xyz"], ["purchase", "vehicle"]
    idf = {word: IDF[word] for word in (*first, *second)}
    there = (0.8 * idf["car"] + 0.8 * idf["buy"]) / sum(idf[word] for word in first)
    back = (0.8 * idf["purchase"] + 0.8 * idf["vehicle"]) / sum(idf[word] for word in second)
    missing = idf["xyz"] / sum(idf[word] for word in first)
    # car → place 1, buy → place 0: a step of -1 where +1 would be in order
    expected = [there, 2, missing, back, 2, 0]
    heaviest = [0, 0.8 * idf["buy"], 0.8 * idf["car"], 0, 0]
    summed = np.dot((1, 1, 0), (0.8, 1.4, 0.6)) / np.sqrt(2 * (0.64 + 1.96 + 0.36))
    features = alignment_features(first, second, VECTORS, IDF)
    assert features == pytest.approx([*expected, *heaviest, summed], rel=1e-5)
    assert len(features) == FEATURES == 12


@given(*[st.lists(st.sampled_from([*DIRECTIONS, "xyz"]), max_size=8)] * 2)
def test_against_a_search_word_by_word(first: list[str], second: list[str]):
    table = similarities(first, second, VECTORS)
    for i, one in enumerate(first):
        for j, other in enumerate(second):
            dot = sum(a * b for a, b in zip(DIRECTIONS.get(one, ()), DIRECTIONS.get(other, ()), strict=False))
            assert table[i, j] == pytest.approx(1 if one == other else max(0, dot), abs=1e-6)
    features = alignment_features(first, second, VECTORS, IDF)
    assert len(features) == FEATURES
    assert np.isfinite(features).all()
    if first and second:
        swapped = alignment_features(second, first, VECTORS, IDF)
        assert features[:3] == pytest.approx(swapped[3:6])


def test_nothing_to_align():
    assert align("", "a car", VECTORS) == []
    assert [one.other for one in align("a car", "", VECTORS)] == [None]
    assert alignment_features([], ["car"], VECTORS, IDF) == [0.0] * FEATURES
