"""How fast `match --all` finds what is near what, beside sentence-transformers' `paraphrase_mining`, on equal vectors.

    python benchmarks/match.py encode QUESTIONS VECTORS.npy [--most 100000] [--model DIR]
    python benchmarks/match.py pairs VECTORS.npy [--floor 0.8] [--rounds 1]
    python benchmarks/match.py million VECTORS.npy [--count 1000000] [--floor 0.8]
    python benchmarks/match.py groups QUESTIONS [--work DIR] [--model DIR]

`encode` is not counted by the others: both sides start from its file. `pairs` finds all pairs of vectors whose cosine
is at least the floor, three ways, each in a process of its own: by brute force, which is the truth; ours; and
`paraphrase_mining_embeddings` with its own settings, where sentence-transformers is installed (it gives at most
500,000 pairs, the nearest 100 of each, whatever the floor is). Memory is the most that the process ever had (VmHWM),
Python, its libraries and the vectors included.

`million` makes as many vectors as wanted of those given, for nobody has a million questions at hand: each is the
direction of a mixture of two of them, so that they vary as real ones do, and every tenth is another one moved a
little, a duplicate. It finds the 16 nearest of each, which is what `match --all` needs, and counts the planted ones
among them.

`groups` is the whole of `match --all`, step by step.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from otherwords.match.duplicates import Duplicates
from otherwords.match.matcher import Matcher
from otherwords.match.nearness import Nearness
from otherwords.match.neighbours import Neighbours, compare
from otherwords.match.questions import read_questions

MINING = "sentence-transformers paraphrase_mining"
OURS = "otherwords"
BRUTE = "brute force"
CHUNK = 16384


def encode(questions: str, vectors: Path, most: int, model: Path | None) -> None:
    matcher = Matcher.open(model)
    texts = [question.text for question in read_questions(questions, on_error=print)][:most]
    began = time.perf_counter()
    rows = [matcher.model.vectors(texts[start : start + 1024]) for start in range(0, len(texts), 1024)]
    np.save(vectors, np.concatenate(rows))
    seconds = time.perf_counter() - began
    print(f"{len(texts):,} questions encoded in {seconds:.0f} s, {len(texts) / seconds:.0f} a second")


def pairs(vectors: Path, floor: float, rounds: int) -> None:
    shape = np.load(vectors, mmap_mode="r").shape
    print(f"{shape[0]:,} vectors of {shape[1]} numbers, floor {floor}, {len(os.sched_getaffinity(0))} cores")
    truth, _ = measured(BRUTE, vectors, floor)
    best: dict[str, dict[str, float]] = {}
    for _ in range(rounds):
        for name in (OURS, MINING):
            found, figures = measured(name, vectors, floor)
            if not figures:
                print(f"{name}: not installed")
                continue
            figures["recall"] = len(truth & found) / max(1, len(truth))
            figures["false"] = len(found - truth)
            if name not in best or figures["seconds"] < best[name]["seconds"]:
                best[name] = figures
    print(f"{len(truth):,} pairs from the floor on")
    for name, figures in best.items():
        shares = f"recall {100 * figures['recall']:.3f} %, {figures['false']:.0f} below the floor"
        print(f"{name:42} {figures['seconds']:8.1f} s {figures['processor']:8.1f} s of processor", end="  ")
        print(f"{figures['memory'] / 1e3:7.0f} MB  {shares}")
    if len(best) == 2:
        ours, theirs = best[OURS], best[MINING]
        faster, smaller = theirs["seconds"] / ours["seconds"], theirs["memory"] / ours["memory"]
        print(f"{faster:.1f} times as fast, in {smaller:.1f} times less memory")


def measured(name: str, vectors: Path, floor: float) -> tuple[set[tuple[int, int]], dict[str, float]]:
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "found.npy"
        command = [sys.executable, __file__, "one", str(vectors), "--floor", str(floor), "--name", name]
        done = subprocess.run([*command, "--found", str(found)], stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            return set(), {}
        rows = np.load(found)
        return set(map(tuple, rows.tolist())), json.loads(done.stdout)


def one(name: str, vectors: Path, floor: float, found: Path) -> None:
    """In a process of its own: the pairs go to a file, what they cost to standard output."""
    search = {OURS: ours, MINING: mining, BRUTE: brute_force}[name]
    rows, seconds, processor, memory = search(vectors, floor)
    np.save(found, rows)
    print(json.dumps({"seconds": seconds, "processor": processor, "memory": memory}))


Result = tuple[np.ndarray, float, float, int]


def ours(vectors: Path, floor: float) -> Result:
    table = np.load(vectors, mmap_mode="r")
    began, used = time.perf_counter(), time.process_time()
    nearness = Nearness(table, floor)
    some = [
        np.column_stack([pairs.second, pairs.first])
        for start, stop in nearness.bands()
        for pairs in nearness.pairs(start, stop)
    ]
    return np.concatenate(some), time.perf_counter() - began, time.process_time() - used, high_water()


def mining(vectors: Path, floor: float) -> Result:
    import torch
    from sentence_transformers.util import paraphrase_mining_embeddings

    table = torch.from_numpy(np.load(vectors))
    began, used = time.perf_counter(), time.process_time()
    mined = paraphrase_mining_embeddings(table)
    seconds, processor, memory = time.perf_counter() - began, time.process_time() - used, high_water()
    rows = np.array([(i, j) for score, i, j in mined if score >= floor], dtype=np.int64)
    return rows, seconds, processor, memory


def brute_force(vectors: Path, floor: float) -> Result:
    """Every product, whole; those within rounding of the floor are summed again one by one."""
    table = np.load(vectors)
    began, used = time.perf_counter(), time.process_time()
    found = []
    for start in range(0, len(table), 1024):
        products = table[start : start + 1024] @ table.T
        i, j = np.nonzero(products >= floor - 1e-4)
        i += start
        i, j = i[i < j], j[i < j]
        exact = np.concatenate(
            [(table[i[k : k + CHUNK]] * table[j[k : k + CHUNK]]).sum(axis=1) for k in range(0, len(i), CHUNK)]
            or [np.zeros(0)]
        )
        found.append(np.column_stack([i, j])[exact >= np.float32(floor)])
    return np.concatenate(found), time.perf_counter() - began, time.process_time() - used, high_water()


def high_water() -> int:
    """kB. Not ru_maxrss, which a child inherits from its parent."""
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1])


def million(vectors: Path, count: int, floor: float, folder: Path) -> None:
    made, copies = folder / "made.npy", folder / "copies.npy"
    mix(vectors, count, made, copies)
    command = [sys.executable, __file__, "nearest", str(made), "--floor", str(floor), "--found", str(copies)]
    subprocess.run(command, check=True)


def mix(vectors: Path, count: int, made: Path, copies: Path) -> None:
    random = np.random.default_rng(1)
    table = np.load(vectors)
    rows = np.lib.format.open_memmap(made, "w+", np.float32, (count, table.shape[1]))
    first, second = random.integers(0, len(table), (2, count))
    for start in range(0, count, CHUNK):
        some = slice(start, min(start + CHUNK, count))
        share = random.uniform(0.3, 0.7, (some.stop - start, 1)).astype(np.float32)
        rows[some] = unit(share * table[first[some]] + (1 - share) * table[second[some]])
    moved = np.arange(10, count, 10)
    source = moved - random.integers(1, 10, len(moved))  # none of which is moved itself
    for start in range(0, len(moved), CHUNK):
        some = slice(start, start + CHUNK)
        noise = unit(random.standard_normal((len(moved[some]), table.shape[1])).astype(np.float32))
        rows[moved[some]] = unit(rows[source[some]] + np.float32(0.3) * noise)
    rows.flush()
    np.save(copies, np.column_stack([moved, source]))


def unit(rows: np.ndarray) -> np.ndarray:
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def nearest(vectors: Path, floor: float, copies: Path) -> None:
    table = np.load(vectors, mmap_mode="r")
    began, used = time.perf_counter(), time.process_time()
    last = [began]

    def report(step: str, done: int, total: int) -> None:
        if time.perf_counter() - last[0] > 60:
            last[0] = time.perf_counter()
            print(f"{100 * done / total:5.1f} % after {last[0] - began:.0f} s", flush=True)

    keys = np.arange(len(table), dtype=np.uint64)
    neighbours: Neighbours = compare(Nearness(table, floor), keys, None, report)
    seconds, processor = time.perf_counter() - began, time.process_time() - used
    planted = np.load(copies)
    is_near = np.concatenate(
        [
            (table[planted[k : k + CHUNK, 0]] * table[planted[k : k + CHUNK, 1]]).sum(axis=1) >= np.float32(floor)
            for k in range(0, len(planted), CHUNK)
        ]
    )
    planted = planted[is_near]
    found = (neighbours.places[planted[:, 0]] == planted[:, 1:]).any(axis=1).sum()
    print(
        f"{len(table):,} vectors of {table.shape[1]} numbers: {seconds:.0f} s, {processor:.0f} s of processor, "
        f"{high_water() / 1e3:.0f} MB, of which up to {table.nbytes / 1e6:.0f} are the file of vectors; "
        f"{(neighbours.places >= 0).sum():,} neighbours; {found:,} of {len(planted):,} planted duplicates found"
    )


def groups(questions: str, work: Path | None, model: Path | None) -> None:
    times: dict[str, float] = {}

    def report(step: str, done: int, total: int) -> None:
        times.setdefault(step, time.perf_counter())

    began = time.perf_counter()
    found = Duplicates(Matcher.open(model), read_questions(questions, on_error=print), work=work, report=report)
    ends = [*times.values(), time.perf_counter()]
    steps = ", ".join(f"{step} {ends[i + 1] - ends[i]:.1f} s" for i, step in enumerate(times))
    seen, size = found.seen, sum(group.size for group in found)
    print(f"{seen.questions:,} questions, {seen.wordings:,} different: {len(found):,} groups with {size:,} questions")
    print(f"{time.perf_counter() - began:.1f} s: {steps}; {seen.readings:,} pairs read; {high_water() / 1e3:.0f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["encode", "pairs", "million", "groups", "one", "nearest"])
    parser.add_argument("path")
    parser.add_argument("output", nargs="?", type=Path)
    parser.add_argument("--most", type=int, default=100_000)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--floor", type=float, default=0.8)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--work", type=Path)
    parser.add_argument("--name")
    parser.add_argument("--found", type=Path)
    given = parser.parse_args()
    match given.what:
        case "encode":
            encode(given.path, given.output, given.most, given.model)
        case "pairs":
            pairs(Path(given.path), given.floor, given.rounds)
        case "million":
            with tempfile.TemporaryDirectory() as folder:
                million(Path(given.path), given.count, given.floor, Path(folder))
        case "groups":
            groups(given.path, given.work, given.model)
        case "one":
            one(given.name, Path(given.path), given.floor, given.found)
        case "nearest":
            nearest(Path(given.path), given.floor, given.found)


if __name__ == "__main__":
    main()
