"""The job from documents to the paraphrase table, on Spark."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords.mine.means import Report
from otherwords.mine.run import READING, WRITING, Job, Mined, about, check_not_read
from otherwords.mine.spark_engine import aligned
from otherwords.mine.spark_sources import read_sentences
from otherwords.mine.table import Pair, check_output, write
from otherwords.mine.work import Work
from otherwords.reading import ReadingError
from otherwords.spark.files import local_path
from otherwords.spark.session import check_spark, spark_session
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_ENDING = ".parquet"
_ABOUT = "_about"
"""A folder in that of the table; Spark and others pass over names that begin so."""


def mine_on_spark(job: Job, master: str, on_error: Callable[[ReadingError], None], report: Report) -> Mined:
    """Writes the table: a file where the output is a path of this machine, a folder of Parquet files elsewhere."""
    _check_output(job.output, job.paths)
    check_spark(master)
    with _folder(job) as folder, spark_session(master, job.settings.memory_bytes >> 20, folder) as session:
        return mine_in(session, job, on_error, report)


def mine_in(session: "SparkSession", job: Job, on_error: Callable[[ReadingError], None], report: Report) -> Mined:
    """The same, in a session that is already there."""
    report(READING, 0, 0)
    read = read_sentences(session, job.paths, job.settings.tagger, job.text_column)
    for error in read.errors:
        on_error(error)
    if not read.texts:
        problem = f"nothing could be read from {', '.join(job.paths)}"
        raise OtherwordsError(f"{problem}; name files or folders that hold text")
    found = aligned(read.sentences, job.settings, report)
    report(WRITING, 0, 1)
    _write(found.table, job.output, about(job, found.sentences))
    report(WRITING, 1, 1)
    return Mined(read.kept, found.sentences, found.rows, found.pairs, len(read.errors))


def _check_output(output: str, paths: Sequence[str]) -> None:
    here = local_path(output)
    if here is None:
        if not output.endswith(_ENDING):
            raise OtherwordsError(f"{output}: there, a table is made of Parquet files; its name must end in {_ENDING}")
        return
    check_output(Path(here))
    check_not_read(Path(here), filter(None, map(local_path, paths)))
    folder = Path(here).absolute().parent
    if not folder.is_dir():
        raise OtherwordsError(f"there is no folder {folder}; make it, or choose another output")


@contextmanager
def _folder(job: Job) -> Iterator[Path]:
    """For Spark's log, and for what it has no memory for on this machine."""
    output = Path(local_path(job.output) or Path(job.output).name)
    with Work(job.work or output.with_name(f"{output.name}.work")) as work:
        work.temporary.mkdir()
        yield work.temporary
        if not job.keep_work:
            work.remove()


def _write(table: "DataFrame", output: str, about: Mapping[str, object]) -> None:
    here = local_path(output)
    if here is not None:
        write((Pair(*row) for row in table.toLocalIterator()), Path(here), about)
        return
    from pyspark.sql import functions as f

    in_order = table.orderBy(f.desc("score"), f.desc("count"), "left", "right")
    in_order.write.mode("overwrite").parquet(output, compression="zstd")
    rows = [(key, str(value)) for key, value in about.items()]
    described = table.sparkSession.createDataFrame(rows, "key string, value string")
    described.coalesce(1).write.mode("overwrite").json(f"{output}/{_ABOUT}")
