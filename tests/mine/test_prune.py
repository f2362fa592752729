from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.mine.prune import pruned
from otherwords.mine.rows import PlacedRows, number_of_rows, pack, read_rows, slices_for, unpack, write_rows

ROWS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 4)), max_size=60)


def placed(rows: list[tuple[int, int]], shard: int = 0) -> PlacedRows:
    anchor, candidate = np.array(rows, np.uint64).reshape(-1, 2).T
    anchor = anchor * np.uint64(0x1F3D5B7997531357)  # so that they differ in the bits that make the slices
    return PlacedRows(anchor, candidate, np.arange(len(rows), dtype=np.uint64) + np.uint64(1000 * shard))


@given(st.lists(ROWS, min_size=1, max_size=4), st.sampled_from([1, 20, 1000]))
def test_what_is_left_has_company_and_is_counted(files: list[list[tuple[int, int]]], most_rows: int):
    parts = [[placed(rows, shard)] for shard, rows in enumerate(files)]
    (left,) = pruned(parts, most_rows)
    together = [row for (part,) in parts for row in zip(part.anchor, part.candidate, part.place, strict=True)]
    number = Counter((anchor, candidate) for anchor, candidate, _ in together)
    candidates = defaultdict(set)
    for anchor, candidate in number:
        candidates[anchor].add(candidate)
    expected = {row: count for row, count in number.items() if len(candidates[row[0]]) > 1}
    assert dict(zip(zip(left.anchor, left.candidate, strict=True), left.fragments, strict=True)) == expected
    assert len(left) == len(expected)
    first = {(anchor, candidate): place for anchor, candidate, place in reversed(together)}
    assert dict(zip(zip(left.anchor, left.candidate, strict=True), left.place, strict=True)) == {
        row: first[row] for row in expected
    }


@pytest.mark.parametrize("slices", [2, 8, 4096])
def test_slices_hold_all_rows_and_share_no_anchor(tmp_path: Path, slices: int):
    draw = np.random.default_rng(3)
    anchor = draw.integers(0, 2**64, 5000, np.uint64, endpoint=False)
    rows = PlacedRows(anchor, anchor + np.uint64(1), anchor + np.uint64(2))
    write_rows(tmp_path / "rows", rows, slices)
    assert number_of_rows(tmp_path / "rows", slices) == 5000
    first = read_rows(tmp_path / "rows", slices, 0, slices // 2)
    rest = read_rows(tmp_path / "rows", slices, slices // 2, slices)
    assert len(first) + len(rest) == slices
    found = [key for part in first + rest for key in part.anchor]
    assert sorted(found) == sorted(anchor)
    assert all((part.candidate - part.anchor == 1).all() and (part.place - part.anchor == 2).all() for part in rest)
    assert max(key for part in first for key in part.anchor) < min(key for part in rest for key in part.anchor)


def test_a_file_without_rows(tmp_path: Path):
    write_rows(tmp_path / "rows", placed([]), 2)
    assert [len(part) for part in read_rows(tmp_path / "rows", 2, 0, 2)] == [0, 0]


@given(
    st.integers(0, (1 << 20) - 1),
    st.lists(st.tuples(st.integers(0, (1 << 20) - 1), st.integers(0, 65535), st.integers(0, 255)), min_size=1),
)
def test_places_come_back(shard: int, parts: list[tuple[int, int, int]]):
    sentence, first, length = np.array(parts, np.int64).T
    place = pack(shard, sentence, first, length)
    found_shard, *found = unpack(place)
    assert (found_shard == shard).all()
    assert [column.tolist() for column in found] == [sentence.tolist(), first.tolist(), length.tolist()]
    order = np.lexsort((length, first, sentence))
    assert (np.sort(place) == place[order]).all()


def test_slices_are_powers_of_two():
    assert all(slices_for(rows).bit_count() == 1 for rows in (0, 1, 10**5, 10**6 + 1, 10**9, 10**12))
