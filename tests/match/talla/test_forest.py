"""The order of candidates, learned from differences."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.match.talla.forest import Forest
from otherwords.text import OtherwordsError


def groups(seed: int, count: int = 12) -> list[tuple[np.ndarray, list[bool]]]:
    """The first feature tells right from wrong within a group, but its level differs from group to group."""
    random = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        right = [True, False, False, True]
        level = random.normal(0, 5)
        made.append(
            (np.column_stack([level + np.array(right) + random.normal(0, 0.1, 4), random.normal(size=4)]), right)
        )
    return made


@pytest.fixture(scope="module")
def forest() -> Forest:
    learned = Forest(trees=60)
    learned.fit(groups(0))
    return learned


def test_right_candidates_come_first_in_new_groups(forest: Forest):
    for features, right in groups(1):
        scores = forest.scores(features)
        assert min(np.array(scores)[right]) > max(np.array(scores)[~np.array(right)])


def test_a_score_is_the_sum_of_probabilities(forest: Forest):
    features, _ = groups(2)[0]
    scores = forest.scores(features)
    assert all(0 <= score <= len(features) - 1 for score in scores)
    pairs = [forest.scores(features[[0, other]]) for other in (1, 2, 3)]
    assert scores[0] == pytest.approx(sum(first for first, _ in pairs))


@settings(max_examples=10)
@given(st.permutations(range(4)))
def test_the_order_of_the_candidates_does_not_matter(forest: Forest, order: list[int]):
    features, _ = groups(3)[0]
    assert forest.scores(features[order]) == pytest.approx(np.array(forest.scores(features))[order])


def test_none_and_one_candidate(forest: Forest):
    assert forest.scores(np.zeros((0, 2))) == []
    assert forest.scores(np.zeros((1, 2))) == [0.0]


def test_groups_of_one_kind_teach_nothing():
    with pytest.raises(OtherwordsError, match="both a right and a wrong"):
        Forest(trees=5).fit([(np.zeros((2, 2)), [True, True]), (np.zeros((0, 2)), [])])
