from collections.abc import Sequence
from math import log

import numpy as np
import pytest

from otherwords.evaluate.lists import Candidate, ListExample
from otherwords.match.system import Match


class Judge:
    """Holds texts for alike by the number of words they share."""

    def logits(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        return np.array([len(set(a.split()) & set(b.split())) - 1 for a, b in pairs], dtype=np.float32)

    def vectors(self, texts: Sequence[str]) -> np.ndarray:
        """Texts about boats lie in one direction, others in another."""
        return np.array([[1, 0] if "boat" in text else [0, 1] for text in texts], dtype=np.float32)


def example(*candidates: tuple[str, int | None]) -> ListExample:
    return ListExample("q", "boat was late", tuple(Candidate(str(i), t, 0, r) for i, (t, r) in enumerate(candidates)))


def test_without_ranks_the_model_alone_decides():
    late, dog = Match(judge=Judge()).scores(example(("the boat was late", None), ("dog", None)))
    assert late == pytest.approx(1 / (1 + np.exp(-2)))
    assert dog == pytest.approx(1 / (1 + np.exp(1)))


def test_of_equals_the_search_engine_s_first_is_first_and_the_list_as_probable_as_it_was():
    scores = Match(judge=Judge()).scores(example(("dog", 3), ("cat", 1), ("mat", 2)))
    assert scores[1] > scores[2] > scores[0]
    assert np.mean([log(p / (1 - p)) for p in scores]) == pytest.approx(-1)


def test_a_rank_does_not_outweigh_a_better_wording():
    scores = Match(judge=Judge()).scores(example(("dog", 1), ("the boat was late", 3)))
    assert scores[1] > scores[0]


def test_of_equals_the_one_whose_replies_speak_of_it_is_first_and_the_list_as_probable_as_it_was():
    replied = [("A boat may be late.", "Ask at the pier."), ("A cat may.",), ()]
    candidates = tuple(Candidate(str(i), "dog", 0, replies=replies) for i, replies in enumerate(replied))
    boat, cat, silent = Match(judge=Judge()).scores(ListExample("q", "boat was late", candidates))
    assert boat > silent > cat
    assert silent == pytest.approx(1 / (1 + np.exp(1)))
    assert np.mean([log(p / (1 - p)) for p in (boat, cat, silent)]) == pytest.approx(-1)


def test_nothing_to_order():
    assert Match(judge=Judge()).scores(example()) == []
