"""What a command is asked about: the documents of its paths, the queries or wordings of a file."""

import os
import sys
from collections.abc import Iterable, Iterator

from otherwords.cli.streams import complain
from otherwords.reading import ReadingError, read
from otherwords.reading.columns import USUAL
from otherwords.reading.documents import File, files, read_file
from otherwords.reading.entries import Entry, has_columns, read_entries
from otherwords.text import Document, OtherwordsError

_QUERIES = ("query", "question")
"""Names of the column that holds them, before those of any text."""


def read_documents(paths: list[str], text_column: str | None = None, *, watch: bool = True) -> Iterator[Document]:
    """One at a time; a bad file is a line on standard error, and an error only when there is nothing else.

    Who shows by other means how far it is does not let it ``watch``.
    """
    return _all_of(paths, read(paths, text_column=text_column, on_error=complain), watch)


def read_sources(paths: list[str], draft: str, text_column: str | None = None) -> Iterator[Document]:
    """The same for what a draft is compared with; the draft itself, met in a folder of sources, is no source."""
    own = {_identity(file) for file in files(draft, on_error=complain)}
    found = list(files(paths, on_error=complain))
    sources = [file for file in found if file.is_named or _identity(file) not in own]
    if found and not sources:
        raise OtherwordsError(f"there is nothing but {draft} itself to compare it with; name other files or folders")
    documents = (one for file in sources for one in read_file(file, text_column=text_column, on_error=complain))
    return _all_of(paths, documents, watch=True)


def _identity(file: File) -> tuple[int, int] | str:
    try:
        place = os.stat(file.path)
    except OSError:  # standard input, or what reading will complain about
        return file.path
    return place.st_dev, place.st_ino


def _all_of(paths: list[str], documents: Iterable[Document], watch: bool) -> Iterator[Document]:
    if watch and sys.stderr.isatty():
        documents = _watched(documents)
    document = None
    for document in documents:
        yield document
    if document is None:
        raise OtherwordsError(f"nothing could be read from {', '.join(paths)}; name files or folders that hold text")


def read_queries(path: str) -> list[Entry]:
    """Every line that is not blank, or every row of a table, with its number."""
    is_table = _may_have_columns(path)
    queries = list(read_entries(path, (*_QUERIES, *USUAL), on_error=_stop)) if is_table else _lines(path)
    if not queries:
        raise OtherwordsError(f"{path} holds no query; write one a line")
    return queries


def read_candidates(path: str, column: str | None = None, id_column: str | None = None) -> list[Entry]:
    """The same of wordings, for ``otherwords rank``; a row of a table that cannot be read is told and passed over."""
    is_table = _may_have_columns(path) or column or id_column
    candidates = list(read_entries(path, USUAL, column, id_column, on_error=complain)) if is_table else _lines(path)
    if not candidates:
        raise OtherwordsError(f"{path} holds no candidates; write one a line, or give JSON lines or CSV")
    return candidates


def _may_have_columns(path: str) -> bool:
    """What is piped tells by how it begins."""
    return path == "-" or has_columns(path)


def _lines(path: str) -> list[Entry]:
    text = "\n".join(document.text for document in read([path], on_error=_stop))
    return [Entry(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]


def _stop(error: ReadingError) -> None:
    raise error


def _watched(documents: Iterable[Document]) -> Iterator[Document]:
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.completed} read"),
        TimeElapsedColumn(),
        TextColumn("{task.description}", style="dim", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task("", total=None)
        for document in documents:
            progress.update(task, description=document.id)
            yield document
            progress.advance(task)
