"""All pairs from a cosine on: what the short rows rule out must be just what brute force rules out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.match.nearness import Nearness, Pairs
from otherwords.match.neighbours import KEPT, Neighbours


def unit(rows: np.ndarray) -> np.ndarray:
    return (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)).astype(np.float32)


def made(seed: int, count: int, size: int, strength: float) -> np.ndarray:
    """Vectors that vary most in a few directions, as those of texts do, some of them close to others."""
    random = np.random.default_rng(seed)
    rows = random.standard_normal((count, 5)) @ random.standard_normal((5, size)) * strength
    rows = unit(rows + random.standard_normal((count, size)))
    near = random.integers(0, count, count // 3)
    rows[: len(near)] = unit(rows[near] + random.uniform(0, 0.2) * unit(random.standard_normal((len(near), size))))
    return rows


def brute_force(vectors: np.ndarray, floor: float) -> dict[tuple[int, int], np.float32]:
    return {
        (i, j): cosine
        for i in range(len(vectors))
        for j in range(i)
        if (cosine := (vectors[i : i + 1] * vectors[j : j + 1]).sum(axis=1)[0]) >= np.float32(floor)
    }


def found(vectors: np.ndarray, floor: float, height: int, **settings: int | None) -> dict[tuple[int, int], np.float32]:
    nearness = Nearness(vectors, floor, **settings)
    pairs = [pairs for start, stop in nearness.bands(0, height) for pairs in nearness.pairs(start, stop)]
    listed = [
        ((int(i), int(j)), cosine)
        for some in pairs
        for i, j, cosine in zip(some.first, some.second, some.cosines, strict=True)
    ]
    assert len(dict(listed)) == len(listed)
    return dict(listed)


@settings(max_examples=80)
@given(
    seed=st.integers(0, 10_000),
    count=st.integers(1, 60),
    size=st.sampled_from([3, 16, 17, 40, 64]),
    strength=st.sampled_from([0.0, 1.0, 5.0]),
    floor=st.sampled_from([-0.5, 0.0, 0.5, 0.8, 0.99]),
    tile=st.integers(1, 40),
    height=st.integers(1, 100),
    threads=st.integers(1, 3),
    few=st.sampled_from([None, 1, 2, 5, 15]),
)
def test_the_pairs_are_those_of_brute_force(seed, count, size, strength, floor, tile, height, threads, few):
    vectors = made(seed, count, size, strength)
    assert found(vectors, floor, height, tile=tile, threads=threads, few=few) == brute_force(vectors, floor)


def test_copies_and_empty_vectors():
    vectors = np.zeros((9, 20), dtype=np.float32)
    vectors[:5, 3] = 1
    assert set(found(vectors, 1.0, 4)) == {(i, j) for i in range(5) for j in range(i)}


def test_short_rows_are_short_where_they_can_be():
    random = np.random.default_rng(1)
    rows = unit(random.standard_normal((3000, 8)) @ random.standard_normal((8, 128)))
    noisy = unit(rows + 0.05 * unit(random.standard_normal(rows.shape)))
    assert Nearness(noisy, 0.9)._short.shape[1] < 64


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000), place=st.integers(0, 59), few=st.sampled_from([None, 3]))
def test_the_rows_near_one(seed: int, place: int, few: int | None):
    vectors = made(seed, 60, 24, 2.0)
    others, cosines = Nearness(vectors, 0.4, few=few).near(place)
    expected = {max(pair) + min(pair) - place: c for pair, c in brute_force(vectors, 0.4).items() if place in pair}
    assert dict(zip(others.tolist(), cosines, strict=True)) == expected


def nearest_by_brute_force(vectors: np.ndarray, keys: np.ndarray, floor: float) -> list[list[int]]:
    pairs = brute_force(vectors, floor)
    both = pairs | {(j, i): cosine for (i, j), cosine in pairs.items()}
    return [
        sorted((j for i, j in both if i == one), key=lambda j: (-both[one, j], keys[j]))[:KEPT]
        for one in range(len(vectors))
    ]


@pytest.mark.parametrize("height", [1, 7, 64, 500])
@pytest.mark.parametrize("tile", [5, 512])
def test_the_nearest_of_each_whatever_the_tiles(height: int, tile: int):
    """Also where far more are near than are kept, among them many that are equally near."""
    vectors = made(3, 150, 12, 5.0)
    vectors[100:130] = vectors[100]
    keys = np.random.default_rng(4).permutation(150).astype(np.uint64)
    neighbours = Neighbours(keys)
    nearness = Nearness(vectors, 0.3, tile=tile, few=4)
    for start, stop in nearness.bands(0, height):
        for pairs in nearness.pairs(start, stop, neighbours.enough()):
            neighbours.add(pairs)
    assert [neighbours.of(one).tolist() for one in range(150)] == nearest_by_brute_force(vectors, keys, 0.3)


def test_a_pair_too_far_for_both_is_passed_over():
    neighbours = Neighbours(np.arange(40, dtype=np.uint64))
    others = np.arange(1, KEPT + 1)
    neighbours.add(Pairs(others, np.zeros_like(others), np.full(KEPT, 0.9, dtype=np.float32)))
    neighbours.add(Pairs(np.array([39]), np.array([0]), np.array([0.7], dtype=np.float32)))
    assert neighbours.of(0).tolist() == others.tolist()
    assert neighbours.of(39).tolist() == [0]
