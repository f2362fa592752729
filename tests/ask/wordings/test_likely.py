"""Which wordings a judge lets through, and that nothing else about them changes."""

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from otherwords.ask.wording import LEAST, Wording
from otherwords.ask.wordings.likely import Likely
from otherwords.ask.wordings.stored import Stored
from otherwords.encoder.pairs import PairModel


class ByLength:
    """The nearer two texts are in length, the likelier; remembers what it read."""

    def __init__(self) -> None:
        self.read: list[tuple[str, str]] = []

    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        self.read += pairs
        return np.array([1 / (1 + abs(len(one) - len(other))) for one, other in pairs], dtype=np.float32)


class Fixed:
    name = "rules"

    def __init__(self, found: list[Wording]) -> None:
        self._found = found

    def wordings(self, question: str) -> list[Wording]:
        return self._found


wordings = st.lists(st.builds(Wording, st.text("ab ", max_size=6), st.just("rules"), st.floats(-1, 1)), max_size=9)


@given(st.text("ab ", max_size=6), wordings, st.sampled_from([0.0, 0.2, LEAST, 1.0]))
def test_what_is_as_likely_as_asked_for_is_kept_in_its_order(question: str, found: list[Wording], least: float):
    kept = Likely(Fixed(found), ByLength(), least).wordings(question)
    assert kept == [one for one in found if np.float32(1 / (1 + abs(len(one.text) - len(question)))) >= least]


def test_brackets_are_not_read():
    judge = ByLength()
    generator = Likely(Stored({"who made []": [Wording("whose is []", "pivots", 1.0)]}), judge, 0.1)
    assert generator.reads_marks
    assert [one.text for one in generator.wordings("who made [Heat]")] == ["whose is [Heat]"]
    assert judge.read == [("who made Heat", "whose is Heat")]


def test_a_name_that_was_lost_with_the_model_that_is_shipped():
    found = [
        Wording("where did the mayflower come ashore", "pivots", -1.0),
        Wording("where the mayor landed", "pivots", -0.6),
        Wording("how deep can you dive", "pivots", -0.5),
    ]
    kept = Likely(Fixed(found), PairModel()).wordings("where did the mayflower land")
    assert [one.text for one in kept] == ["where did the mayflower come ashore"]
