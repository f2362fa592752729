"""The engine for one machine on sentences that a test made, and the table that comes out of it."""

from collections.abc import Sequence
from pathlib import Path

import brute_force

from otherwords.mine.duckdb_engine import aligned
from otherwords.mine.means import Means
from otherwords.mine.processes import Processes
from otherwords.mine.settings import Settings
from otherwords.mine.shards import write_shard
from otherwords.mine.table import Pair, Table, write
from otherwords.mine.work import Work


def mined_by_duckdb(
    sentences: Sequence[tuple[str, str]], settings: Settings, folder: Path, number: int = 1, processes: int = 1
) -> list[Pair]:
    """The table of sentences that lie in so many shards."""
    folder.mkdir(exist_ok=True)
    shards = [folder / f"{shard}.parquet" for shard in range(number)]
    for shard, path in enumerate(shards):
        write_shard(path, dict(sentences[shard::number]))
    tokens = sum(len(tags) for _, tags in sentences)
    table = folder / "table.parquet"
    with Work(folder / "work") as work, Processes(processes) as several:
        means = Means(work, several, settings.memory_bytes, lambda *_: None)
        found = aligned(shards, tokens, settings, means)
        with means.connected() as connection:
            write(found.table_rows(connection), table, {})
        assert found.sentences == len(set(sentences))
    with Table(table) as opened:
        pairs = list(opened)
    assert len(pairs) == found.pairs
    return pairs


def check(pairs: Sequence[Pair], sentences: Sequence[tuple[str, str]], settings: Settings) -> None:
    """Whether a table is row for row that of brute force, and its contexts are of the right ones."""
    expected = brute_force.mined(sentences, settings)
    assert [_without_contexts(pair) for pair in pairs] == [_without_contexts(pair) for pair in expected]
    for pair, known in zip(pairs, expected, strict=True):
        assert set(pair.contexts) <= known.contexts
        assert len(set(pair.contexts)) == len(pair.contexts) == min(settings.samples, pair.count)


def _without_contexts(pair: Pair | brute_force.MinedPair) -> tuple[str, str, int, float, int]:
    return pair.left, pair.right, pair.count, pair.score, pair.sentences
