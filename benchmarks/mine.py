"""How fast `mine` is, how its time and memory grow with the input, and what DuckDB alone and Spark need for part of it.

    python benchmarks/mine.py documents FOLDER... [--memory 2GB]
    python benchmarks/mine.py rows FOLDER... [--most 747575]

`documents` mines an eighth, a quarter, a half and all of the files, each in a process of its own, and watches the
memory of that process and its children. Its time is given by the clock and by the processor, which other work on the
machine disturbs less, both beside what would be linear.

`rows` takes the different sentences of the files, as many as `--most`, makes n-gram rows of them (64-bit keys in
Parquet; not counted) and measures three ways from there: ours to the finished table, texts and contexts and all;
DuckDB's SELECT DISTINCT, which is but the first step of any; and the Spark plan to the pairs' counts, without texts,
where [spark] is installed. What ours takes to make the rows is shown as "cutting".
"""

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from statistics import median

import numpy as np

from otherwords.mine.duckdb_engine import ALIGNING, CUTTING, LOOKING_UP, PRUNING, aligned
from otherwords.mine.fragments import fragments
from otherwords.mine.means import Means
from otherwords.mine.parquet import connected, parquet
from otherwords.mine.processes import Processes
from otherwords.mine.rows import PlacedRows, pack, slices_for, write_rows
from otherwords.mine.run import WRITING, Job, mine
from otherwords.mine.settings import Settings
from otherwords.mine.shards import read_shard, write_shard
from otherwords.mine.sources import files
from otherwords.mine.table import write
from otherwords.mine.work import Work

CORES = len(os.sched_getaffinity(0))
SHARD = 25_000
ROUNDS = 3
SLICING = "slicing"
FROM_ROWS = (SLICING, PRUNING, ALIGNING, LOOKING_UP, WRITING)
OURS, DISTINCT = "ours, from rows to the table", "DuckDB, SELECT DISTINCT of the rows"
SPARK = f"Spark local[{CORES}], from rows to counts"


def quietly(*_: object) -> None:
    pass


