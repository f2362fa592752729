"""``otherwords find``: the passage that says the query in other words, or "not here"."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from otherwords.cli.spark import Master, Memory, master_for, megabytes
from otherwords.cli.streams import complain
from otherwords.text import Answer, Document, OtherwordsError

if TYPE_CHECKING:
    from otherwords.find import Finder
    from otherwords.find.spark_find import Asking, Searched
    from otherwords.reading.entries import Entry

app = typer.Typer()


@app.command()
def find(
    query: Annotated[
        str | None, typer.Argument(metavar="QUERY", help="A phrase, a sentence or a question.", show_default=False)
    ] = None,
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="Files and folders; - is standard input.", show_default=False),
    ] = None,
    top: Annotated[int, typer.Option(metavar="N", min=1, help="Show the N best passages.")] = 1,
    min_probability: Annotated[
        float, typer.Option(metavar="P", min=0, max=1, help='What is less likely than P is "not here".')
    ] = 0.5,
    always: Annotated[bool, typer.Option("--always", metavar="", help='Never answer "not here".')] = False,
    exhaustive: Annotated[
        bool, typer.Option("--exhaustive", metavar="", help="Read every passage closely: slower, misses less.")
    ] = False,
    warm: Annotated[
        bool, typer.Option("--warm", metavar="", help="Keep what is learned of the texts, so asking again is quick.")
    ] = False,
    no_explain: Annotated[
        bool, typer.Option("--no-explain", metavar="", help="Leave out which words say the same.")
    ] = False,
    queries: Annotated[
        str | None, typer.Option(metavar="FILE", help="Ask every line of FILE, or every row; then there is no QUERY.")
    ] = None,
    index: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Search what otherwords index has put there; then there is no PATH."),
    ] = None,
    no_copies: Annotated[
        bool,
        typer.Option(
            "--no-copies",
            metavar="",
            help="In an index, pass over what says it word for word: else the text that it was taken from comes first.",
        ),
    ] = False,
    engine: Annotated[
        str, typer.Option(metavar="NAME", help="local, or spark for many queries to an index.")
    ] = "local",
    master: Master = None,
    memory: Memory = "2GB",
    text_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of CSV, JSON lines or Parquet with the text.")
    ] = None,
    model: Annotated[Path | None, typer.Option(metavar="DIR", help="Your own weights.", show_default=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print JSON lines.")] = False,
) -> None:
    """Find the passage that says it in other words, or learn that none does.

    Reads text, HTML, PDF, DOCX, subtitles, CSV, JSON lines, Parquet and WARC, each also as .gz.

    Example: otherwords find "Heavy trucks are banned for now." reports/ --top 3

    Example: otherwords find "Heavy trucks are banned for now." --index collection
    """
    from otherwords.cli.sources import read_documents, read_queries
    from otherwords.find import Finder
    from otherwords.reading.entries import Entry

    if queries is None:
        asked, places = [Entry(1, _given(query))], paths or []
    else:  # then the first argument, too, is a path
        asked, places = read_queries(queries), _paths(query, paths or [])
    questions = [one.text for one in asked]
    tell, refuse = _printer(as_json, name_query=queries is not None), _refuser(as_json, queries is not None)
    on = master_for(engine, master, here="local")
    if index is not None:
        from otherwords.find.spark_find import Asking, Searched

        _refuse_with_index(places, exhaustive=exhaustive, warm=warm, text_column=text_column)
        _refuse_empty(index)
        asking = Asking(top, always, min_probability, not no_explain, not no_copies)
        answers = _answers(Searched(index, None if model is None else str(model)), questions, asking, on, memory)
        raise typer.Exit(_tell_all(asked, answers, tell, refuse))
    if on is not None:
        raise OtherwordsError("Spark searches an index; add --index DIR")
    if no_copies:
        raise OtherwordsError("--no-copies is for an index; add --index DIR")
    is_piped = not places
    places = _or_standard_input(places)
    if [queries, *places].count("-") > 1:
        raise OtherwordsError("standard input can be read once only; name a file of queries, or where to look")
    documents: Iterable[Document] = read_documents(places, text_column, watch=not warm)
    if is_piped:
        documents = _piped(documents)
    finder = Finder(model)
    if warm:
        documents = _prepared(finder, documents)
    if queries is not None:
        documents = list(documents)

    def ask(question: str) -> Answer:
        return finder.find_in(
            question,
            documents,
            top=top,
            always=always,
            min_probability=min_probability,
            exhaustive=exhaustive,
            explain=not no_explain,
        )

    raise typer.Exit(_tell_all(asked, _ask_all(questions, ask), tell, refuse))


def _answers(
    searched: "Searched", questions: list[str], asking: "Asking", master: str | None, memory: str
) -> Iterator[Answer | OtherwordsError]:
    """What an index says to each question."""
    if master is not None:
        from otherwords.find.spark_find import find_on_spark

        yield from find_on_spark(searched, questions, asking, master, megabytes(memory))
        return
    from otherwords.find import Finder
    from otherwords.find.collection import Collection
    from otherwords.index import Index

    collection = Collection(Index.open(searched.index), Finder(searched.model))
    yield from _ask_all(questions, lambda question: collection.find(question, **asdict(asking)))


def _refuse_with_index(places: list[str], *, exhaustive: bool, warm: bool, text_column: str | None) -> None:
    if places:
        raise OtherwordsError(f"an index is searched as a whole; leave out {places[0]}, or leave out --index")
    given = {"--exhaustive": exhaustive, "--warm": warm, "--text-column": text_column is not None}
    for option in (name for name, is_given in given.items() if is_given):
        raise OtherwordsError(f"{option} is for files; leave it out, or leave out --index")


def _refuse_empty(index: str) -> None:
    from otherwords.index import Index

    if not Index.open(index).store.count():
        raise OtherwordsError(f"{index} holds no text; add files to it: otherwords index add {index} PATH...")


def _given(query: str | None) -> str:
    if query is None:
        raise OtherwordsError('say what to look for: otherwords find "QUERY" PATH..., or --queries FILE PATH...')
    return query


def _paths(first: str | None, others: list[str]) -> list[str]:
    """Beside --queries; what should have been a query is better told at once than looked for as a file."""
    if first is None:
        return others
    if first != "-" and not os.path.exists(first):
        raise OtherwordsError(f"{first} does not exist, and with --queries there is no QUERY; leave it out, or mend it")
    return [first, *others]


def _or_standard_input(places: list[str]) -> list[str]:
    if not places and sys.stdin.isatty():
        raise OtherwordsError("say where to look: name files or folders, or pipe a text in")
    return places or ["-"]


def _piped(documents: Iterable[Document]) -> Iterator[Document]:
    """Where nobody named standard input, an empty one is rather a slip than a text that does not say it."""
    for document in documents:
        if not document.text.strip():
            raise OtherwordsError("standard input is empty; name files or folders, or pipe a text in")
        yield document


def _prepared(finder: "Finder", documents: Iterable[Document]) -> Iterator[Document]:
    from otherwords.cli.progress import progress

    with progress() as report:
        for document in documents:
            finder.prepare(document, lambda share: report("preparing", round(1000 * share), 1000))
            yield document


def _printer(as_json: bool, name_query: bool) -> Callable[[Answer], None]:
    if as_json:
        from otherwords.cli.json_lines import json_lines

        return lambda answer: print("\n".join(json_lines(answer)), flush=True)

    from otherwords.cli.show import page, show

    console = page()
    return lambda answer: show(console, answer, name_query=name_query)


def _refuser(as_json: bool, name_line: bool) -> "Callable[[Entry, OtherwordsError], None]":
    """Tells of a query that could not be asked; of many, which one it is."""

    def refuse(query: "Entry", problem: OtherwordsError) -> None:
        if as_json and name_line:
            from otherwords.cli.json_lines import error_line

            print(error_line(query.text, problem), flush=True)
        complain(f"line {query.line}: {problem}" if name_line else problem)

    return refuse


def _ask_all(questions: list[str], ask: Callable[[str], Answer]) -> Iterator[Answer | OtherwordsError]:
    """An answer for each, or what is wrong with the question: a bad one stops no other."""
    for question in questions:
        try:
            yield ask(question)
        except OtherwordsError as error:
            yield error


def _tell_all(
    asked: "Iterable[Entry]",
    answers: Iterable[Answer | OtherwordsError],
    tell: Callable[[Answer], None],
    refuse: "Callable[[Entry, OtherwordsError], None]",
) -> int:
    """0 when anything was found, 1 when nothing was, 2 when something could not be asked."""
    refused = found = 0
    for query, answer in zip(asked, answers, strict=True):
        if isinstance(answer, Answer):
            tell(answer)
            found += bool(answer)
        else:
            refuse(query, answer)
            refused += 1
    if refused:
        return 2
    return 0 if found else 1
