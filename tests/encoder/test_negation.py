"""Texts that are the same but for a *not*, and texts that only look so."""

import pytest

from otherwords.encoder.negation import differ_in_negation

NEGATED = """free of charge / not free of charge
    Plants use sunlight. / Plants do not use sunlight.
    She likes it / She doesn’t like it
    The engine worked. / The engine didn't work.
    I can log in / I can't log in
    I can log in / I cannot log in
    It will start / It won't start
    It's raining / It isn't raining
    They're at home / They are not at home
    There is some water left / There is no water left
    I have been there / I have never been there"""
OTHERS = """free of charge / at no cost
    free of charge / free of charge
    not free of charge / isn't free of charge
    not free of charge / at no cost
    It is not impossible / It is possible
    No, plants use sunlight. / Plants use sunlight.
    It is not red but blue / It is blue
    / not
    犬 / 猫"""


def pairs_of(text: str) -> list[tuple[str, str]]:
    return [(one.strip(), other.strip()) for one, other in (line.split("/") for line in text.splitlines())]


@pytest.mark.parametrize(("one", "other"), pairs_of(NEGATED))
def test_a_negation_is_the_only_difference(one: str, other: str):
    assert differ_in_negation(one, other)
    assert differ_in_negation(other, one)


@pytest.mark.parametrize(("one", "other"), pairs_of(OTHERS))
def test_there_is_another_difference_or_none(one: str, other: str):
    assert not differ_in_negation(one, other)
    assert not differ_in_negation(other, one)
