"""What a command is asked about: the documents of its paths, the queries of a file."""

import sys
from collections.abc import Iterable, Iterator

from otherwords.cli.streams import complain
from otherwords.reading import ReadingError, read
from otherwords.reading.columns import USUAL
from otherwords.reading.entries import Entry, has_columns, read_entries
from otherwords.text import Document, OtherwordsError

_QUERIES = ("query", "question")
"""Names of the column that holds them, before those of any text."""


def read_documents(paths: list[str], text_column: str | None = None, *, watch: bool = True) -> Iterator[Document]:
    """One at a time; a bad file is a line on standard error, and an error only when there is nothing else.

    Who shows by other means how far it is does not let it ``watch``.
    """
    documents: Iterable[Document] = read(paths, text_column=text_column, on_error=complain)
    if watch and sys.stderr.isatty():
        documents = _watched(documents)
    document = None
    for document in documents:
        yield document
    if document is None:
        raise OtherwordsError(f"nothing could be read from {', '.join(paths)}; name files or folders that hold text")


def read_queries(path: str) -> list[Entry]:
    """Every line that is not blank, or every row of a table, with its number."""
    if has_columns(path):
        queries = list(read_entries(path, (*_QUERIES, *USUAL), on_error=_stop))
    else:
        text = "".join(document.text for document in read([path], on_error=_stop))
        lines = enumerate(text.split("\n"), start=1)
        queries = [Entry(number, line.strip()) for number, line in lines if line.strip()]
    if not queries:
        raise OtherwordsError(f"{path} holds no query; write one a line")
    return queries


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
