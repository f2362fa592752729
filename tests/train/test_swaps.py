import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.train.swaps import swapped


def test_names_change_places_and_the_meaning_with_them():
    found = dict(swapped("they flew from Paris to London", random.Random(1)))
    assert found == {"they flew from London to Paris": 0}


def test_two_things_joined_by_and_may_change_places():
    found = dict(swapped("we saw Paris and London", random.Random(1)))
    assert found == {"we saw London and Paris": 1}


@pytest.mark.parametrize("text", ["", "he left", "Paris", "a list: apples, pears"])
def test_nothing_to_exchange(text: str):
    assert not list(swapped(text, random.Random(1)))


WORDS = ["Anna", "Berlin", "12", "1999", "walking", "talking", "quickly,", "slowly", "and", "the", ".", "of"]


@given(st.lists(st.sampled_from(WORDS), max_size=14))
def test_only_the_order_changes(words: list[str]):
    text = " ".join(words)
    for made, label in swapped(text, random.Random(3)):
        assert Counter(made) == Counter(text)
        assert made != text
        assert label in (0, 1)
