"""Whole collections: is the right document found among many, how fast, how large, and does a kill lose anything?

    python benchmarks/index.py spans FILE [--limit N]
    python benchmarks/index.py passages DATA -o passages.txt
    python benchmarks/index.py speed passages.txt QUERIES --work DIR [--sizes 50000,200000] [--asked 200]
    python benchmarks/index.py kills [--kills 50]

``spans`` puts every query of a spans file to the union of the file's documents, not telling which is meant, beside the
same queries put to their own documents. Where the file has two versions of each document, every query stands word for
word in the other version; so it is asked with and without word-for-word copies.

``passages`` writes the English texts of a data folder (paragraphs of SQuAD, verses of Bibles), one a line, shuffled.

``speed`` adds the lines of a file to an index until it has as many passages as the largest size, makes smaller indexes
of the first of them, and asks each the queries of a spans file: passages a second, bytes on disk over bytes of text,
the time of a query with and without the reader, and how much of exact search over the same vectors the index finds;
beside exact search by sentence-transformers' semantic_search over the very same vectors, and bm25s. What is encoded
stays in the work folder, and a run that was stopped goes on.

``kills`` adds files and kills the process with SIGKILL, again and again: is everything there that was reported?

JSON lines are printed. Seconds are those of the clock, and, beside them, those that the processor worked.
"""

import argparse
import gzip
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from otherwords.evaluate.metrics import SpanMetrics
from otherwords.evaluate.prediction import Prediction
from otherwords.evaluate.spans import read_spans
from otherwords.find import Finder
from otherwords.find.collection import Collection
from otherwords.index import Index
from otherwords.index.search import nearest
from otherwords.text import Answer, Document

AT_ONCE = 1500
"""Lines that are added in one go and timed together."""
TOP = 10


def spans(file: Path, limit: int | None, work: Path) -> Iterator[dict[str, Any]]:
    examples = list(islice(read_spans(file), limit))
    names = {text: f"document {number}" for number, text in enumerate(dict.fromkeys(one.document for one in examples))}
    index = Index.open_or_make(work / "spans")
    began = time.perf_counter()
    passages = index.add(Document(text, name) for text, name in names.items())
    finder = Finder()
    collection = Collection(index, finder)
    yield {"documents": len(names), "passages": passages, "build_seconds": round(time.perf_counter() - began, 1)}
    for name, ask in {
        "all documents, word-for-word copies passed over": lambda one: collection.find(
            one.query, always=True, explain=False, copies=False
        ),
        "one document, told which": lambda one: finder.find(one.query, one.document, always=True, explain=False),
        "all documents": lambda one: collection.find(one.query, always=True, explain=False),
    }.items():
        metrics, right, copied = SpanMetrics(), 0, 0
        clock = Clock()
        for one in examples:
            answer: Answer = clock(ask, one)
            match = answer.best
            is_right = match is not None and match.document_id in ("", names[one.document])
            right += is_right
            copied += match is not None and match.span.text.strip() == one.query.strip()
            predicted = match and Prediction(match.span.start, match.span.end, match.probability)
            metrics.add(one, predicted if is_right else None)
        figures = metrics.figures()
        yield {
            "asked": name,
            "n": len(examples),
            "right_document": round(100 * right / len(examples), 2),
            "em": figures["em"],
            "f1": figures["f1"],
            "answers_that_are_the_query_itself": copied,
            **clock.figures(),
        }


class Clock:
    """Calls, and keeps how long each took."""

    def __init__(self) -> None:
        self.walls: list[float] = []
        self.works: list[float] = []

    def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
        wall, work = time.perf_counter(), time.process_time()
        result = function(*arguments)
        self.walls.append(time.perf_counter() - wall)
        self.works.append(time.process_time() - work)
        return result

    def figures(self) -> dict[str, float]:
        """In milliseconds."""

        def at(values: list[float], share: float) -> float:
            return round(1000 * sorted(values)[min(int(share * len(values)), len(values) - 1)], 1)

        times = {"p50_ms": at(self.walls, 0.5), "p95_ms": at(self.walls, 0.95)}
        return {**times, "processor_p50_ms": at(self.works, 0.5), "processor_p95_ms": at(self.works, 0.95)}


