from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.compare.kept import Kept
from otherwords.find.cache import ArrayCache


class Counting:
    """Tells of each text two numbers, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: list[str]) -> np.ndarray:
        self.asked += texts
        return np.array([[len(text), sum(map(ord, text)) % 1009] for text in texts], dtype=np.float32)


def expected(texts: list[str]) -> np.ndarray:
    return Counting()(texts).reshape(len(texts), -1)


@given(st.lists(st.lists(st.text(max_size=3), min_size=1, max_size=5), min_size=1, max_size=5))
def test_nothing_is_computed_twice(asked: list[list[str]]):
    compute = Counting()
    kept = Kept(compute)
    for texts in asked:
        np.testing.assert_array_equal(kept.rows(texts), expected(texts))
    assert sorted(compute.asked) == sorted({text for texts in asked for text in texts})


def test_not_in_the_next_run_either(tmp_path: Path):
    first = Kept(Counting(), ArrayCache(tmp_path), "a document")
    first.rows(["one", "two"])
    first.save()
    compute = Counting()
    second = Kept(compute, ArrayCache(tmp_path), "a document")
    np.testing.assert_array_equal(second.rows(["two", "three"]), expected(["two", "three"]))
    second.save()
    assert compute.asked == ["three"]
    third = Kept(compute, ArrayCache(tmp_path), "a document")
    np.testing.assert_array_equal(third.rows(["one", "two", "three"]), expected(["one", "two", "three"]))
    assert compute.asked == ["three"]


def test_other_documents_keep_their_own(tmp_path: Path):
    one = Kept(Counting(), ArrayCache(tmp_path), "one")
    one.rows(["text"])
    one.save()
    compute = Counting()
    Kept(compute, ArrayCache(tmp_path), "other").rows(["text"])
    assert compute.asked == ["text"]


def test_a_pair_is_not_the_same_in_another_order_or_cut_elsewhere():
    kept: Kept[tuple[str, str]] = Kept(lambda pairs: np.arange(len(pairs), dtype=np.float32)[:, None])
    pairs = [("ab", "c"), ("a", "bc"), ("c", "ab"), ("", "abc"), ("abc", "")]
    assert kept.rows(pairs)[:, 0].tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("damage", [b"broken", b""])
def test_a_damaged_file_is_computed_again(tmp_path: Path, damage: bytes):
    kept = Kept(Counting(), ArrayCache(tmp_path), "a document")
    kept.rows(["one"])
    kept.save()
    (file,) = tmp_path.rglob("*.npy")
    file.write_bytes(damage)
    np.testing.assert_array_equal(Kept(Counting(), ArrayCache(tmp_path), "a document").rows(["one"]), expected(["one"]))


def test_nothing_is_nothing():
    assert len(Kept(Counting()).rows([])) == 0
