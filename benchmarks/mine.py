"""How fast `mine` is, how its time and memory grow with the input, and what DuckDB alone and Spark need for part of it.

    python benchmarks/mine.py documents FOLDER... [--memory 2GB]
    python benchmarks/mine.py rows FOLDER... [--most 747575]

`documents` mines an eighth, a quarter, a half and all of the files, each in a process of its own, and watches the
memory of that process and its children. `rows` takes the different sentences of the files, as many as `--most`, and
measures three ways from there: ours to the finished table; DuckDB's SELECT DISTINCT of the n-gram rows, which is but
the first step; and the Spark plan, from the same rows to the pairs' counts. Rows are 64-bit keys in Parquet, and making
them is not counted, except in ours, which begins with the sentences. Spark is measured where [spark] is installed.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from otherwords.mine.duckdb_engine import aligned
from otherwords.mine.fragments import fragments
from otherwords.mine.means import Means
from otherwords.mine.parquet import connected, parquet
from otherwords.mine.processes import Processes
from otherwords.mine.run import Job, mine
from otherwords.mine.settings import Settings
from otherwords.mine.shards import read_shard, write_shard
from otherwords.mine.sources import files
from otherwords.mine.table import write
from otherwords.mine.work import Work

CORES = len(os.sched_getaffinity(0))
SHARD = 25_000


def quietly(*_: object) -> None:
    pass


def documents(paths: list[str], settings: Settings, folder: Path) -> None:
    found = [file.path for file in files(paths, quietly)]
    random.Random(1).shuffle(found)  # or the first eighth would be all of one kind
    print(
        f"{'files':>8} {'MB':>7} {'seconds':>8} {'MB/s':>6} {'sentences':>10} {'rows':>11} {'pairs':>8} {'memory':>8}"
    )
    first = None
    for share in (8, 4, 2, 1):
        some = found[: len(found) // share]
        megabytes = sum(map(os.path.getsize, some)) / 1e6
        (folder / "files.json").write_text(json.dumps(some))
        command = [sys.executable, __file__, "one", str(folder / "files.json")]
        command += ["--memory", settings.memory, "--tagger", settings.tagger]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        largest = max(watched(process), default=0)
        figures = json.loads(process.stdout.read())
        seconds = figures["seconds"]
        first = first or seconds / megabytes
        print(
            f"{len(some):8,} {megabytes:7,.0f} {seconds:8.1f} {megabytes / seconds:6.1f} {figures['sentences']:10,} "
            f"{figures['rows']:11,} {figures['pairs']:8,} {largest / 1e6:5.0f} MB"
            f"   {seconds / megabytes / first:.2f} times linear",
            flush=True,
        )


def one(file_list: str, settings: Settings, folder: Path) -> None:
    paths = json.loads(Path(file_list).read_text())
    began = time.perf_counter()
    mined = mine(Job(paths, str(folder / "table.parquet"), settings, processes=CORES), quietly)
    seconds = time.perf_counter() - began
    print(json.dumps({"seconds": seconds, "sentences": mined.sentences, "rows": mined.rows, "pairs": mined.pairs}))


def watched(process: "subprocess.Popen[str]") -> Iterator[int]:
    """Bytes that a process and its children have in memory, now and again until it ends."""
    while process.poll() is None:
        yield sum(map(resident, [process.pid, *children(process.pid)]))
        time.sleep(0.1)


def children(parent: int) -> Iterator[int]:
    try:
        for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
            yield int(child)
            yield from children(int(child))
    except OSError:  # it has ended meanwhile
        return


def resident(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0


def rows(paths: list[str], settings: Settings, most: int, folder: Path) -> None:
    shards = different_sentences(paths, settings, most, folder)
    rows, number = rows_of(shards, settings, folder)
    print(f"{most if most < 10**12 else 'all'} different sentences at most, {number:,} rows, {CORES} cores")
    ways: dict[str, Callable[[], int]] = {
        "ours, from sentences to the table": lambda: ours(shards, settings, folder),
        "DuckDB, SELECT DISTINCT of the rows": lambda: distinct(rows, folder),
    }
    if find_spec("pyspark"):
        ways[f"Spark local[{CORES}], from rows to counts"] = lambda: spark(rows, settings, folder)
    for name, way in ways.items():
        began = time.perf_counter()
        result = way()
        print(f"{name:40} {time.perf_counter() - began:7.1f} s   {result:,} rows", flush=True)


def different_sentences(paths: list[str], settings: Settings, most: int, folder: Path) -> list[Path]:
    """Shards of them, made of the sentences that a run keeps."""
    job = Job(paths, str(folder / "first.parquet"), settings, folder / "first", keep_work=True, processes=CORES)
    mine(job, quietly)
    different: dict[str, str] = {}
    for shard in sorted((folder / "first").glob("sentences-*/*.parquet")):
        different.update(zip(*read_shard(shard), strict=True))
    kept = list(different.items())[:most]
    shards = []
    for first in range(0, len(kept), SHARD):
        shards.append(folder / f"sentences{first}.parquet")
        write_shard(shards[-1], dict(kept[first : first + SHARD]))
    return shards


def rows_of(shards: list[Path], settings: Settings, folder: Path) -> tuple[list[Path], int]:
    paths, number = [], 0
    for shard in shards:
        found = fragments(*read_shard(shard), settings)
        number += len(found)
        paths.append(shard.with_suffix(".rows.parquet"))
        with connected(1 << 30, 1, folder) as connection:
            columns = {"anchor": found.anchor.view(np.int64), "candidate": found.candidate.view(np.int64)}
            connection.register("found", columns)
            connection.execute(f"COPY (SELECT anchor, candidate FROM found) TO '{paths[-1]}' (FORMAT parquet)")
    return paths, number


def ours(shards: list[Path], settings: Settings, folder: Path) -> int:
    with Work(folder / "ours") as work, Processes(CORES) as processes:
        means = Means(work, processes, settings.memory_bytes, quietly)
        tokens = 20 * SHARD * len(shards)  # about; it is for dividing the work
        found = aligned(shards, tokens, settings, means)
        with means.connected() as connection:
            return write(found.table_rows(connection), folder / "ours.parquet", {})


def distinct(rows: list[Path], folder: Path) -> int:
    with connected(16 << 30, CORES, folder) as connection:  # it may have all the memory it likes
        query = f"SELECT count(*) FROM (SELECT DISTINCT anchor, candidate FROM {parquet(rows)})"
        ((number,),) = connection.execute(query).fetchall()
    return int(number)


def spark(rows: list[Path], settings: Settings, folder: Path) -> int:
    from otherwords.mine.spark_engine import pair_counts
    from otherwords.mine.spark_session import spark_session

    (folder / "spark").mkdir()
    with spark_session(f"local[{CORES}]", 8000, folder / "spark") as session:
        return int(pair_counts(session.read.parquet(*map(str, rows)), settings.least).count())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("documents", "rows", "one"))
    parser.add_argument("paths", nargs="+", help="Folders and files.")
    parser.add_argument("--memory", default="2GB")
    parser.add_argument("--most", type=int, default=10**12, help="rows: so many sentences.")
    parser.add_argument("--tagger", default="otherwords")
    asked = parser.parse_args()
    settings = Settings(memory=asked.memory, tagger=asked.tagger)
    with tempfile.TemporaryDirectory() as folder:
        if asked.what == "documents":
            documents(asked.paths, settings, Path(folder))
        elif asked.what == "one":
            one(*asked.paths, settings, Path(folder))
        else:
            rows(asked.paths, settings, asked.most, Path(folder))


if __name__ == "__main__":
    main()
