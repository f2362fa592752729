"""What is seen of a query and a candidate."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.rank.features import ALONE, NAMES, features
from otherwords.rank.rarity import Rarity
from otherwords.rank.word_vectors import WordVectors, units

RARITY = Rarity.in_texts(["the boat left", "the ferry left", "the minister"])


def seen(query: str, candidate: str) -> dict[str, float]:
    return dict(zip(NAMES, features(query, [candidate, "nothing alike"], RARITY)[0].tolist(), strict=True))


def test_the_same_text_says_everything():
    told = seen("The boat left in 1990.", "The boat left in 1990.")
    for name in ("shared words", "rare query words said", "shared triples of letters", "words in the same order"):
        assert told[name] == pytest.approx(1)
    assert (
        told["length ratio"] == told["numbers differ"] == told["negation differs"] == told["rarest word missing"] == 0
    )


@pytest.mark.parametrize(
    ("candidate", "name"),
    [
        ("The boat left in 1991.", "numbers differ"),
        ("The boat never left in 1990.", "negation differs"),
        ("The boat didn't leave in 1990.", "negation differs"),
        ("The boat left in 1990?", "question differs"),
        ("I say the boat left in 1990!", "exclamation"),
        ("I say the boat left in 1990!", "says I or you"),
    ],
)
def test_what_differs_is_seen(candidate: str, name: str):
    assert seen("The boat left in 1990.", "The boat left in 1990.")[name] == 0
    assert seen("The boat left in 1990.", candidate)[name] == 1


def test_a_rare_word_tells_more_than_a_frequent_one():
    assert RARITY["minister"] > RARITY["the"]
    assert RARITY["never seen"] > RARITY["minister"]
    assert (
        seen("the minister", "minister")["rare query words said"] > seen("the minister", "the")["rare query words said"]
    )


def test_a_word_in_another_form_is_nearly_said():
    assert 0.5 < seen("ministers", "minister")["words nearly said"] < 1


@given(st.text(max_size=40), st.lists(st.text(max_size=40), max_size=4))
def test_every_text_has_features(query: str, candidates: list[str]):
    rows = features(query, candidates, RARITY)
    assert rows.shape == (len(candidates), len(NAMES))
    assert np.isfinite(rows).all()


@given(st.permutations(range(4)))
def test_the_order_of_the_candidates_changes_nothing(order: list[int]):
    candidates = ["the boat left", "a ferry", "", "the minister left the boat"]
    rows = features("the boat", candidates, RARITY)
    assert features("the boat", [candidates[i] for i in order], RARITY) == pytest.approx(rows[order])


def test_alone_features_do_not_depend_on_the_others():
    one = features("the boat", ["a boat", "x"], RARITY)[0, : len(ALONE)]
    assert features("the boat", ["a boat", "the very boat"], RARITY)[0, : len(ALONE)].tolist() == one.tolist()


def test_word_vectors_bring_words_of_like_company_and_like_letters_together():
    texts = [f"the {boat} sails on the {sea}" for boat in ("boat", "ship") for sea in ("ocean", "lake", "river")]
    texts += [f"a {cook} fries the {food} well" for cook in ("cook", "chef") for food in ("fish", "egg", "onion")]
    vectors = WordVectors(texts, dimensions=8)
    boat, ship, cook, boats = vectors(["boat", "ship", "cook", "boats"])
    assert boat @ ship > boat @ cook + 0.2
    assert boat @ boats > boats @ cook
    assert np.array_equal(vectors(["boat", "ship"]), WordVectors(texts, dimensions=8)(["boat", "ship"]))


def test_units_are_a_word_and_its_runs_of_letters():
    assert len(units("cat")) == len({"<cat>", "<ca", "cat", "at>", "<cat", "cat>"})
    assert np.isfinite(WordVectors([])(["", "never seen"])).all()
