"""``otherwords rank``: which of these wordings says what the query says."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from otherwords.cli.streams import complain

if TYPE_CHECKING:
    from otherwords.rank.ranker import Ranked
    from otherwords.reading.entries import Entry

app = typer.Typer()

_FOUND = 0.5


@app.command()
def rank(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="A phrase, a sentence or a question.")],
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Candidates: a line each, JSON lines, CSV, Parquet; - is standard input."),
    ],
    top: Annotated[int | None, typer.Option(metavar="N", min=1, help="Show the N best.", show_default="all")] = None,
    min_probability: Annotated[
        float | None, typer.Option(metavar="P", min=0, max=1, help="Leave out what is less likely than P.")
    ] = None,
    text_column: Annotated[
        str | None,
        typer.Option(
            "--text-column", "--column", metavar="NAME", help="The column of CSV, JSON lines or Parquet with the text."
        ),
    ] = None,
    id_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column that holds the ids.", show_default="id")
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Your own weights, or what train rank learned.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print JSON lines.")] = False,
) -> None:
    """Put candidates in order: the likeliest to say what the query says first, each with its probability.

    Taught by graded labels (train rank), the order is the one that was learned, and need not be that of probabilities.

    Exit codes are grep's: 0 where a candidate is at least as likely as P (.5 where none is given), else 1.

    Example: otherwords rank "How do I reset my password?" questions.txt --top 5

    Example: otherwords rank "free of charge" wordings.csv --text-column phrase --json

    Example: otherwords rank "free of charge" wordings.txt --model my-ranker/
    """
    from otherwords.cli.sources import read_candidates
    from otherwords.rank.ranker import Ranker

    entries = read_candidates(file, text_column, id_column)
    ranked = Ranker(model).order(query, [entry.text for entry in entries])
    least = min_probability or 0.0
    likeliest = max(one.probability for one in ranked)  # which is not the first where graded labels taught the order
    shown = [(entries[one.place], one) for one in ranked if one.probability >= least][:top]
    if as_json:
        for entry, one in shown:
            row = {"text": one.text, "probability": round(one.probability, 6), "line": entry.line}
            print(json.dumps(row if entry.id is None else {**row, "id": entry.id}, ensure_ascii=False))
    elif shown:
        _print_table(shown)
    else:
        complain(f"no candidate is as likely as {least:g}; the likeliest is {likeliest:.2f}")
    is_found = likeliest >= (_FOUND if min_probability is None else min_probability)
    raise typer.Exit(0 if is_found else 1)


def _print_table(shown: "list[tuple[Entry, Ranked]]") -> None:
    from rich.table import Table
    from rich.text import Text

    from otherwords.cli.show import one_line, page, percent

    table = Table("place", "", "candidate", box=None, show_header=False, padding=(0, 1))
    table.columns[0].justify = table.columns[1].justify = "right"
    for entry, one in shown:
        place = Text(one_line(entry.id or str(entry.line)), "green")
        style = "bold green" if one.probability >= _FOUND else "dim"
        table.add_row(place, Text(percent(one.probability), style), Text(one_line(one.text)))
    page().print(table)
