"""Which sentences are looked at, against brute force, whatever the tiles."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.compare import candidates
from otherwords.compare.candidates import around, best_of_each, promising
from otherwords.compare.evidence import Half
from otherwords.compare.glimpse import Glimpses
from otherwords.compare.kept import Kept
from otherwords.compare.side import Side
from otherwords.compare.wording import Vocabulary
from otherwords.text import Document


def by_brute_force(pairs: list[tuple[int, int, float]], count: int) -> set[tuple[int, int]]:
    kept = set()
    for i, j, score in pairs:
        better_of_i = sum((-other, k) < (-score, j) for h, k, other in pairs if h == i)
        better_of_j = sum((-other, h) < (-score, i) for h, k, other in pairs if k == j)
        if min(better_of_i, better_of_j) < count:
            kept.add((i, j))
    return kept


places = st.tuples(st.integers(0, 5), st.integers(0, 5))


@given(st.dictionaries(places, st.integers(0, 4), max_size=30), st.integers(1, 4))
def test_the_best_of_each(scores: dict[tuple[int, int], int], count: int):
    pairs = [(i, j, float(score)) for (i, j), score in scores.items()]
    found = best_of_each(np.array(pairs).reshape(-1, 3), count)
    assert len(found) == len({(int(i), int(j)) for i, j, _ in found})
    assert {(int(i), int(j)) for i, j, _ in found} == by_brute_force(pairs, count)


SENTENCES = (
    "The ferry hit the quay on Friday.",
    "On Friday a ferry ran into the quay.",
    "Taxes on diesel will rise next year.",
    "Diesel taxes are going to be raised next year.",
    "The minister told parliament about taxes.",
    "Clay soils hold water longer than sandy soils.",
    "Sandy soils hold less water.",
)
texts = st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=9).map("\n".join)


def halves(*texts: str, is_open: np.random.Generator | None = None) -> list[Half]:
    def no_model(_: list[str]) -> np.ndarray:
        raise AssertionError("words are enough")

    vocabulary = Vocabulary()
    glimpses = Glimpses(vocabulary)
    made = []
    for text in texts:
        side = Side.of(Document(text), vocabulary)
        open_ = np.ones(len(side), dtype=bool) if is_open is None else is_open.random(len(side)) < 0.7
        made.append(Half(side, glimpses.of(side), Kept(no_model), open_))
    return made


@given(texts, texts, st.integers(0, 99), st.sampled_from([1, 2, 5, 1 << 22]))
def test_promising_pairs_do_not_depend_on_tiles(a: str, b: str, seed: int, at_once: int):
    one, other = halves(a, b, is_open=np.random.default_rng(seed))
    whole = promising(one, other)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(candidates, "_AT_ONCE", at_once)
        tiled = promising(one, other)
    assert tiled[:, :2].tolist() == whole[:, :2].tolist()
    assert one.is_open[whole[:, 0].astype(int)].all()
    assert other.is_open[whole[:, 1].astype(int)].all()
    turned = promising(other, one)
    assert {(i, j) for i, j, _ in whole.tolist()} == {(i, j) for j, i, _ in turned.tolist()}


def test_what_says_the_same_is_promising_and_little_else_is():
    (one, other) = halves("\n".join(SENTENCES[0::2]), "\n".join(SENTENCES[1::2]))
    found = {(int(i), int(j)) for i, j, _ in promising(one, other)}
    assert found >= {(0, 0), (1, 1)}
    assert not found & {(0, 1), (0, 2), (1, 0), (1, 2), (3, 0)}


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_runs_around_two_sentences(a_size: int, b_size: int, data: st.DataObject):
    i, j = data.draw(st.integers(0, a_size - 1)), data.draw(st.integers(0, b_size - 1))
    found = list(around(i, j, a_size, b_size))
    expected = {
        ((first, last), (begin, end))
        for first in range(a_size)
        for last in range(first + 1, a_size + 1)
        for begin in range(b_size)
        for end in range(begin + 1, b_size + 1)
        if first <= i < last and begin <= j < end
        if (last - first, end - begin) in {(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (2, 2)}
    }
    assert len(found) == len(set(found))
    assert set(found) == expected