def documents(paths: list[str], settings: Settings, folder: Path) -> None:
    found = [file.path for file in files(paths, quietly)]
    random.Random(1).shuffle(found)  # or the first eighth would be all of one kind
    print("   files      MB  seconds  of linear  processor  of linear   MB/s  sentences        rows    pairs   memory")
    first: dict[str, float] = {}
    for share in (8, 4, 2, 1):
        some = found[: len(found) // share]
        megabytes = sum(map(os.path.getsize, some)) / 1e6
        (folder / "files.json").write_text(json.dumps(some))
        command = [sys.executable, __file__, "one", str(folder / "files.json")]
        command += ["--memory", settings.memory, "--tagger", settings.tagger]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        largest = max(watched(process), default=0)
        figures = json.loads(process.stdout.read())
        times = ""
        for name in ("seconds", "processor"):
            first.setdefault(name, figures[name] / megabytes)
            times += f" {figures[name]:8.1f} {figures[name] / megabytes / first[name]:10.2f}  "
        print(
            f"{len(some):8,} {megabytes:7,.0f}{times}{megabytes / figures['seconds']:6.1f} {figures['sentences']:10,} "
            f"{figures['rows']:11,} {figures['pairs']:8,} {largest / 1e6:5.0f} MB",
            flush=True,
        )


def one(file_list: str, settings: Settings, folder: Path) -> None:
    paths = json.loads(Path(file_list).read_text())
    began = time.perf_counter()
    mined = mine(Job(paths, str(folder / "table.parquet"), settings, processes=CORES), quietly)
    seconds = time.perf_counter() - began
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    processor = sum(usage.ru_utime + usage.ru_stime for usage in used)
    seen = {"sentences": mined.sentences, "rows": mined.rows, "pairs": mined.pairs}
    print(json.dumps({"seconds": seconds, "processor": processor, **seen}))


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
    shards, sentences = different_sentences(paths, settings, most, folder)
    rows, number = rows_of(shards, settings, folder)
    print(f"{sentences:,} different sentences, {number:,} rows, {CORES} cores, {ROUNDS} rounds, the median")
    slices = slices_for(number)
    rounds: list[dict[str, float]] = []
    for _ in range(ROUNDS):  # in turn, for other work on the machine comes and goes
        taken = {SLICING: seconds(lambda: slice_rows(rows, slices, folder))}
        taken |= ours(shards, settings, folder)
        taken[DISTINCT] = seconds(lambda: distinct(rows, folder))
        taken[OURS] = sum(taken[step] for step in FROM_ROWS)
        rounds.append(taken)
        for path in folder.glob("*.slices"):
            path.unlink()
    times = {name: median(taken[name] for taken in rounds) for name in rounds[0]}
    for name in (CUTTING, *FROM_ROWS):
        print(f"    {name:38} {times[name]:7.1f} s")
    if find_spec("pyspark"):
        times[SPARK] = seconds(lambda: spark(rows, settings, folder))
    for name in (OURS, DISTINCT, SPARK):
        if name in times:
            print(f"{name:42} {times[name]:7.1f} s   {times[name] / times[OURS]:5.2f} times ours")


def seconds(do: Callable[[], object]) -> float:
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def different_sentences(paths: list[str], settings: Settings, most: int, folder: Path) -> tuple[list[Path], int]:
    """Shards of the sentences that a run keeps, each once, and how many they are."""
    job = Job(paths, str(folder / "first.parquet"), settings, folder / "first", keep_work=True, processes=CORES)
    mine(job, quietly)
    different: dict[str, str] = {}
    with connected(1 << 30, 1, folder) as connection:
        for shard in sorted((folder / "first").glob("sentences-*/*.parquet")):
            different.update(zip(*read_shard(connection, shard), strict=True))
    kept = list(different.items())[:most]
    shards = []
    for first in range(0, len(kept), SHARD):
        shards.append(folder / f"sentences{first}.parquet")
        write_shard(shards[-1], dict(kept[first : first + SHARD]))
    return shards, len(kept)


def rows_of(shards: list[Path], settings: Settings, folder: Path) -> tuple[list[Path], int]:
    """Files with the columns ``anchor``, ``candidate`` and ``place``, and how many rows they have."""
    paths, number = [], 0
    with connected(1 << 30, 1, folder) as connection:
        for shard, source in enumerate(shards):
            found = fragments(*read_shard(connection, source), settings)
            number += len(found)
            paths.append(source.with_suffix(".rows.parquet"))
            columns = {
                "anchor": found.anchor.view(np.int64),  # Spark's numbers have signs
                "candidate": found.candidate.view(np.int64),
                "place": pack(shard, found.sentence, found.first, found.length).view(np.int64),
            }
            connection.register("found", columns)
            connection.execute(f"COPY (SELECT anchor, candidate, place FROM found) TO '{paths[-1]}' (FORMAT parquet)")
    return paths, number


def slice_rows(rows: list[Path], slices: int, folder: Path) -> None:
    """What the engine does with rows while it makes them, here by itself, so that it is counted."""
    with Processes(CORES) as processes:
        for _ in processes.each(partial(slice_some, slices, folder), [rows[first::CORES] for first in range(CORES)]):
            pass


def slice_some(slices: int, folder: Path, rows: list[Path]) -> None:
    with connected(1 << 30, 1, folder) as connection:
        for path in rows:
            columns = connection.execute(f"FROM {parquet([path])}").fetchnumpy()
            keys = (columns[name].view(np.uint64) for name in ("anchor", "candidate", "place"))
            write_rows(path.with_suffix(".slices"), PlacedRows(*keys), slices)


def ours(shards: list[Path], settings: Settings, folder: Path) -> dict[str, float]:
    """The seconds of each step."""
    begun: dict[str, float] = {}

    def note(step: str, *_: int) -> None:
        begun.setdefault(step, time.perf_counter())

    with Work(folder / "ours") as work, Processes(CORES) as processes:
        means = Means(work, processes, settings.memory_bytes, note)
        tokens = 20 * SHARD * len(shards)  # about; it is for dividing the work
        found = aligned(shards, tokens, settings, means)
        note(WRITING)
        with means.connected() as connection:
            write(found.table_rows(connection), folder / "ours.parquet", {})
        note("end")
        work.remove()
    return {step: end - start for (step, start), (_, end) in pairwise(begun.items())}


def distinct(rows: list[Path], folder: Path) -> int:
    with connected(16 << 30, CORES, folder) as connection:  # it may have all the memory it likes
        query = f"SELECT count(*) FROM (SELECT DISTINCT anchor, candidate FROM {parquet(rows)})"
        ((number,),) = connection.execute(query).fetchall()
    return int(number)


def spark(rows: list[Path], settings: Settings, folder: Path) -> int:
    from otherwords.mine.spark_engine import pair_counts
    from otherwords.spark.session import spark_session

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
