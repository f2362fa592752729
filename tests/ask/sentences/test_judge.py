"""Weights that are what they are said to be, and probabilities that depend on nothing but the pair."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize
from word_reads import WordReads

from otherwords.ask.sentences.evidence import EVIDENCE, Pair
from otherwords.ask.sentences.judge import Judge, Labelled, Weights, fitted, probability
from otherwords.text import OtherwordsError

WEIGHTS = Weights(np.array([0.5, 2.0, 0.8, 0.3]), -2.0)
SENTENCES = [
    "The ferry was built by Anna Berg in Turku.",
    "It sank in 1932.",
    "The captain was asleep because the night was long.",
    "ferry",
    "",
]
PAIRS = [
    Pair(question, sentence, opening)
    for question in ("who built the ferry", "when did the ferry sink", "why")
    for sentence in SENTENCES
    for opening in ("", SENTENCES[0])
]


def made_lists(seed: int, number: int = 60) -> list[Labelled]:
    """Right ones are drawn by a softmax over known weights; some lists have none, or two."""
    draw = np.random.default_rng(seed)
    lists = []
    for _ in range(number):
        rows = draw.standard_normal((int(draw.integers(2, 9)), len(EVIDENCE))) * [3.0, 0.2, 1.0, 0.5]
        odds = np.exp(rows @ [0.6, 4.0, 0.7, -0.5])
        right = np.zeros(len(rows), dtype=bool)
        right[draw.choice(len(rows), size=int(draw.integers(0, 3)), replace=False, p=odds / odds.sum())] = True
        lists.append(Labelled(rows, right, float(draw.uniform(0.5, 2))))
    return lists


def test_the_likeliest_weights():
    """Against a general minimiser: first of the lists' softmax, then of the logistic curve over what that gives."""
    lists = made_lists(1)
    rows = np.vstack([one.rows for one in lists])
    spread = rows.std(axis=0)
    teaching = [one for one in lists if one.right.any() and not one.right.all()]
    total = sum(one.weight for one in teaching)

    def cost(weights: np.ndarray) -> float:
        sum_ = 0.01 * float(weights @ weights)
        for one in teaching:
            scores = one.rows / spread @ weights
            sum_ -= one.weight / total * float((scores - np.log(np.exp(scores).sum()))[one.right].mean())
        return sum_

    order = minimize(cost, np.zeros(len(EVIDENCE)), tol=1e-12).x / spread
    right = np.concatenate([one.right for one in lists])
    counts = np.concatenate([np.full(len(one.rows), one.weight) for one in lists])

    def curve(line: np.ndarray) -> float:
        p = 1 / (1 + np.exp(-(line[0] * (rows @ order) + line[1])))
        return -float((counts * np.where(right, np.log(p), np.log(1 - p))).sum())

    slope, intercept = minimize(curve, np.zeros(2), tol=1e-10).x
    found = fitted(lists)
    assert found.of == pytest.approx(slope * order, rel=0.01, abs=0.01)
    assert found.intercept == pytest.approx(intercept, abs=0.01)


def test_probabilities_are_calibrated_where_the_world_is_as_it_was():
    weights = fitted(made_lists(2, 2000))
    others = made_lists(3, 2000)
    p = probability(weights.log_odds(np.vstack([one.rows for one in others])))
    right = np.concatenate([one.right for one in others])
    for low in (0.1, 0.3, 0.5):
        inside = (p >= low) & (p < low + 0.2)
        assert right[inside].mean() == pytest.approx(p[inside].mean(), abs=0.06)


def test_a_separable_list_has_weights_too():
    rows = np.array([[3.0, 1.0, 1.0, 1.0], [-3.0, 0.0, -1.0, 0.0]])
    found = fitted([Labelled(rows, np.array([True, False]))] * 3)
    assert np.isfinite(found.of).all()
    assert found.log_odds(rows)[0] > found.log_odds(rows)[1]


@pytest.mark.parametrize("right", [[], [True, True], [False, False]])
def test_nothing_to_learn_from(right: list[bool]):
    with pytest.raises(OtherwordsError, match="nothing to learn from"):
        fitted([Labelled(np.ones((len(right), len(EVIDENCE))), np.array(right, dtype=bool))] if right else [])


def test_weights_by_their_names():
    numbers = WEIGHTS.as_numbers()
    assert list(numbers) == [*EVIDENCE, "intercept"]
    again = Weights.named(numbers)
    assert (again.of == WEIGHTS.of).all()
    assert again.intercept == WEIGHTS.intercept


@given(st.lists(st.sampled_from(PAIRS), max_size=12))
def test_a_pair_alone_is_as_probable_as_in_company(pairs: list[tuple[str, str]]):
    together = Judge(WordReads(), WEIGHTS).probabilities(pairs)
    assert len(together) == len(pairs)
    for pair, p in zip(pairs, together, strict=True):
        assert Judge(WordReads(), WEIGHTS).probabilities([pair])[0] == p
        assert 0 < p < 1


def test_what_was_read_is_not_read_again():
    model = WordReads()
    judge = Judge(model, WEIGHTS)
    judge.evidence(PAIRS)
    read = list(model.read)
    judge.probabilities(PAIRS[::-1])
    assert model.read == read


def test_evidence_is_what_its_names_say():
    ferry, sank, captain, again, nothing = Judge(WordReads(), WEIGHTS).evidence(
        [Pair("when did the ferry sink", sentence) for sentence in SENTENCES]
    )
    kind, new = EVIDENCE.index("kind"), EVIDENCE.index("new words")
    assert [row[kind] for row in (ferry, sank, captain, again, nothing)] == [-1, 1, -1, -1, -1]
    assert again[new] == nothing[new] == 0
    assert 0 < sank[new] < ferry[new]
    promise = Judge(WordReads(), WEIGHTS).promise([Pair("when did the ferry sink", SENTENCES[1])])
    assert promise[0] == pytest.approx(float(sank[1:] @ WEIGHTS.of[1:]))


def test_a_sentence_is_read_alone_and_after_the_opening():
    """By "it" alone nobody knows what sank. The opening itself gains nothing by being read twice."""
    question, sentence, opening = "when did the ferry sink", "It did sink in 1932.", "The ferry was blue."
    judge = Judge(WordReads(), WEIGHTS)

    def read(sentence: str, opening: str = "") -> float:
        return float(judge.evidence([Pair(question, sentence, opening)])[0, EVIDENCE.index("answers")])

    alone, together = read(sentence), read(f"{opening} {sentence}")
    assert alone < together
    assert read(sentence, opening) == pytest.approx((alone + together) / 2)
    assert read(opening, opening) == read(opening)
    others = EVIDENCE.index("answers") + 1
    with_and_without = judge.evidence([Pair(question, sentence), Pair(question, sentence, opening)])[:, others:]
    assert with_and_without[0].tolist() == with_and_without[1].tolist()