def passages(data: Path, output: Path) -> Iterator[dict[str, Any]]:
    texts: dict[str, None] = {}
    for row in _rows(data / "squad" / "squad2-en-fi.jsonl.gz"):
        texts[row["en"]] = None
    for name in ("KJV-ASV", "DRC-BBE"):
        for row in _rows(data / "versions" / "open" / f"bible.en.{name}.jsonl.gz"):
            texts |= dict.fromkeys([*row["a"], *row["b"]])
    for row in _rows(data / "squad" / "original-vs-backtranslated.jsonl.gz"):
        texts[row["orig"]] = None
    lines = [" ".join(text.split()) for text in texts if text.strip()]
    random.Random(0).shuffle(lines)
    output.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    yield {"lines": len(lines), "characters": sum(map(len, lines))}


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def speed(file: Path, queries: Path, sizes: Sequence[int], asked: int, work: Path) -> Iterator[dict[str, Any]]:
    texts = [one.query for one in random.Random(1).sample(list(read_spans(queries)), asked)]
    finder = Finder()
    whole = Index.open_or_make(work / "index")
    yield from _grown(whole, file, max(sizes), work / "built.jsonl")
    for size in sizes:
        folder = work / (f"part-{size}" if size < whole.store.count() else "index")
        index = _part(whole, size, folder) if size < whole.store.count() else whole
        wall, processor = time.perf_counter(), time.process_time()
        index.tidy(timedelta(milliseconds=1))
        times = {"seconds": time.perf_counter() - wall, "processor_seconds": time.process_time() - processor}
        figures: dict[str, Any] = {"passages": index.store.count()}
        figures["indexes_made"] = {name: round(value, 1) for name, value in times.items()}
        yield {**figures, **_sizes(index, folder), **_asked(index, finder, texts), **_side_by_side(index, texts)}


def _part(whole: Index, size: int, folder: Path) -> Index:
    """The first so many passages, as an index of their own; nothing is encoded again."""
    if folder.exists():
        shutil.rmtree(folder)
    index = Index.open_or_make(folder)
    rows = whole.store.passages.search().limit(size).to_arrow().select(index.store.passages.schema.names)
    index.store.add(rows)
    return index


def _grown(index: Index, file: Path, size: int, journal: Path) -> Iterator[dict[str, Any]]:
    known, have = index.sources(), index.store.count()
    with open(file, encoding="utf-8") as lines:
        documents = (Document(line.rstrip("\n"), f"{file.name}#{number}") for number, line in enumerate(lines, 1))
        new = (document for document in documents if document.id not in known)
        while have < size:
            wall, processor = time.perf_counter(), time.process_time()
            added = index.add(islice(new, AT_ONCE))
            if not added:
                break
            have += added
            times = {"seconds": time.perf_counter() - wall, "processor": time.process_time() - processor}
            with open(journal, "a", encoding="utf-8") as built:
                built.write(json.dumps({"passages": added, **times}) + "\n")
    chunks = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    total = {name: sum(chunk[name] for chunk in chunks) for name in ("passages", "seconds", "processor")}
    yield {
        "passages": have,
        "passages_a_second": round(total["passages"] / total["seconds"], 1),
        "passages_a_processor_second": round(total["passages"] / total["processor"], 1),
    }


def _sizes(index: Index, folder: Path) -> dict[str, float]:
    bytes_of_text = sum(len(row["text"].encode()) for row in index.store.scan(["text"]))
    table = folder / "passages.lance"
    data, indexes = _size(table / "data"), _size(table / "_indices")
    return {
        "text_bytes": bytes_of_text,
        "bytes_a_passage": round((data + indexes) / index.store.count(), 1),
        "of_which_indexes": round(indexes / index.store.count(), 1),
        "disk_over_text": round(_size(folder) / bytes_of_text, 2),
    }


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _asked(index: Index, finder: Finder, texts: Sequence[str]) -> dict[str, Any]:
    retrieval, whole = Clock(), Clock()
    collection = Collection(index, finder)
    index.search(texts[0])  # loads the model
    for text in texts:
        retrieval(index.search, text, TOP)
    for text in texts:
        whole(lambda query: collection.find(query, always=True, explain=False), text)
    return {"retrieval": retrieval.figures(), "with_the_reader": whole.figures()}


def _side_by_side(index: Index, texts: Sequence[str]) -> dict[str, Any]:
    """The nearest vectors by the index, and exactly; and the other systems over the same passages."""
    vectors = index.vectors.of(list(texts))
    rows = list(index.store.scan(["whole", "number", "text", "vector"]))
    table = np.array([row["vector"] for row in rows], dtype=np.float32)
    places = [(row["whole"], row["number"]) for row in rows]
    found, ours = [], Clock()
    for vector in vectors:
        near = ours(nearest, index.store, vector, TOP, ["whole", "number"])
        found.append(set(zip(near["whole"].to_pylist(), near["number"].to_pylist(), strict=True)))
    exact = np.argsort(-(vectors.astype(np.float32) @ table.T), axis=1)[:, :TOP]
    shared = [len(one & {places[i] for i in order}) for one, order in zip(found, exact, strict=True)]
    return {
        "recall_at_10_of_exact": round(statistics.mean(shared) / TOP, 4),
        "nearest": ours.figures(),
        "sentence_transformers": _semantic_search(vectors, table),
        "bm25s": _bm25s([row["text"] for row in rows], texts),
    }


