"""Documents in, kept sentences out, on Spark's workers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from otherwords.mine.shards import kept_parts
from otherwords.mine.sources import files, pieces
from otherwords.mine.spark_engine import kept_on_disk
from otherwords.reading.documents import OnError
from otherwords.reading.errors import ReadingError, printable
from otherwords.spark.files import file_rows, local_path, opened_on_worker

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

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


def read_sentences(session: "SparkSession", paths: Sequence[str], tagger: str, text_column: str | None) -> Read:
    from pyspark.sql import functions as f

    errors: list[ReadingError] = []
    local = [here for path in paths if (here := local_path(path)) is not None]
    remote = [path for path in paths if local_path(path) is None]
    documents = file_rows(session, files(local, errors.append), remote, errors)
    columns = ", ".join(f"{name} {kind}" for name, kind in _COLUMNS.items())
    found = kept_on_disk(documents.mapInArrow(partial(_read, tagger, text_column), columns))
    ((kept, texts),) = found.agg(f.sum("kept"), f.sum("texts")).collect()
    problems = found.where("problem is not null").select("path", "problem").orderBy("path").collect()
    errors += [ReadingError(*problem) for problem in problems]
    return Read(found.where("words is not null").select("words", "tags"), kept or 0, texts or 0, errors)


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


def _texts(row: dict[str, Any], text_column: str | None, on_error: OnError) -> Iterator[str]:
    with opened_on_worker(row) as opened:
        yield from pieces(opened.file, opened.told(on_error), text_column)
