"""``otherwords expand``: a query whose phrases may also be said in other words, for a search engine."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from otherwords.cli.streams import complain
from otherwords.cli.word_lists import filter_of
from otherwords.mine.filters import LIKELY_ENOUGH
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    from otherwords.mine.expand import Expansion

app = typer.Typer()

_SYNTAXES = ("boolean", "lucene", "fts5", "json")


@app.command()
def expand(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Words to look for, or a question.")],
    table: Annotated[Path, typer.Option(metavar="TABLE", help="A paraphrase table: .parquet or .duckdb.")],
    syntax: Annotated[str, typer.Option(help=f"What to write: {', '.join(_SYNTAXES)}.")] = "boolean",
    wordings: Annotated[int, typer.Option(metavar="N", min=1, help="Up to N other wordings of a phrase.")] = 3,
    words_only: Annotated[
        bool, typer.Option("--words-only", metavar="", help="Only single words, and single words for them.")
    ] = False,
    no_context: Annotated[
        bool, typer.Option("--no-context", metavar="", help="Take the table's best, whether they fit the query or not.")
    ] = False,
    min_score: Annotated[float, typer.Option(metavar="S", min=0, max=1, help="Only wordings that score S.")] = 0.0,
    min_probability: Annotated[
        float,
        typer.Option(metavar="P", min=0, max=1, help="Of mined English wordings, only those as likely to be right."),
    ] = LIKELY_ENOUGH,
    unfiltered: Annotated[
        bool,
        typer.Option("--unfiltered", metavar="", help="Also antonyms, other numbers, siblings, unlikely wordings."),
    ] = False,
    language: Annotated[
        str | None, typer.Option(help="The table's language (en, fi, sv); else told from the table.")
    ] = None,
    antonyms: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Further antonyms to leave out, two words a line.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="The same as --syntax json.")] = False,
) -> None:
    """A query whose phrases may also be said in other words, for a search engine.

    Exit codes are grep's: 0 where there are other words, 1 where there are none (the query is printed all the same).

    Example: otherwords expand "company founded" --table table.parquet --syntax lucene
    """
    if syntax not in _SYNTAXES:
        raise OtherwordsError(f"there is no syntax {syntax}; choose from {', '.join(_SYNTAXES)}")
    from otherwords.mine.expand import Expander
    from otherwords.mine.syntax import SYNTAXES
    from otherwords.mine.table import Table

    with Table.open(table) as opened:
        expander = Expander(
            opened,
            wordings,
            context=not no_context,
            words_only=words_only,
            min_score=min_score,
            min_probability=min_probability,
            unfiltered=unfiltered,
            filter_=filter_of(opened, language, antonyms),
        )
        expansion = expander.expand(query)
    if as_json or syntax == "json":
        print(json.dumps(_fields(expansion), ensure_ascii=False))
    else:
        print(SYNTAXES[syntax](expansion))
        if expansion.left_out:
            told = ", ".join(f"{number} {fault}" for fault, number in expansion.left_out.most_common())
            complain(f"left out {told}; --unfiltered takes them in")
    raise typer.Exit(0 if expansion else 1)


def _fields(expansion: "Expansion") -> dict[str, Any]:
    return {
        "query": expansion.query,
        "parts": [
            {
                "start": part.span.start,
                "end": part.span.end,
                "text": part.span.text,
                "wordings": [
                    {"text": wording.text, "score": round(wording.score, 6), "count": wording.count}
                    for wording in part.wordings
                ],
            }
            for part in expansion.parts
        ],
        "left_out": {str(fault): number for fault, number in expansion.left_out.items()},
    }
