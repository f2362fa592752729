"""The job from documents to the paraphrase table; a run that was killed goes on where it was."""

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path

from otherwords.mine.duckdb_engine import aligned
from otherwords.mine.means import Means, Report, processes_for
from otherwords.mine.parquet import check_is_utf8
from otherwords.mine.processes import Processes
from otherwords.mine.rows import MOST_SHARDS
from otherwords.mine.settings import Settings
from otherwords.mine.shards import Receipt, keep_sentences, mark_of_tagger, portions, remove_others, shard_path
from otherwords.mine.sources import files
from otherwords.mine.table import check_output, write
from otherwords.mine.work import Work, trouble_told
from otherwords.reading import ReadingError
from otherwords.text import OtherwordsError

PORTION = 16 << 20
"""Bytes of documents that a process reads in one go."""

READING, WRITING = "reading", "writing"

_WORTH_PROCESSES = 500_000
"""Tokens; to align fewer takes less time than to start processes."""


@dataclass(frozen=True)
class Job:
    """What a run is to do, and with what."""

    paths: Sequence[str]
    output: str
    """A path, or for Spark an address that it can write to."""
    settings: Settings
    work: Path | None = None
    """The work folder; None for one beside the output."""
    keep_work: bool = False
    processes: int = 1
    text_column: str | None = None
    portion: int = PORTION


@dataclass(frozen=True)
class Mined:
    """What a run saw and found."""

    kept: int
    """Sentences, repeated ones included."""
    sentences: int
    """Different ones."""
    rows: int
    """Fragments."""
    pairs: int
    unread: int
    """Files, or parts of files, that could not be read."""


def mine(job: Job, on_error: Callable[[ReadingError], None], report: Report = lambda *_: None) -> Mined:
    """Writes the table."""
    output = Path(job.output)
    check_output(output)
    check_not_read(output, job.paths)
    if not output.absolute().parent.is_dir():
        raise OtherwordsError(f"there is no folder {output.absolute().parent}; make it, or choose another output")
    memory = job.settings.memory_bytes
    folder = job.work or output.with_name(f"{output.name}.work")
    check_is_utf8(folder)
    several = Processes(processes_for(memory, job.processes))
    with trouble_told(folder), Work(folder) as work, several as processes:
        mined = _mined(job, output, Means(work, processes, memory, report), on_error)
        if not job.keep_work:
            work.remove()
    return mined


def _mined(job: Job, output: Path, means: Means, on_error: Callable[[ReadingError], None]) -> Mined:
    kept = _kept(job, means, on_error)
    if not kept.shards:
        write([], output, about(job, sentences=0))
        return Mined(0, 0, 0, 0, kept.unread)
    if kept.tokens < _WORTH_PROCESSES:
        means.processes.end()
        means = replace(means, processes=Processes(1))
    found = aligned(kept.shards, kept.tokens, job.settings, means)
    means.report(WRITING, 0, 1)
    with means.connected() as connection:
        write(found.table_rows(connection), output, about(job, found.sentences))
    means.report(WRITING, 1, 1)
    return Mined(kept.sentences, found.sentences, found.rows, found.pairs, kept.unread)


@dataclass(frozen=True)
class _Kept:
    """The sentences of all documents."""

    shards: list[Path]
    sentences: int
    """Repeated ones included."""
    tokens: int
    unread: int


def _kept(job: Job, means: Means, on_error: Callable[[ReadingError], None]) -> _Kept:
    unread: list[ReadingError] = []

    def complain(error: ReadingError) -> None:
        unread.append(error)
        on_error(error)

    means.report(READING, 0, 0)
    ours = [_real(job.output), _real(means.work.folder)]
    found = (file for file in files(job.paths, complain) if file.is_named or not _is_in(file.path, ours))
    todo = list(portions(found, job.portion, job.text_column))
    folder = means.work.step("sentences", version("otherwords"), mark_of_tagger(job.settings.tagger))
    remove_others(folder, {portion.name for portion in todo})
    size, done = sum(portion.size for portion in todo), 0
    receipts: dict[str, Receipt] = {}
    for receipt in means.processes.each(partial(keep_sentences, folder, job.settings.tagger, job.text_column), todo):
        receipts[receipt.portion] = receipt
        done += receipt.size
        means.report(READING, done, size)
        for error in receipt.errors:
            complain(ReadingError(*error))
    if not any(receipt.texts for receipt in receipts.values()):
        means.work.remove()
        raise OtherwordsError(
            f"nothing could be read from {', '.join(job.paths)}; name files or folders that hold text"
        )
    in_order = [receipts[portion.name] for portion in todo]
    shards = [shard_path(folder, name) for receipt in in_order for name in receipt.shards]
    if len(shards) > MOST_SHARDS:
        raise OtherwordsError(f"{len(shards)} shards of sentences are more than one machine mines; use --engine spark")
    kept, tokens = sum(receipt.kept for receipt in in_order), sum(receipt.tokens for receipt in in_order)
    return _Kept(shards, kept, tokens, len(unread))


def check_not_read(output: Path, paths: Iterable[str]) -> None:
    """A text that the user names is not to be lost to the table."""
    for path in paths:
        if _real(path) == _real(output):
            raise OtherwordsError(f"{path} is to be read, and would be overwritten; choose another output")


def _is_in(path: str, places: Sequence[Path]) -> bool:
    """Whether a file is at one of the places or below it: what we write is not to be read as a document."""
    real = _real(path)
    return any(real.is_relative_to(place) for place in places)


def _real(path: str | Path) -> Path:
    """The one path of all that lead to a file; not by ``Path.resolve``, which fails where a link leads to itself."""
    return Path(os.path.realpath(path))


def about(job: Job, sentences: int) -> dict[str, object]:
    """What the table says about itself: all that it depends on, and nothing else, so that the same is the same."""
    settings = job.settings
    return {
        "anchor": settings.anchor,
        "ends": settings.ends,
        "shortest": settings.shortest,
        "longest": settings.longest,
        "least": settings.least,
        "samples": settings.samples,
        "tagger": settings.tagger,
        "sentences": sentences,
        "version": version("otherwords"),
    }
