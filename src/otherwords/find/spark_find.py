"""Many queries to one index, on Spark: every worker opens the index and the weights once, and answers its share."""

import pickle
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords.find.collection import Collection
from otherwords.find.finder import Finder
from otherwords.index import Index
from otherwords.spark.session import spark_session
from otherwords.text import Answer, OtherwordsError

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import SparkSession

_MEGABYTES = 2048
_TASKS_A_CORE = 4
_COLUMNS = "number long, answer binary, problem string"


@dataclass(frozen=True)
class Asking:
    """How the queries are put to the index."""

    top: int = 1
    always: bool = False
    min_probability: float = 0.5
    explain: bool = True
    copies: bool = True


@dataclass(frozen=True)
class Searched:
    """Where workers find the index and the weights."""

    index: str
    model: str | None = None
    pairs: str | None = None


def find_on_spark(
    searched: Searched, queries: Sequence[str], asking: Asking, master: str, megabytes: int = _MEGABYTES
) -> Iterator[Answer | OtherwordsError]:
    """An answer for each query, in order, or why there is none."""
    Index.open(searched.index)  # what is wrong with it is better told here than by a worker
    with tempfile.TemporaryDirectory() as folder, spark_session(master, megabytes, Path(folder)) as session:
        yield from find_in(session, searched, queries, asking)


def find_in(
    session: "SparkSession", searched: Searched, queries: Sequence[str], asking: Asking
) -> Iterator[Answer | OtherwordsError]:
    """The same, in a session that is already there."""
    rows = session.createDataFrame(list(enumerate(queries)), "number long, query string")
    tasks = max(1, min(len(queries), _TASKS_A_CORE * session.sparkContext.defaultParallelism))
    # By ranges of their numbers, so that answers come back in order and a partition at a time.
    answers = rows.repartitionByRange(tasks, "number").mapInArrow(partial(_on_worker, searched, asking), _COLUMNS)
    for row in answers.sortWithinPartitions("number").toLocalIterator(prefetchPartitions=True):
        if row["problem"] is not None:
            yield OtherwordsError(row["problem"])
        else:
            yield pickle.loads(bytes(row["answer"]))


def _on_worker(searched: Searched, asking: Asking, batches: "Iterable[pa.RecordBatch]") -> "Iterator[pa.RecordBatch]":
    import pyarrow as pa

    schema = pa.schema([("number", pa.int64()), ("answer", pa.binary()), ("problem", pa.string())])
    for batch in batches:
        for number, query in zip(batch["number"].to_pylist(), batch["query"].to_pylist(), strict=True):
            row: dict[str, object] = {"number": number}
            try:
                row["answer"] = pickle.dumps(_collection(searched).find(query, **asdict(asking)))
            except OtherwordsError as error:
                row["problem"] = str(error)
            yield pa.RecordBatch.from_pylist([row], schema)


@cache
def _collection(searched: Searched) -> Collection:
    return Collection(Index.open(searched.index, searched.pairs), Finder(searched.model, threads=1))
