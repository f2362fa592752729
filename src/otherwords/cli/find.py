"""``otherwords find``: the passage that says the query in other words, or "not here"."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from otherwords.cli.streams import complain
from otherwords.text import Answer, Document, OtherwordsError

if TYPE_CHECKING:
    from otherwords.find import Finder

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
        str | None, typer.Option(metavar="FILE", help="Ask every line of FILE; then there is no QUERY.")
    ] = None,
    text_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of JSON lines or Parquet that holds the text.")
    ] = None,
    model: Annotated[Path | None, typer.Option(metavar="DIR", help="Your own weights.", show_default=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print JSON lines.")] = False,
) -> None:
    """Find the passage that says it in other words, or learn that none does.

    Reads text, HTML, PDF, DOCX, subtitles, JSON lines, Parquet and WARC, each also as .gz.

    Example: otherwords find "Heavy trucks are banned for now." reports/ --top 3
    """
    from otherwords.cli.sources import read_documents, read_queries
    from otherwords.find import Finder

    if queries is None:
        questions, places = [_given(query)], paths or []
    else:  # then the first argument, too, is a path
        questions, places = read_queries(queries), [path for path in (query, *(paths or [])) if path is not None]
    documents: Iterable[Document] = read_documents(_or_standard_input(places), text_column)
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

    raise typer.Exit(_ask_all(questions, ask, _printer(as_json, name_query=queries is not None)))


def _given(query: str | None) -> str:
    if query is None:
        raise OtherwordsError('say what to look for: otherwords find "QUERY" PATH..., or --queries FILE PATH...')
    return query


def _or_standard_input(places: list[str]) -> list[str]:
    if not places and sys.stdin.isatty():
        raise OtherwordsError("say where to look: name files or folders, or pipe a text in")
    return places or ["-"]


def _prepared(finder: "Finder", documents: Iterable[Document]) -> Iterator[Document]:
    for document in documents:
        finder.prepare(document)
        yield document


def _printer(as_json: bool, name_query: bool) -> Callable[[Answer], None]:
    if as_json:
        from otherwords.cli.json_lines import json_lines

        return lambda answer: print("\n".join(json_lines(answer)), flush=True)

    from otherwords.cli.show import page, show

    console = page()
    return lambda answer: show(console, answer, name_query=name_query)


def _ask_all(questions: list[str], ask: Callable[[str], Answer], tell: Callable[[Answer], None]) -> int:
    """0 when anything was found, 1 when nothing was, 2 when nothing could be asked; a bad query stops no other."""
    asked = found = 0
    for question in questions:
        try:
            answer = ask(question)
        except OtherwordsError as error:
            complain(error)
        else:
            tell(answer)
            asked += 1
            found += bool(answer)
    if not asked:
        return 2
    return 0 if found else 1
