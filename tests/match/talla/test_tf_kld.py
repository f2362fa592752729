"""The weights of words by hand, and texts compared by them."""

from math import log

import numpy as np
import pytest
from small_lists import small_lists

from otherwords.match.talla.tf_kld import TfKld, divergence, terms

PAIRS = [
    ("cheap car rental", "rental of a cheap car", True),
    ("visa for my wife", "wife needs visa", True),
    ("cheap car rental", "cheap phone rental", False),
    ("visa for my wife", "visa for my cat", False),
]


def coin(p: float, q: float) -> float:
    return p * log(p / q) + (1 - p) * log((1 - p) / (1 - q))


def test_words_and_pairs_of_words():
    assert terms("The Cheap car, of a rental!") == ["cheap", "car", "rental", "cheap car", "car rental"]


def test_divergence_of_coins():
    assert divergence(np.array([0.5, 0.9]), np.array([0.5, 0.1])) == pytest.approx([0, coin(0.9, 0.1)])


def test_weights_tell_matching_pairs_from_others():
    model = TfKld(rank=3)
    model.fit(PAIRS)
    weights = dict(zip(model.counts.get_feature_names_out(), model.weights, strict=True))
    # "car": in both texts of the one matching pair that has it, in one text of a pair that does not match
    assert weights["car"] == pytest.approx(coin(2.05 / 2.1, 0.05 / 1.1))
    # "cheap": wherever one text has it the other has it, whether they match or not
    assert weights["cheap"] == pytest.approx(0)
    assert "phone" not in weights  # in a single text


def test_near_texts_have_near_vectors_however_many_are_asked_at_once():
    model = TfKld(rank=2)
    model.fit(PAIRS)
    texts = ["a car", "cheap cars, a car", "my wife", "unheard-of words"]
    together = model.vectors(texts)
    assert together[0] @ together[1] > together[0] @ together[2] + 0.1
    assert np.linalg.norm(together, axis=1) == pytest.approx([1, 1, 1, 0])
    again = TfKld(rank=2)
    again.fit(PAIRS)
    assert [again.vectors([text])[0].tolist() for text in texts] == together.tolist()


def test_texts_that_share_nothing():
    model = TfKld()
    model.fit([("one", "two", True), ("three", "four", False)])
    first, second = model.vectors(["one", "two"])
    assert first @ second == 0


def test_pairs_of_one_kind_only():
    model = TfKld()
    model.fit([("cheap car", "cheap car rental", True), ("a visa", "visa", True)])
    assert np.isfinite(model.vectors(["cheap car", "visa"])).all()


@pytest.mark.parametrize("seed", [0, 12])
def test_few_texts_whose_topics_grow_beyond_all_bounds(seed: int):
    lists = small_lists(30, seed=seed)
    model = TfKld()
    model.fit([(one.query, candidate.text, candidate.label > 1) for one in lists for candidate in one.candidates])
    assert np.linalg.norm(model.vectors([one.query for one in lists]), axis=1) == pytest.approx(1)