def _semantic_search(vectors: Any, table: Any) -> dict[str, Any]:
    try:
        import torch
        from sentence_transformers import util
    except ImportError as error:
        return {"missing": str(error)}
    torch.set_num_threads(2)
    corpus, clock = torch.from_numpy(table), Clock()
    for vector in torch.from_numpy(vectors.astype(np.float32)):
        clock(lambda query: util.semantic_search(query[None], corpus, top_k=TOP), vector)
    return {**clock.figures(), "memory_bytes": table.nbytes}


def _bm25s(texts: Sequence[str], queries: Sequence[str]) -> dict[str, Any]:
    try:
        import bm25s
    except ImportError as error:
        return {"missing": str(error)}
    wall = time.perf_counter()
    search = bm25s.BM25()
    search.index(bm25s.tokenize(list(texts), show_progress=False), show_progress=False)
    built, clock = time.perf_counter() - wall, Clock()

    def ask(query: str) -> Any:
        return search.retrieve(bm25s.tokenize([query], show_progress=False), k=TOP, show_progress=False)

    for query in queries:
        clock(ask, query)
    return {**clock.figures(), "passages_a_second": round(len(texts) / built)}


ADDING = """
import sys
from otherwords.index import Index
from otherwords.index.update import update
index = Index.open_or_make(sys.argv[1])
for change in update(index, [sys.argv[2]], on_error=print, batch=16):
    print(change.kind, change.path, flush=True)
"""


def kills(number: int, work: Path) -> Iterator[dict[str, Any]]:
    """The process is killed after a random time, from before it has begun to write to after it has ended."""
    folder, place = work / "files", work / "index"
    folder.mkdir(exist_ok=True)
    draw = random.Random(2)
    told: set[str] = set()
    unreadable = lost = damaged = killed = runs = 0
    wait = 0.0
    while killed < number:
        for new in range(8):  # so that there is always something to do
            text = " ".join(draw.choices(["boats", "were", "late", "and", "kings", "spoke", "of", "rain."], k=120))
            (folder / f"{runs:03}-{new}.txt").write_text(text, encoding="utf-8")
        command = [sys.executable, "-c", ADDING, str(place), str(folder)]
        began = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        if runs % 10 == 0:  # how long a whole run takes, on this machine and now
            lines = process.stdout.readlines()
            wait = time.perf_counter() - began
        else:
            time.sleep(draw.uniform(0.4, 1.0) * wait)
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                killed += 1
            lines = process.stdout.readlines()
        process.wait()
        runs += 1
        told |= {line.split(" ", 1)[1].strip() for line in lines if line.startswith("added") and line.endswith("\n")}
        try:
            index = Index.open(place)
            there = {row["document"] for row in index.store.scan(["document"])}
            damaged += any(True for _ in index.check())
        except Exception as error:
            unreadable += 1
            print(error, file=sys.stderr)
            continue
        lost += len(told - there)
    figures = {"lost": lost, "unreadable": unreadable, "damaged": damaged}
    yield {"runs": runs, "killed": killed, "told": len(told), **figures}


@contextmanager
def _work(folder: Path | None) -> Iterator[Path]:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        yield folder
        return
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    asked = commands.add_parser("spans")
    asked.add_argument("file", type=Path)
    asked.add_argument("--limit", type=int)
    collected = commands.add_parser("passages")
    collected.add_argument("data", type=Path)
    collected.add_argument("-o", "--output", type=Path, required=True)
    measured = commands.add_parser("speed")
    measured.add_argument("file", type=Path)
    measured.add_argument("queries", type=Path)
    measured.add_argument("--sizes", default="50000,200000")
    measured.add_argument("--asked", type=int, default=200)
    killed = commands.add_parser("kills")
    killed.add_argument("--kills", type=int, default=50)
    for command in (asked, measured, killed):
        command.add_argument("--work", type=Path)
    given = parser.parse_args()
    with _work(getattr(given, "work", None)) as work:
        lines = {
            "spans": lambda: spans(given.file, given.limit, work),
            "passages": lambda: passages(given.data, given.output),
            "speed": lambda: speed(
                given.file, given.queries, [int(size) for size in given.sizes.split(",")], given.asked, work
            ),
            "kills": lambda: kills(given.kills, work),
        }[given.command]()
        for line in lines:
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    main()
