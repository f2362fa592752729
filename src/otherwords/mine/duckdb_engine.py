"""The engine for one machine: from shards of sentences to the table's rows, in steps that are each done once."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from otherwords.mine.align import align, table_rows
from otherwords.mine.fragments import Places, fragments
from otherwords.mine.means import Means
from otherwords.mine.parquet import SMALL, connected, copy, parquet
from otherwords.mine.prune import joined as joined_counts
from otherwords.mine.prune import pruned
from otherwords.mine.rows import (
    MOST_SENTENCES,
    SHARD_SHIFT,
    PlacedRows,
    joined,
    number_of_rows,
    pack,
    read_rows,
    slices_for,
    write_rows,
)
from otherwords.mine.settings import Settings
from otherwords.mine.shards import read_shard
from otherwords.mine.texts import texts_at
from otherwords.mine.work import read_receipt, whole, write_receipt

if TYPE_CHECKING:
    import duckdb

CUTTING, PRUNING, ALIGNING, LOOKING_UP = "cutting", "pruning", "aligning", "looking up"

_SENTENCES_AT_ONCE = 5_000
_BYTES_A_ROW = 150
"""What a row takes in memory while it is pruned."""
_DONE = "done.json"
_SENTENCES = "sentences.parquet"


@dataclass(frozen=True)
class Aligned:
    """What came of the sentences; the texts of the pairs are in files."""

    sentences: int
    """Different ones."""
    rows: int
    pairs: int
    folder: Path
    texts: tuple[Path, ...]

    def table_rows(self, connection: "duckdb.DuckDBPyConnection") -> "duckdb.DuckDBPyRelation":
        return table_rows(connection, self.folder / "pairs.parquet", self.folder / "samples.parquet", self.texts)


def aligned(shards: Sequence[Path], tokens: int, settings: Settings, means: Means) -> Aligned:
    """``tokens`` are those of all shards, by which the work is divided."""
    sentences = _distinct(shards, means)
    rows = _pruned(shards, sentences.folder, tokens, settings, means)
    pairs = _aligned(rows.folder, settings, means)
    texts = _texts(shards, pairs.folder, settings, means)
    return Aligned(sentences.number, rows.number, pairs.number, pairs.folder, texts)


@dataclass(frozen=True)
class _Made:
    """The folder of a finished step, and how many things came of it."""

    folder: Path
    number: int


def _distinct(shards: Sequence[Path], means: Means) -> _Made:
    """A file with the columns ``shard`` and ``sentence``: where every sentence stands for the first time."""
    # With their folder, for that bears the mark of the tagger: the same texts are other sentences with another one.
    folder = means.work.step("distinct", [f"{shard.parent.name}/{shard.name}" for shard in shards])
    number = read_receipt(folder / _DONE)
    if number is None:
        places = f"""
            SELECT min(file_index::BIGINT * {MOST_SENTENCES} + file_row_number) AS place
            FROM {parquet(shards, ", file_row_number = true")} GROUP BY key ORDER BY place
            """
        query = f"SELECT place // {MOST_SENTENCES} AS shard, place % {MOST_SENTENCES} AS sentence FROM ({places})"
        with means.connected() as connection:
            copy(connection, query, folder / _SENTENCES)
            ((number,),) = connection.execute(f"SELECT count(*) FROM {parquet([folder / _SENTENCES])}").fetchall()
        write_receipt(folder / _DONE, number)
    return _Made(folder, number)


def _pruned(shards: Sequence[Path], distinct: Path, tokens: int, settings: Settings, means: Means) -> _Made:
    """The rows whose anchors have at least two candidates; the number is that of the rows before."""
    most_rows = tokens * (settings.longest - settings.shortest + 1)
    slices = slices_for(most_rows)
    tasks = max(4 * means.processes.number, _BYTES_A_ROW * most_rows // means.memory_for_data)
    width = max(1, slices // tasks)
    made_of = (distinct.name, settings.anchor, settings.ends, settings.shortest, settings.longest, slices)
    folder = means.work.step("pruned", *made_of, width)
    number = read_receipt(folder / _DONE)
    if number is None:
        rows = means.work.step("rows", *made_of)
        cut = partial(_cut, distinct / _SENTENCES, rows, settings, slices)
        files = sorted(means.each(CUTTING, cut, list(enumerate(shards))))
        prune = partial(_prune, files, slices, width, means.memory_for_data // _BYTES_A_ROW, folder)
        for _ in means.each(PRUNING, prune, range(0, slices, width)):
            pass
        number = sum(number_of_rows(path, slices) for path in files)
        write_receipt(folder / _DONE, number)
        shutil.rmtree(rows)  # the largest thing on disk, and of no more use
    return _Made(folder, number)


def _cut(distinct: Path, folder: Path, settings: Settings, slices: int, shard: tuple[int, Path]) -> Path:
    """The fragments of a shard's sentences, but for those that an earlier shard holds too, as a file of rows."""
    number, source = shard
    path = folder / f"{number}.rows"
    if path.exists():
        return path
    with connected(SMALL, 1, folder) as connection:
        query = f"SELECT sentence FROM {parquet([distinct])} WHERE shard = {number} ORDER BY sentence"
        chosen: Places = connection.execute(query).fetchnumpy()["sentence"]
        words, tags = read_shard(connection, source)
    parts = []
    for batch in np.array_split(chosen, len(chosen) // _SENTENCES_AT_ONCE + 1):
        rows = fragments([words[place] for place in batch], [tags[place] for place in batch], settings)
        place = pack(number, batch[rows.sentence], rows.first, rows.length)
        parts.append(PlacedRows(rows.anchor, rows.candidate, place))
    with whole(path) as unfinished:
        write_rows(unfinished, joined(parts), slices)
    return path


def _prune(files: Sequence[Path], slices: int, width: int, most_rows: int, folder: Path, first: int) -> None:
    path = folder / f"{first}.parquet"
    if path.exists():
        return
    end = min(first + width, slices)
    rows = joined_counts(list(pruned((read_rows(file, slices, first, end) for file in files), most_rows)))
    with connected(SMALL, 1, folder) as connection:
        connection.register("rows", vars(rows))
        copy(connection, "SELECT anchor, candidate, fragments, place FROM rows", path)


def _aligned(rows: Path, settings: Settings, means: Means) -> _Made:
    """The tables of keys, as files; the number is that of the pairs."""
    folder = means.work.step("aligned", rows.name, settings.least, settings.samples)
    number = read_receipt(folder / _DONE)
    if number is None:
        means.report(ALIGNING, 0, 1)
        with means.connected() as connection:
            align(connection, sorted(rows.glob("*.parquet")), settings, means.memory // 2)
            for table in ("pairs", "samples"):
                copy(connection, f"FROM {table}", folder / f"{table}.parquet")
            copy(connection, "FROM wanted ORDER BY place", folder / "wanted.parquet")
            ((number,),) = connection.execute("SELECT count(*) FROM pairs").fetchall()
        write_receipt(folder / _DONE, number)
        means.report(ALIGNING, 1, 1)
    return _Made(folder, number)


def _texts(shards: Sequence[Path], aligned: Path, settings: Settings, means: Means) -> tuple[Path, ...]:
    folder = means.work.step("texts", aligned.name)
    find = partial(_find_texts, aligned / "wanted.parquet", folder, settings)
    return tuple(means.each(LOOKING_UP, find, list(enumerate(shards))))


def _find_texts(wanted: Path, folder: Path, settings: Settings, shard: tuple[int, Path]) -> Path:
    """The texts that are to be read in a shard, as a file."""
    number, source = shard
    path = folder / f"{number}.parquet"
    if path.exists():
        return path
    first, end = number << SHARD_SHIFT, (number + 1) << SHARD_SHIFT
    with connected(SMALL, 1, folder) as connection:
        query = f"SELECT is_anchor, key, place FROM {parquet([wanted])} WHERE place >= {first} AND place < {end}"
        columns = connection.execute(query).fetchnumpy()
        words, tags = read_shard(connection, source) if len(columns["key"]) else ([], [])
        texts = texts_at(columns["place"], columns["is_anchor"].tolist(), words, tags, settings)
        columns["text"] = np.array([*texts], object)
        connection.register("found", columns)
        copy(connection, "SELECT is_anchor, key, text::VARCHAR AS text FROM found", path)
    return path
