"""The listwise ranker: its gradients against finite differences, its distribution against all orders, its learning."""

import math
from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from otherwords.rank.autoencoder import Autoencoder
from otherwords.rank.bilinear import Bilinear, Lesson, Recipe
from otherwords.rank.plackett_luce import draw_orders, surprise

Floats = NDArray[np.float64]


def slope(loss: Callable[[], float], parameter: Floats) -> Floats:
    """By how much the loss changes with each number of the parameter, measured."""
    found, step = np.zeros_like(parameter), 1e-6
    for place in np.ndindex(parameter.shape):
        kept = parameter[place].copy()
        parameter[place] = kept + step
        above = loss()
        parameter[place] = kept - step
        found[place] = (above - loss()) / (2 * step)
        parameter[place] = kept
    return found


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=5))
def test_the_chances_of_all_orders_add_up_to_one(scores: list[float]):
    chances = [math.exp(-surprise(np.array(order))[0]) for order in permutations(scores)]
    assert sum(chances) == pytest.approx(1)


@given(st.lists(st.floats(-5, 5), max_size=6))
def test_the_gradient_of_surprise(scores: list[float]):
    values = np.array(scores)
    assert surprise(values)[1] == pytest.approx(slope(lambda: float(surprise(values)[0]), values), abs=1e-5)


def test_large_scores_do_not_overflow():
    loss, gradient = surprise(np.array([-1e4, 1e4, 0.0]))
    assert loss == pytest.approx(2e4)
    assert np.isfinite(gradient).all()


def test_orders_are_drawn_as_often_as_they_are_likely():
    scores, randomness = np.array([1.0, 0.0, -0.5]), np.random.default_rng(0)
    drawn = [tuple(order) for order in draw_orders(scores, 20_000, randomness)]
    for order in permutations(range(3)):
        likely = math.exp(-surprise(scores[list(order)])[0])
        assert drawn.count(order) / len(drawn) == pytest.approx(likely, abs=0.015)


def lessons(number: int, dimensions: int, seed: int = 0) -> list[Lesson]:
    """Candidates that are right by a direction which their likeness to the query does not tell."""
    randomness = np.random.default_rng(seed)
    hidden = randomness.normal(size=(dimensions, dimensions))
    made = []
    for _ in range(number):
        query, candidates = randomness.normal(size=dimensions), randomness.normal(size=(5, dimensions))
        likeness = candidates @ (query @ hidden)
        made.append(Lesson(query, candidates, np.argsort(np.argsort(likeness)).astype(np.float64)))
    return made


@pytest.mark.parametrize("name", ["bilinear", "query", "candidate", "product", "constant"])
def test_the_gradient_of_every_parameter(name: str):
    batch, randomness = lessons(3, 4), np.random.default_rng(1)
    model = Bilinear(4, scale=0.7)
    for value in model.parameters.values():
        value += randomness.normal(0, 0.3, value.shape)
    orders = [randomness.permuted(np.tile(np.arange(5), (2, 1)), axis=1) for _ in batch]
    expected = slope(lambda: model.gradients(batch, orders)[0], model.parameters[name])
    assert model.gradients(batch, orders)[1][name] == pytest.approx(expected, abs=1e-5)


def test_an_untaught_model_orders_by_likeness():
    (lesson,) = lessons(1, 4)
    scores = Bilinear(4).scores(lesson.query, lesson.candidates)
    assert np.argsort(scores).tolist() == np.argsort(lesson.candidates @ lesson.query).tolist()


def agreement(model: Bilinear, asked: list[Lesson]) -> float:
    """How often the best candidate comes first."""
    firsts = [model.scores(one.query, one.candidates).argmax() == one.labels.argmax() for one in asked]
    return float(np.mean(firsts))


def test_it_learns_what_likeness_does_not_tell_and_the_same_every_time():
    every = lessons(400, 4)
    taught, asked = every[:300], every[300:]
    recipe = Recipe(pull=0.0)
    models = [Bilinear(4, scale=1.0) for _ in range(2)]
    before = agreement(models[0], asked)
    for model in models:
        model.fit(taught, recipe)
    assert agreement(models[0], asked) > before + 0.3
    assert np.array_equal(models[0].parameters["bilinear"], models[1].parameters["bilinear"])


def test_the_more_it_is_pulled_the_nearer_it_stays_to_the_cosine():
    away = []
    for pull in (10.0, 1000.0, 1e9):
        model = Bilinear(4, scale=1.0)
        model.fit(lessons(50, 4), Recipe(pull=pull))
        away.append(float(np.linalg.norm(model.parameters["bilinear"] - np.eye(4))))
    assert away[0] > 2 * away[1] > 100 * away[2]


def test_near_candidates_ask_in_the_place_of_the_query():
    lesson = Lesson(np.full(2, 9.0), np.arange(8.0).reshape(4, 2), np.array([1.0, 6.0, 3.0, 0.0]))
    best, other = lesson.exchanged(6.0)
    assert best.query.tolist() == [2, 3]
    assert best.candidates.tolist() == [[0, 1], [9, 9], [4, 5], [6, 7]]
    assert best.labels.tolist() == [1, 6, 3, 0]
    assert other.query.tolist() == [4, 5]
    assert other.labels.tolist() == [0.5, 3, 3, 0]
    assert list(Lesson(lesson.query, lesson.candidates, np.zeros(4)).exchanged(0.0)) == []


def test_exchanges_do_not_grow_with_the_square_of_a_list():
    assert sum(1 for _ in Lesson(np.ones(2), np.ones((1000, 2)), np.ones(1000)).exchanged(1.0)) <= 10


def test_lists_whose_labels_are_equal_teach_nothing():
    model = Bilinear(2)
    model.fit([Lesson(np.ones(2), np.eye(2), np.ones(2)), Lesson(np.ones(2), np.eye(2)[:1], np.ones(1))], Recipe())
    assert np.array_equal(model.parameters["bilinear"], np.eye(2))


@pytest.mark.parametrize("name", ["in", "in constant", "out", "out constant"])
def test_the_gradient_of_the_autoencoder(name: str):
    model, rows = Autoencoder(3, hidden=2), np.random.default_rng(0).normal(size=(4, 3))
    expected = slope(lambda: model.gradients(rows)[0], model.parameters[name])
    assert model.gradients(rows)[1][name] == pytest.approx(expected, abs=1e-5)


def test_the_autoencoder_learns_to_tell_again():
    model, rows = Autoencoder(6, hidden=4), np.random.default_rng(0).normal(size=(200, 2)) @ np.ones((2, 6))
    before = model.gradients(rows)[0]
    model.fit(rows)
    assert model.gradients(rows)[0] < before / 4
