"""``otherwords eval``: how well a system does on examples whose answers are known."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from otherwords.text import OtherwordsError

T = TypeVar("T")

app = typer.Typer(help="Measure a system on examples whose answers are known.", no_args_is_help=True)


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
    report: Annotated[Path | None, typer.Option(help="Write an error analysis there, as an HTML page.")] = None,
    language: Annotated[
        str | None, typer.Option(help="--report: the texts' language (en, fi, sv …); else told from the texts.")
    ] = None,
    synonyms: Annotated[
        Path | None, typer.Option(help="--report: words that mean the same, a line each group; PPDB's ||| lines too.")
    ] = None,
) -> None:
    """How well a system finds the span that says the query, or says that none does.

    Example: otherwords eval spans dev.jsonl.gz --system tfidf --json

    Example: otherwords eval spans dev.jsonl.gz --report report.html
    """
    if report is None and (language or synonyms):
        raise OtherwordsError("--language and --synonyms are for the error analysis; add --report report.html")
    from otherwords.evaluate.run import evaluate_spans

    evaluate = partial(
        evaluate_spans,
        file,
        system,
        scorer=scorer,
        always=always,
        limit=limit,
        model=model,
        train=train,
        exhaustive=exhaustive,
        warm=warm,
        watch=_watch(limit),
    )
    if report is None:
        figures = evaluate()
    else:
        from otherwords.evaluate.analysis import start_analysis
        from otherwords.evaluate.files import writing
        from otherwords.evaluate.report import report_page
        from otherwords.evaluate.scorers import find_scorer

        # Opened first: that it cannot be written must not be known only after hours of answering.
        with writing(report) as page:
            analysis = start_analysis(find_scorer(scorer), language, synonyms)
            figures = evaluate(notice=analysis.add)
            given = {"model": model, "train": train, "always": always, "exhaustive": exhaustive, "warm": warm}
            settings = {"file": file, "scorer": scorer} | {name: value for name, value in given.items() if value}
            page.write(report_page(file, figures, settings, analysis))
        typer.echo(f"{report}: {analysis.mistakes.total()} mistakes in {analysis.n} answers", err=True)
    _print(figures, as_json)


@app.command()
def lists(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="JSON lines, also .gz: id, query, candidates; or SemEval's .relevancy."),
    ],
    system: Annotated[
        str,
        typer.Option(
            help="Who orders: rank, match, answer (ours), cosine, listwise, lambdarank, talla, base, avgpara,"
            " dataugment, seppara, para4qa (each also with +cnt), ir, random or worst."
        ),
    ] = "rank",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    train: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Lists to learn from; may be given again.")
    ] = None,
    folds: Annotated[
        int | None, typer.Option(metavar="K", min=2, help="Learn from FILE itself, K times from all but a Kth of it.")
    ] = None,
    empty: Annotated[
        str, typer.Option(help="A list in which nothing is right: zero (it counts 0) or skip (it is left out).")
    ] = "zero",
    limit: Annotated[int | None, typer.Option(min=1, help="The first N lists only.")] = None,
    model: Annotated[Path | None, typer.Option(metavar="DIR", help="The weights to use, or a text encoder.")] = None,
    predictions: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Score what is in this file: a team's .pred, as at SemEval.")
    ] = None,
    wordings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Wordings of the queries, out of otherwords data wordings.")
    ] = None,
) -> None:
    """How well a system puts candidates in order: map, mrr, ndcg@5 and p@1, from 0 to 1.

    Example: otherwords eval lists dev.jsonl.gz --system cosine --json

    Example: otherwords eval lists graded.jsonl.gz --system listwise --folds 5

    Example: otherwords eval lists test.relevancy --predictions team.pred

    Example: otherwords eval lists dev.jsonl --system para4qa --train train.jsonl --wordings wordings.jsonl --empty skip
    """
    from otherwords.evaluate.list_run import evaluate_lists

    figures = evaluate_lists(
        file,
        system,
        train=train or (),
        parts=folds,
        empty=empty,
        limit=limit,
        model=model,
        predictions=predictions,
        wordings=wordings,
        watch=_watch(limit),
    )
    _print(figures, as_json)


@app.command()
def pairs(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON lines, also .gz: a, b, label.")],
    system: Annotated[str, typer.Option(help="Who judges: rank, match (ours), cosine, random.")] = "match",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    train: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Pairs to learn from; may be given again.")
    ] = None,
    folds: Annotated[
        int | None, typer.Option(metavar="K", min=2, help="Learn from FILE itself, K times from all but a Kth of it.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="The first N pairs only.")] = None,
    model: Annotated[Path | None, typer.Option(metavar="DIR", help="The weights to use, or a text encoder.")] = None,
) -> None:
    """How well a system tells that two texts say the same: accuracy, f1 and ap, or, for graded labels, spearman.

    Example: otherwords eval pairs questions.jsonl.gz --system cosine --json

    Example: otherwords eval pairs paws.jsonl.gz --system match --folds 5
    """
    from otherwords.evaluate.pair_run import evaluate_pairs

    figures = evaluate_pairs(
        file, system, train=train or (), parts=folds, limit=limit, model=model, watch=_watch(limit)
    )
    _print(figures, as_json)


@app.command()
def questions(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="JSON lines, also .gz: question, answers.")],
    kb: Annotated[str, typer.Option(metavar="FILE|URL", help="The knowledge base, or a SPARQL endpoint.")],
    system: Annotated[
        str, typer.Option(help="Who answers: best (ours), base, avgpara, dataugment, seppara, para4qa.")
    ] = "best",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    model: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Weights out of otherwords train ask; else by general rules.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option(metavar="TABLE", help="Wordings by rules: a paraphrase table.", show_default=False)
    ] = None,
    templates: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Wordings by question templates.", show_default=False)
    ] = None,
    translator: Annotated[
        str, typer.Option(metavar="NAME", help="Wordings through another language: otherwords, or none.")
    ] = "none",
    wordings: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Wordings made before, by otherwords data wordings.", show_default=False),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Ask the first N questions only.")] = None,
) -> None:
    """How well questions are answered over a knowledge base: f1 of the answers and hits@1, from 0 to 1.

    Example: otherwords eval questions test.jsonl.gz --kb films.tsv.gz --system best --model my-ask/ --json

    Example: otherwords eval questions test.jsonl.gz --kb films.tsv.gz --system base --limit 500

    Example: otherwords eval questions test.jsonl --kb films.tsv.gz --system para4qa --model para4qa/ --wordings w.jsonl
    """
    from contextlib import ExitStack

    from otherwords.cli.ask import wording_generators
    from otherwords.evaluate.questions import evaluate_questions

    with ExitStack() as stack:
        generators = wording_generators(stack, table, templates, translator) if system != "base" else []
        if wordings is not None:
            from otherwords.ask.wordings.stored import Stored
            from otherwords.evaluate.wording_files import read_wordings

            generators.append(Stored(read_wordings(wordings)))
        figures = evaluate_questions(
            file, kb, system, model=model, generators=generators, limit=limit, watch=_watch(limit)
        )
    _print(figures, as_json)


def _watch(limit: int | None) -> Callable[[Iterable[T]], Iterable[T]]:
    """Shows people how far a run has come."""
    return lambda examples: _with_progress(examples, limit) if sys.stderr.isatty() else examples


def _with_progress(examples: Iterable[T], total: int | None) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("asked"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(examples, total=total)


def _print(figures: dict[str, Any], as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(figures))
    else:
        _print_table(figures)


def _print_table(figures: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("figure", "value")
    table.columns[1].justify = "right"
    for name, value in figures.items():
        table.add_row(name, str(value))
    Console().print(table)
