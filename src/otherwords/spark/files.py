"""The files of paths, as Spark's workers see them: local ones are opened where a worker runs, others by Spark."""

import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from otherwords.reading.documents import File, OnError
from otherwords.reading.errors import ReadingError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_URI = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_LOCAL = "file://"
_LARGEST = (1 << 31) - 1
"""Bytes of a file that Spark opens, which gives it whole."""
_TASKS_A_CORE = 4
"""So that a large file at the end keeps the others waiting for a short time only."""


def local_path(path: str) -> str | None:
    """A path of this machine, or None for one that only Spark can open."""
    if path.startswith(_LOCAL):
        return unquote(path.removeprefix(_LOCAL))
    return None if _URI.match(path) else path


def file_rows(
    session: "SparkSession", local: Sequence[File], remote: Sequence[str], errors: list[ReadingError]
) -> "DataFrame":
    """A row for each file, for ``opened_on_worker``; what is too large for Spark goes to ``errors``."""
    rows = _local(session, local)
    if remote:
        found = session.read.format("binaryFile").option("recursiveFileLookup", "true").load(list(remote))
        errors += _too_large(found)
        rows = rows.union(_remote(found, list(remote)))
    return rows


@dataclass(frozen=True)
class WorkerFile:
    """A file, opened by a worker, that goes by the path that the user knows."""

    path: str
    file: File

    def told(self, on_error: OnError) -> OnError:
        """Errors under the path that the user knows."""
        return lambda error: on_error(ReadingError(error.path.replace(self.file.path, self.path, 1), error.problem))


@contextmanager
def opened_on_worker(row: dict[str, Any]) -> Iterator[WorkerFile]:
    path, content = os.fsdecode(row["path"]), row["content"]
    with tempfile.TemporaryDirectory() as folder:
        if content is None:
            place = os.fsdecode(row["place"])
        else:
            place = os.path.join(folder, os.path.basename(path))  # the name tells the format
            with open(place, "wb") as file:
                file.write(content)
        yield WorkerFile(path, File(place, row["is_named"]))


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
