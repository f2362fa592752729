"""Values by their keys, within bounds: whatever is forgotten, what comes out is right."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.remembered import Remembered


class Squares:
    def __init__(self, most: int) -> None:
        self.remembered: Remembered[int, int] = Remembered(most)
        self.made: list[int] = []

    def of(self, numbers: list[int]) -> list[int]:
        return self.remembered.many(numbers, self._make)

    def _make(self, numbers: list[int]) -> list[int]:
        self.made += numbers
        return [number * number for number in numbers]


@given(st.integers(1, 5), st.lists(st.lists(st.integers(0, 9), max_size=12), max_size=20))
def test_as_if_nothing_were_forgotten(most: int, calls: list[list[int]]):
    squares = Squares(most)
    for numbers in calls:
        assert squares.of(numbers) == [number * number for number in numbers]
        assert len(squares.remembered) <= most


@given(st.lists(st.lists(st.integers(0, 9), max_size=12), max_size=20))
def test_with_room_for_all_nothing_is_made_twice(calls: list[list[int]]):
    squares = Squares(10)
    for numbers in calls:
        squares.of(numbers)
    assert sorted(squares.made) == sorted({number for numbers in calls for number in numbers})


def test_what_was_not_asked_for_the_longest_is_forgotten():
    squares = Squares(3)
    squares.of([1, 2, 3])
    squares.of([1])
    squares.of([4])
    assert squares.made == [1, 2, 3, 4]
    squares.of([1, 3, 4])
    assert squares.made == [1, 2, 3, 4]
    squares.of([2])
    assert squares.made == [1, 2, 3, 4, 2]


def test_nothing_is_remembered_of_what_failed():
    squares: Remembered[int, int] = Remembered(3)

    def fails() -> int:
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        squares.one(2, fails)
    assert squares.one(2, lambda: 4) == 4


def test_many_threads():
    squares = Squares(4)
    calls = [[(7 * i + j) % 13 for j in range(5)] for i in range(400)]
    with ThreadPoolExecutor(8) as pool:
        for numbers, found in zip(calls, pool.map(squares.of, calls), strict=True):
            assert found == [number * number for number in numbers]
    assert len(squares.remembered) <= 4
