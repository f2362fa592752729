"""The search over a mixture, against all sequences there are, and against a plain beam search in a few lines."""

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.ask.wordings.mixture import Found, search

END = 1

Tokens = tuple[int, ...]


class Toy:
    """A model that gives every beginning probabilities of its own, drawn from the beginning itself."""

    def __init__(self, seed: int, pivots: int, vocabulary: int) -> None:
        self._seed, self._pivots, self._vocabulary = seed, pivots, vocabulary
        self._begun: list[Tokens] = []

    def after(self, tokens: Tokens) -> np.ndarray:
        random = np.random.default_rng([self._seed, len(tokens), *tokens])
        drawn = random.gamma(0.3, size=(self._pivots, self._vocabulary)) + 1e-6
        return (drawn / drawn.sum(axis=1, keepdims=True)).astype(np.float32)

    def begin(self) -> np.ndarray:
        self._begun = [()]
        return self.after(())[None]

    def advance(self, parents: np.ndarray, tokens: np.ndarray) -> np.ndarray:
        self._begun = [(*self._begun[parent], int(token)) for parent, token in zip(parents, tokens, strict=True)]
        return np.stack([self.after(begun) for begun in self._begun])


def logarithm(toy: Toy, weights: Sequence[float], tokens: Tokens) -> float:
    """Of a whole sequence's probability: Π_t Σ_k p(g_k) · p(y_t | y_<t, g_k)."""
    return sum(
        math.log(sum(weight * float(p[token]) for weight, p in zip(weights, toy.after(tokens[:place]), strict=True)))
        for place, token in enumerate(tokens)
    )


def enumerated(toy: Toy, weights: Sequence[float], vocabulary: int, longest: int, penalty: float) -> list[Found]:
    words = [token for token in range(vocabulary) if token != END]
    sequences = (tokens for length in range(1, longest + 1) for tokens in itertools.product(words, repeat=length))
    found = [Found(s, logarithm(toy, weights, (*s, END)) / (len(s) + 1) ** penalty) for s in sequences]
    return sorted(found, key=lambda one: -one.score)


def plain_beam(
    toy: Toy, weights: Sequence[float], vocabulary: int, beam: int, longest: int, penalty: float
) -> list[Found]:
    """Without any stopping before its time."""
    words = [token for token in range(vocabulary) if token != END]
    begun: list[Tokens] = [()]
    found: list[Found] = []
    for _ in range(longest):
        longer = [(*tokens, token) for tokens in begun for token in words]
        begun = sorted(longer, key=lambda tokens: -logarithm(toy, weights, tokens))[:beam]
        found += [Found(s, logarithm(toy, weights, (*s, END)) / (len(s) + 1) ** penalty) for s in begun]
    return sorted(found, key=lambda one: -one.score)


def weights_of(seed: int, pivots: int) -> list[float]:
    return [float(weight) for weight in np.random.default_rng(seed).dirichlet(np.ones(pivots))]


def assert_same(found: list[Found], expected: list[Found]) -> None:
    assert [one.tokens for one in found] == [one.tokens for one in expected]
    assert [one.score for one in found] == pytest.approx([one.score for one in expected], rel=1e-5)


@pytest.mark.parametrize("penalty", [0.0, 0.6, 1.0])
@pytest.mark.parametrize(("pivots", "vocabulary", "longest", "most"), [(1, 4, 4, 7), (2, 4, 4, 15), (5, 3, 6, 11)])
def test_a_beam_as_wide_as_the_space_finds_the_best_of_all(
    pivots: int, vocabulary: int, longest: int, most: int, penalty: float
):
    for seed in range(4):
        toy, weights = Toy(seed, pivots, vocabulary), weights_of(seed, pivots)
        found = search(toy, weights, END, beam=vocabulary**longest, most=most, longest=longest, penalty=penalty)
        assert_same(found, enumerated(toy, weights, vocabulary, longest, penalty)[:most])


@given(
    seed=st.integers(0, 10_000),
    pivots=st.integers(1, 4),
    vocabulary=st.integers(3, 6),
    beam=st.integers(1, 7),
    most=st.integers(1, 9),
    longest=st.integers(1, 5),
    penalty=st.sampled_from([0.0, 0.6, 1.3]),
)
def test_a_narrow_beam_finds_what_a_plain_one_finds(seed, pivots, vocabulary, beam, most, longest, penalty):
    toy, weights = Toy(seed, pivots, vocabulary), weights_of(seed, pivots)
    found = search(toy, weights, END, beam=beam, most=most, longest=longest, penalty=penalty)
    assert_same(found, plain_beam(toy, weights, vocabulary, beam, longest, penalty)[:most])


def test_a_pivot_with_all_the_weight_decides_alone():
    three = Toy(3, 3, 4)

    class Second(Toy):
        def after(self, tokens: Tokens) -> np.ndarray:
            return three.after(tokens)[1:2]

    settings = {"beam": 5, "most": 6, "longest": 4, "penalty": 0.6}
    assert search(three, [0, 1, 0], END, **settings) == search(Second(3, 1, 4), [1], END, **settings)


def test_what_no_pivot_allows_is_never_said():
    class Forbidding(Toy):
        def after(self, tokens: Tokens) -> np.ndarray:
            allowed = super().after(tokens) * (np.arange(5) != 3)
            return allowed / allowed.sum(axis=1, keepdims=True)

    found = search(Forbidding(0, 2, 5), [0.5, 0.5], END, beam=200, most=200, longest=3, penalty=0.0)
    assert len(found) == 3 + 9 + 27
    assert not any(3 in one.tokens for one in found)
