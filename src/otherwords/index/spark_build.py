"""An index of more documents than one machine reads and encodes in time: Spark's workers do both.

A worker gives back whole documents as rows that are ready, packed as Arrow, and this process passes them on to LanceDB
a pack at a time: one stream and one commit, so that there is an index with everything in it, or none. A task that Spark
gives to another worker, because the first was lost, so leaves nothing behind twice.
"""

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords.index.index import Index, batches, check_place
from otherwords.index.rows import Prepared, rows
from otherwords.index.store import FileEntry, passages_schema, told
from otherwords.index.update import fingerprint, source_of
from otherwords.index.vectors import Vectors
from otherwords.reading import ReadingError
from otherwords.reading.documents import files, read_file
from otherwords.reading.errors import printable
from otherwords.spark.files import file_rows, local_path, opened_on_worker
from otherwords.spark.session import check_spark, spark_session
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

_PACK = 512
"""Passages that travel together, about a megabyte."""
_COLUMNS = "passages binary, entry string, path string, problem string"
_MEGABYTES = 2048


@dataclass
class Built:
    """What a run brought into the index."""

    entries: list[FileEntry] = field(default_factory=list)
    passages: int = 0
    unread: int = 0


@dataclass(frozen=True)
class BuildJob:
    paths: Sequence[str]
    uri: str
    text_column: str | None = None
    model: str | None = None
    """Must be there on the workers, too."""


def build_on_spark(
    job: BuildJob, master: str, on_error: Callable[[ReadingError], None], megabytes: int = _MEGABYTES
) -> Built:
    check_place(job.uri)
    check_spark(master)
    with tempfile.TemporaryDirectory() as folder, spark_session(master, megabytes, Path(folder)) as session:
        return build_in(session, job, on_error)


def build_in(session: "SparkSession", job: BuildJob, on_error: Callable[[ReadingError], None]) -> Built:
    """The same, in a session that is already there."""
    index = Index.open_or_make(job.uri, job.model)
    if index.store.count():
        raise OtherwordsError(f"{job.uri} already holds an index; add to it, or build in another folder")
    built = Built()
    with index.writing():
        packs = _packs(_encoded(session, job, built, on_error), built, on_error)
        _write(index, packs)
        if not built.entries and not built.passages:  # of a file with a bad row, only its passages are told
            raise OtherwordsError(
                f"nothing could be read from {', '.join(job.paths)}; name files or folders that hold text"
            )
        index.store.remember(built.entries)
        index.store.tidy(at_once=True)
    return built


def _encoded(
    session: "SparkSession", job: BuildJob, built: Built, on_error: Callable[[ReadingError], None]
) -> "DataFrame":
    errors: list[ReadingError] = []
    local = [here for path in job.paths if (here := local_path(path)) is not None]
    remote = [path for path in job.paths if local_path(path) is None]
    found = {source_of(file.path): file for file in files(local, on_error=errors.append)}
    rows = file_rows(session, list(found.values()), remote, errors)
    for error in errors:
        on_error(error)
    built.unread += len(errors)
    return rows.mapInArrow(partial(_on_worker, job.text_column, job.model), _COLUMNS)


def _packs(encoded: "DataFrame", built: Built, on_error: Callable[[ReadingError], None]) -> "Iterator[pa.RecordBatch]":
    """The rows of all documents, while what else the workers tell is noted."""
    import pyarrow as pa

    for row in encoded.toLocalIterator(prefetchPartitions=True):
        if row["problem"] is not None:
            built.unread += 1
            on_error(ReadingError(row["path"], row["problem"]))
        elif row["entry"] is not None:
            built.entries.append(FileEntry(**json.loads(row["entry"])))
        else:
            with pa.ipc.open_stream(pa.py_buffer(bytes(row["passages"]))) as stream:
                for batch in stream:
                    built.passages += len(batch)
                    yield batch


def _write(index: Index, packs: "Iterator[pa.RecordBatch]") -> None:
    import pyarrow as pa

    first = next(packs, None)
    if first is None:
        return

    def all_of_them() -> "Iterator[pa.RecordBatch]":
        yield first
        yield from packs

    with told(index.store.uri):
        schema = passages_schema(index.store.about.dimensions)
        index.store.passages.add(pa.RecordBatchReader.from_batches(schema, all_of_them()))


def _on_worker(
    text_column: str | None, model: str | None, batches_of_files: "Iterable[pa.RecordBatch]"
) -> "Iterator[pa.RecordBatch]":
    import pyarrow as pa

    schema = pa.schema([("passages", pa.binary()), *((name, pa.string()) for name in ("entry", "path", "problem"))])
    vectors = _vectors(model)
    for batch in batches_of_files:
        for row in batch.to_pylist():
            for told_of in _of_file(row, text_column, vectors):
                yield pa.RecordBatch.from_pylist([told_of], schema)


@cache
def _vectors(model: str | None) -> Vectors:
    """Loaded once for all the tasks of a worker, which has one core for each."""
    return Vectors(model, threads=1)


def _of_file(row: dict[str, Any], text_column: str | None, vectors: Vectors) -> Iterator[dict[str, Any]]:
    errors: list[ReadingError] = []
    with opened_on_worker(row) as opened:
        # Remote files are known by their addresses, which need not be a path here.
        source = source_of(opened.file.path) if row["content"] is None else printable(opened.path)
        counts = {"documents": 0, "passages": 0, "characters": 0}

        def prepared() -> Iterator[Prepared]:
            documents = read_file(opened.file, text_column=text_column, on_error=opened.told(errors.append))
            for ordinal, document in enumerate(documents):
                named = document.id.replace(printable(opened.file.path), printable(opened.path), 1)
                one = Prepared.of(replace(document, id=named), source, ordinal)
                counts["documents"] += 1
                counts["passages"] += len(one.cuts)
                counts["characters"] += len(document.text)
                yield one

        for group in batches(prepared(), _PACK):
            if any(one.cuts for one in group):
                yield {"passages": _packed(rows(group, vectors))}
        if counts["documents"] and not errors:
            hashed = fingerprint(opened.file.path, text_column) or ""
            yield {"entry": json.dumps(asdict(FileEntry(source, printable(opened.path), hashed, **counts)))}
    for error in errors:
        yield {"path": printable(error.path), "problem": printable(error.problem)}


def _packed(table: "pa.Table") -> bytes:
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as stream:
        stream.write_table(table)
    return bytes(sink.getvalue())
