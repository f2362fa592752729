from collections.abc import Iterator
from pathlib import Path

import duckdb
import numpy as np
import pytest

from otherwords.mine.align import align
from otherwords.mine.parquet import copy
from otherwords.mine.settings import Settings


def aligned(connection: duckdb.DuckDBPyConnection, rows: Path, memory: int) -> list[list[tuple[object, ...]]]:
    align(connection, [rows], Settings(least=3), memory)
    return [connection.execute(f"FROM {table} ORDER BY ALL").fetchall() for table in ("pairs", "samples", "wanted")]


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(config={"threads": 1}) as connection:
        yield connection


def write_rows(connection: duckdb.DuckDBPyConnection, path: Path, anchor: np.ndarray, candidate: np.ndarray) -> None:
    spread = np.uint64(0x9E3779B97F4A7C15)
    columns = {
        "anchor": anchor.astype(np.uint64) * spread,
        "candidate": candidate.astype(np.uint64) * spread,
        "fragments": anchor % 3 + 1,
        "place": anchor * 1000 + candidate,
    }
    connection.register("made", columns)
    copy(connection, "SELECT * FROM made GROUP BY ALL", path)


def test_the_join_in_many_parts_gives_the_same(tmp_path: Path, connection: duckdb.DuckDBPyConnection):
    draw = np.random.default_rng(1)
    write_rows(connection, tmp_path / "rows.parquet", draw.integers(0, 60, 3000), draw.integers(0, 40, 3000))
    whole = aligned(connection, tmp_path / "rows.parquet", 1 << 30)
    assert whole[0]
    assert aligned(connection, tmp_path / "rows.parquet", 2_000_000) == whole


def test_an_anchor_that_fits_everything_stays_in_bounds(tmp_path: Path, connection: duckdb.DuckDBPyConnection):
    """Twelve million meetings under one anchor, of which nearly none is a pair."""
    heavy = 5000
    few = np.repeat(np.arange(1, 4), 2)
    everywhere, candidates = np.zeros(heavy, np.int64), np.arange(heavy)
    own = [np.full(heavy, 0) + 10 * (number + 1) + candidates // 2 * 100 for number in range(2)]
    anchor = np.concatenate([everywhere, *own, few])
    candidate = np.concatenate([candidates, candidates, candidates, np.tile([7, 4000], 3)])
    write_rows(connection, tmp_path / "rows.parquet", anchor, candidate)
    connection.execute("SET memory_limit = '150MB'")
    connection.execute(f"SET temp_directory = '{tmp_path}'")
    pairs, _, _ = aligned(connection, tmp_path / "rows.parquet", 100 << 20)
    assert len(pairs) == heavy // 2 + 1
