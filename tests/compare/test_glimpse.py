"""What words tell, against the plainest way to compute it."""

import math
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.compare import glimpse
from otherwords.compare.glimpse import COMMON, Glimpse, Glimpses, shared
from otherwords.compare.side import Side
from otherwords.compare.wording import Vocabulary
from otherwords.encoder import load_encoder
from otherwords.find.bags import WordVectors
from otherwords.find.screen import Language
from otherwords.text import Document

WORDS = ("the", "ferry", "ferries", "quay", "Quay", "is", "parliament", "parliamentary", "rose", "rises", "ännu")
sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(lambda some: " ".join(some) + ".")
texts = st.lists(sentences, min_size=1, max_size=6).map("\n".join)


def glimpsed(*texts: str) -> list[tuple[Side, Glimpse]]:
    vocabulary = Vocabulary()
    glimpses = Glimpses(vocabulary)
    sides = [Side.of(Document(text), vocabulary) for text in texts]
    return [(side, glimpses.of(side)) for side in sides]


def beginnings(text: str) -> set[str]:
    return {word.strip(".").lower()[:5] for word in text.split()}


def count(some: set[str]) -> float:
    return sum(round(-10 * math.log(COMMON[6 if len(one) == 5 else len(one)])) for one in some)


@given(texts, texts)
def test_shared_beginnings(a: str, b: str):
    (one, ours), (other, theirs) = glimpsed(a, b)
    rows, columns = np.arange(len(one))[::-1], np.arange(len(other))
    found = shared(ours, rows, theirs, columns)
    for place, i in enumerate(rows.tolist()):
        for j in columns.tolist():
            mine, others = beginnings(one.text((i, i + 1))), beginnings(other.text((j, j + 1)))
            share = 2 * count(mine & others) / (count(mine) + count(others))
            assert math.isclose(found[place, j], share, rel_tol=1e-6)


@cache
def known_vectors() -> WordVectors:
    vectors = Language.of(load_encoder()).words
    assert vectors is not None
    return vectors


@given(texts, st.sampled_from([1, 3, 50_000]))
def test_sums_of_word_vectors(text: str, at_once: int):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(glimpse, "_BLOCK", at_once)
        ((side, told),) = glimpsed(text)
    vectors = known_vectors()
    sums = [vectors.of(side.text((i, i + 1)).lower().rstrip(".").split()).sum(axis=0) for i in range(len(side))]
    np.testing.assert_allclose(told.sums, np.stack(sums), atol=1e-4)
    whole = np.sum(sums, axis=0)
    np.testing.assert_allclose(told.direction(0, len(side)), whole / np.linalg.norm(whole), atol=1e-4)
    np.testing.assert_allclose(told.direction(0, 1), sums[0] / np.linalg.norm(sums[0]), atol=1e-4)


@given(texts, texts)
def test_what_is_told_of_a_text_does_not_depend_on_others(a: str, b: str):
    alone, (_, among) = glimpsed(b)[0][1], glimpsed(a, b)[1]
    np.testing.assert_array_equal(alone.directions, among.directions)
    np.testing.assert_array_equal(alone.weights, among.weights)
    assert sorted(alone.held.values()) == sorted(among.held.values())


@given(texts)
def test_how_many_sentences_hold_a_word(text: str):
    vocabulary = Vocabulary()
    side = Side.of(Document(text), vocabulary)
    held = Glimpses(vocabulary).of(side).held
    lines = [{word.strip(".").lower() for word in line.split()} for line in text.splitlines()]
    assert {vocabulary[word]: number for word, number in held.items()} == {
        word: sum(word in line for line in lines) for word in set.union(*lines)
    }


def test_texts_without_words():
    ((side, told),) = glimpsed("")
    assert (len(side), told.directions.shape[0], told.held) == (0, 0, {})
