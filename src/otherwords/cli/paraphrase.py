"""``otherwords paraphrase``: a question in other words."""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from otherwords.cli.streams import complain
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    from otherwords.ask.wording import Generator, Wording
    from otherwords.ask.wordings.statistics import Statistics
    from otherwords.encoder.pairs import PairModel

app = typer.Typer()

_OURS, _NONE = "otherwords", "none"
_SAYS_THE_SAME = 0.5
_SHOWN = 0.1
"""Less probable ones are not even shown: they have lost what the question is about."""


@app.command()
def paraphrase(
    question: Annotated[str | None, typer.Argument(metavar="QUESTION", help="A question in English.")] = None,
    questions: Annotated[
        str | None, typer.Option(metavar="FILE", help="Many questions, one a line; - is standard input.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option(metavar="TABLE", help="Also by rules: a paraphrase table, .parquet or .duckdb.")
    ] = None,
    templates: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also by question templates, out of otherwords data templates.")
    ] = None,
    translator: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="There: otherwords, apertium, apertium:MODE, a model's folder; or none. Others than ours want --back.",
        ),
    ] = _OURS,
    back: Annotated[
        str | None, typer.Option(metavar="NAME", help="And back: otherwords, or a model's folder.", show_default=False)
    ] = None,
    pivot: Annotated[str, typer.Option(metavar="LANGUAGE", help="The language to go through.")] = "fi",
    pivots: Annotated[int, typer.Option(metavar="K", min=1, max=50, help="So many translations at once.")] = 4,
    min_probability: Annotated[
        float, typer.Option(metavar="P", min=0, max=1, help="Leave out what asks the same less probably.")
    ] = _SHOWN,
    with_statistics: Annotated[
        bool, typer.Option("--statistics", metavar="", help="Print how much each generator gives, and no wordings.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print JSON lines.")] = False,
) -> None:
    """Ask a question in other words: through another language, by rules, by question templates.

    Each wording comes with how probably it asks the same, the likeliest first. Exit codes are grep's: 0 where there are
    other wordings, 1 where there are none.

    Example: otherwords paraphrase "where did the battle of Waterloo take place?"

    Example: otherwords paraphrase "who made the matrix" --table ppdb.parquet --templates templates.jsonl --json

    Example: otherwords paraphrase --questions questions.txt --table ppdb.parquet --statistics
    """
    from otherwords.ask.wordings.merge import Merged, checked
    from otherwords.cli.sources import read_queries

    if (question is None) == (questions is None):
        raise OtherwordsError('say what to ask: otherwords paraphrase "QUESTION", or --questions FILE')
    asked = [checked(question)] if question is not None else [one.text for one in read_queries(str(questions))]
    with ExitStack() as stack:
        from otherwords.encoder.pairs import PairModel

        judge = PairModel()
        route = route_by(translator, back)
        merged = Merged(generators_of(stack, judge, table, templates, route, pivot, pivots, min_probability))
        found: list[tuple[str, list[Wording]]] = []
        for one in asked:
            try:
                found.append((one, merged.wordings(one)))
            except OtherwordsError as error:
                if question is not None:
                    raise
                complain(error)
                continue
            if not with_statistics:
                _print(*found[-1], judge, as_json=as_json, name_question=questions is not None)
    if with_statistics:
        _print_statistics(found, as_json=as_json)
    raise typer.Exit((0 if any(wordings for _, wordings in found) else 1) if found else 2)


def own_route(translator: str) -> tuple[str, str] | None:
    """For commands that do not ask for a way back."""
    if translator not in (_OURS, _NONE):
        raise OtherwordsError(
            f"no translator is called {translator}; choose {_OURS} or {_NONE} (otherwords paraphrase takes others)"
        )
    return route_by(translator, None)


def route_by(translator: str, back: str | None) -> tuple[str, str] | None:
    if translator == _NONE:
        return None
    from otherwords.backtranslate.route import same_way_back

    return translator, back or same_way_back(translator)


def generators_of(
    stack: ExitStack,
    judge: "PairModel",
    table: Path | None,
    templates: Path | None,
    route: tuple[str, str] | None,
    pivot: str,
    pivots: int,
    least: float = 0.0,
    unseen: bool = False,
) -> "list[Generator]":
    """``least``: how probably a wording asks the same, by the judge's word; what is less probable is left out.
    ``unseen``: templates were mined from the very questions that are asked."""
    from otherwords.ask.wordings.likely import Likely

    generators: list[Generator] = []
    if table is not None:
        from otherwords.ask.wordings.rules import Rules
        from otherwords.mine.table import Table

        generators.append(Rules(stack.enter_context(Table.open(table)), judge))
    if templates is not None:
        from otherwords.ask.wordings.templates import Templates
        from otherwords.evaluate.template_files import read_templates

        generators.append(Templates(read_templates(templates), unseen=unseen))
    if route is not None:
        from otherwords.ask.wordings.pivots import Pivots
        from otherwords.translate import translator
        from otherwords.translate.stepwise import stepwise_translator

        there, back = route
        generators.append(Pivots(translator(there, "en", pivot), stepwise_translator(back, pivot, "en"), pivots=pivots))
    if not generators:
        raise OtherwordsError("nothing to reword by; give --table, --templates or --translator")
    return [Likely(generator, judge, least) for generator in generators] if least > 0 else generators


def _print(
    question: str, wordings: "Sequence[Wording]", judge: "PairModel", *, as_json: bool, name_question: bool
) -> None:
    probabilities = judge.probabilities([(question, wording.text) for wording in wordings]).tolist() if wordings else []
    judged: list[tuple[float, Wording]] = sorted(zip(probabilities, wordings, strict=True), key=lambda one: -one[0])
    if as_json:
        for probability, wording in judged:
            row = {
                "question": question,
                "text": wording.text,
                "source": wording.source,
                "score": round(wording.score, 6),
                "probability": round(probability, 6),
            }
            print(json.dumps(row, ensure_ascii=False), flush=True)
        return
    from rich.table import Table
    from rich.text import Text

    from otherwords.cli.show import one_line, page, percent

    console = page()
    if name_question:
        console.print(Text(f"“{one_line(question)}”", "bold"))
    if not wordings:
        complain("no other wording is known; try --table or --templates, more --pivots, or a lower --min-probability")
    shown = Table("probability", "source", "wording", box=None, show_header=False, padding=(0, 1))
    shown.columns[0].justify = "right"
    for probability, wording in judged:
        style = "bold green" if probability >= _SAYS_THE_SAME else "dim"
        shown.add_row(Text(percent(probability), style), Text(wording.source, "magenta"), Text(one_line(wording.text)))
    console.print(shown)


def _print_statistics(found: "Sequence[tuple[str, Sequence[Wording]]]", *, as_json: bool) -> None:
    from otherwords.ask.wordings.statistics import statistics

    number, rows = statistics(found)
    if as_json:
        print(json.dumps({"n": number, "sources": {row.source: _figures(row) for row in rows}}))
        return
    from rich.table import Table

    from otherwords.cli.show import page

    shown = Table("source", "wordings a question", "coverage %", "words", "BLEU", "TER", box=None)
    for row in rows:
        shown.add_row(row.source, *(f"{value:.1f}" for value in _figures(row).values()))
    page().print(shown)


def _figures(row: "Statistics") -> dict[str, float]:
    names = ("number", "coverage", "length", "bleu", "ter")
    return {name: round(float(getattr(row, name)), 2) for name in names}
