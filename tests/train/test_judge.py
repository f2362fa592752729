import json

import numpy as np

from otherwords.lexicon import lexicon_of
from otherwords.mine.filters import LIKELY, fault
from otherwords.mine.judge import WEIGHTS, without_ends
from otherwords.train.judge import fit, held_out, probabilities, read_pairs, table_of


def test_the_shipped_weights_are_those_that_the_pairs_give():
    pairs, is_right = read_pairs()
    names, values = table_of(pairs, "en")
    shipped = json.loads((WEIGHTS / "en-judge.json").read_text(encoding="utf-8"))
    assert list(shipped) == names
    np.testing.assert_allclose(list(shipped.values()), fit(values, is_right), atol=0.001)


def test_of_pairs_not_learned_from_most_of_the_likely_are_right():
    pairs, is_right = read_pairs()
    _, values = table_of(pairs, "en")
    likely = held_out(values, is_right) >= LIKELY
    assert likely.sum() > 35
    assert is_right[likely].mean() > 0.85
    assert is_right[~likely].mean() < 0.15


def test_the_pairs_are_different_and_the_rules_have_nothing_against_them():
    pairs, is_right = read_pairs()
    differ = {tuple(map(" ".join, without_ends(pair.left.split(), pair.right.split()))) for pair in pairs}
    assert len(differ) > 0.98 * len(pairs)
    assert len(pairs) == len(is_right)
    objected = [pair for pair in pairs if fault(pair.left, pair.right, lexicon_of("en"))]
    assert len(objected) < len(pairs) / 20  # rules that came after the reading


def test_fitting_finds_the_model_that_made_the_data():
    random = np.random.default_rng(3)
    values = random.normal(size=(20_000, 3))
    weights = np.array([1.0, -2.0, 0.5])
    is_right = random.random(20_000) < probabilities(values, weights)
    np.testing.assert_allclose(fit(values, is_right), weights, atol=0.1)
