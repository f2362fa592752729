"""Documents in, kept sentences out, on Spark's workers: local paths are opened where a worker runs, others by Spark."""

import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from otherwords.mine.shards import kept_parts
from otherwords.mine.sources import files, pieces
from otherwords.mine.spark_engine import kept_on_disk
from otherwords.reading.documents import File, OnError
from otherwords.reading.errors import ReadingError, printable

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

_URI = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_LOCAL = "file://"
_LARGEST = (1 << 31) - 1
"""Bytes of a file that Spark opens, which gives it whole."""
_TASKS_A_CORE = 4
"""So that a large file at the end keeps the others waiting for a short time only."""
_COLUMNS = {
    "words": "string",
    "tags": "string",
    "kept": "long",
    "texts": "long",
    "path": "string",
    "problem": "string",
}
"""Of three kinds of rows: sentences, how many of them some texts gave, and what could not be read."""


@dataclass(frozen=True)
class Read:
    """What all documents gave."""

    sentences: "DataFrame"
    """With the columns ``words`` and ``tags``; some sentences may be there more than once."""
    kept: int
    texts: int
    errors: list[ReadingError]


def local_path(path: str) -> str | None:
    """A path of this machine, or None for one that only Spark can open."""
    if path.startswith(_LOCAL):
        return unquote(path.removeprefix(_LOCAL))
    return None if _URI.match(path) else path


def read_sentences(session: "SparkSession", paths: Sequence[str], tagger: str, text_column: str | None) -> Read:
    from pyspark.sql import functions as f

    errors: list[ReadingError] = []
    local = [here for path in paths if (here := local_path(path)) is not None]
    remote = [path for path in paths if local_path(path) is None]
    documents = _local(session, files(local, errors.append))
    if remote:
        found = session.read.format("binaryFile").option("recursiveFileLookup", "true").load(remote)
        errors += _too_large(found)
        documents = documents.union(_remote(found, remote))
    columns = ", ".join(f"{name} {kind}" for name, kind in _COLUMNS.items())
    found = kept_on_disk(documents.mapInArrow(partial(_read, tagger, text_column), columns))
    ((kept, texts),) = found.agg(f.sum("kept"), f.sum("texts")).collect()
    problems = found.where("problem is not null").select("path", "problem").orderBy("path").collect()
    errors += [ReadingError(*problem) for problem in problems]
    return Read(found.where("words is not null").select("words", "tags"), kept or 0, texts or 0, errors)


def _local(session: "SparkSession", found: Sequence[File]) -> "DataFrame":
    # Bytes, for a file's name need not be text; absolute, for a worker runs in a folder of its own.
    rows = [(os.fsencode(file.path), file.is_named, os.fsencode(os.path.abspath(file.path)), None) for file in found]
    tasks = max(1, min(len(rows), _TASKS_A_CORE * session.sparkContext.defaultParallelism))
    columns = "path binary, is_named boolean, place binary, content binary"
    return session.createDataFrame(rows, columns).repartition(tasks)


def _remote(found: "DataFrame", uris: list[str]) -> "DataFrame":
    from pyspark.sql import functions as f

    path, is_named = f.col("path").cast("binary").alias("path"), f.col("path").isin(uris).alias("is_named")
    small = found.where(f.col("length") <= _LARGEST)
    return small.select(path, is_named, f.lit(None).cast("binary").alias("place"), "content")


def _too_large(found: "DataFrame") -> list[ReadingError]:
    from pyspark.sql import functions as f

    problem = f"is larger than {_LARGEST >> 20} MiB, which is too large for Spark; split it"
    rows = found.where(f.col("length") > _LARGEST).select("path").orderBy("path").collect()
    return [ReadingError(path, problem) for (path,) in rows]


def _read(tagger: str, text_column: str | None, batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    """Runs on the workers."""
    import pyarrow as pa

    schema = pa.schema([(name, pa.int64() if kind == "long" else pa.string()) for name, kind in _COLUMNS.items()])
    errors: list[ReadingError] = []
    documents = (row for batch in batches for row in batch.to_pylist())
    texts = (text for document in documents for text in _texts(document, text_column, errors.append))
    for part in kept_parts(texts, tagger):
        rows = [{"words": words, "tags": tags} for words, tags in part.sentences.items()]
        yield pa.RecordBatch.from_pylist([*rows, {"kept": part.kept, "texts": part.texts}], schema)
    problems = [{"path": printable(error.path), "problem": printable(error.problem)} for error in errors]
    yield pa.RecordBatch.from_pylist(problems, schema)


def _texts(document: dict[str, Any], text_column: str | None, on_error: OnError) -> Iterator[str]:
    path, content = os.fsdecode(document["path"]), document["content"]
    with tempfile.TemporaryDirectory() as folder:
        if content is None:
            place = os.fsdecode(document["place"])
        else:
            place = os.path.join(folder, os.path.basename(path))  # the name tells the format
            with open(place, "wb") as file:
                file.write(content)

        def complain(error: ReadingError) -> None:
            on_error(ReadingError(error.path.replace(place, path, 1), error.problem))

        yield from pieces(File(place, document["is_named"]), complain, text_column)
