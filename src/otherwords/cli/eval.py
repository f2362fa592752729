"""``otherwords eval``: how well a system does on examples whose answers are known."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from otherwords.evaluate.spans import SpanExample

app = typer.Typer(help="Measure a system on examples whose answers are known.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Keeps ``spans`` a command of its own, however few commands there are."""


@app.command()
def spans(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="JSON lines, also .gz: id, query, document, start, end.")
    ],
    system: Annotated[str, typer.Option(help="Who answers: find (ours), tfidf, embedding, oracle.")] = "find",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Ask the first N examples only.")] = None,
    always: Annotated[bool, typer.Option("--always", help='Never answer "not here".')] = False,
    scorer: Annotated[
        str, typer.Option(help="How texts are compared: otherwords or turku (the paper's).")
    ] = "otherwords",
    model: Annotated[Path | None, typer.Option(help="The weights to use, for systems that have any.")] = None,
    train: Annotated[
        Path | None, typer.Option(help="What tfidf learns its weights from: spans or plain text; else FILE itself.")
    ] = None,
    exhaustive: Annotated[bool, typer.Option("--exhaustive", help="find: read all of every document.")] = False,
    warm: Annotated[bool, typer.Option("--warm", help="find: prepare every document first.")] = False,
) -> None:
    """How well a system finds the span that says the query, or says that none does.

    Example: otherwords eval spans dev.jsonl.gz --system tfidf --json
    """
    from otherwords.evaluate.run import evaluate_spans

    def watch(examples: "Iterable[SpanExample]") -> "Iterable[SpanExample]":
        return _with_progress(examples, limit) if sys.stderr.isatty() else examples

    report = evaluate_spans(
        file,
        system,
        scorer=scorer,
        always=always,
        limit=limit,
        model=model,
        train=train,
        exhaustive=exhaustive,
        warm=warm,
        watch=watch,
    )
    if as_json:
        typer.echo(json.dumps(report))
    else:
        _print_table(report)


def _with_progress(examples: "Iterable[SpanExample]", total: int | None) -> "Iterator[SpanExample]":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("asked"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(examples, total=total)


def _print_table(report: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("figure", "value")
    table.columns[1].justify = "right"
    for name, value in report.items():
        table.add_row(name, str(value))
    Console().print(table)
