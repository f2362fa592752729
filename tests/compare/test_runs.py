"""Chains of common words, against brute force."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from otherwords.compare.runs import SEED, Chain, chains


def row(numbers: list[int]) -> np.ndarray:
    return np.array(numbers, dtype=np.int64)


def longest_runs(a: list[int], b: list[int], least: int) -> list[tuple[int, int, int]]:
    """All runs that cannot be made longer, of at least so many words."""
    found = []
    for i in range(len(a)):
        for j in range(len(b)):
            if (i and j and a[i - 1] == b[j - 1]) or a[i] != b[j]:
                continue
            length = 0
            while i + length < len(a) and j + length < len(b) and a[i + length] == b[j + length]:
                length += 1
            if length >= least:
                found.append((i, j, length))
    return found


def most_often(text: list[int]) -> int:
    """How often the commonest seed stands in a text."""
    return max(Counter(zip(*(text[k:] for k in range(SEED)), strict=False)).values(), default=0)


texts = st.lists(st.integers(0, 400), max_size=60)


@given(texts, texts, texts, st.lists(st.integers(0, 400), min_size=8, max_size=20))
def test_what_is_copied_is_found(before: list[int], after: list[int], other: list[int], copied: list[int]):
    a, b = before + copied + after, other + copied + before[:5]
    assume(max(most_often(a), most_often(b)) <= 8)  # from there on, not all are compared with all
    found = chains(row(a), row(b), 8)
    for i, j, length in longest_runs(a, b, 8):
        assert any(c.a <= i and i + length <= c.a_end and c.b <= j and j + length <= c.b_end for c in found)


@given(st.lists(st.integers(0, 5), max_size=80), st.lists(st.integers(0, 5), max_size=80), st.integers(SEED, 9))
def test_chains_hold_what_they_say(a: list[int], b: list[int], least: int):
    for chain in chains(row(a), row(b), least):
        mine, theirs = a[chain.a : chain.a_end], b[chain.b : chain.b_end]
        assert least <= chain.matched <= min(len(mine), len(theirs))
        assert mine[:SEED] == theirs[:SEED]
        assert mine[-SEED:] == theirs[-SEED:]
        if chain.density == 1:
            assert mine == theirs


def test_a_few_words_exchanged_put_in_or_left_out():
    a = row([1, 2, 3, 4, 90, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    b = row([70, 1, 2, 3, 4, 91, 5, 6, 7, 8, 80, 81, 9, 10, 11, 12, 13, 71])
    (chain,) = chains(a, b, 8)
    assert (chain.a, chain.a_end, chain.b, chain.b_end, chain.matched) == (0, 14, 1, 17, 13)


def test_nothing_in_common():
    assert chains(row(list(range(50))), row(list(range(50, 99))), 8) == []
    assert chains(row([]), row([1, 2, 3]), 3) == []
    assert chains(row([1]), row([1]), 3) == []


@pytest.mark.parametrize("line", [[1], [1, 2, 3], list(range(40))])
def test_the_same_line_over_and_over_is_no_square(line: list[int]):
    text = row(line * (120_000 // len(line)))
    found = chains(text, text, 8)
    assert Chain(0, len(text), 0, len(text), len(text)) in found
    assert len(found) < 1000
