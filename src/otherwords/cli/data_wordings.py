"""The commands of ``otherwords data`` that make what ``otherwords paraphrase`` rewrites questions by."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from otherwords.cli.data_lists import Output, left_out

app = typer.Typer()


@app.command()
def rules(
    source: Annotated[Path, typer.Argument(metavar="IN", help="PPDB's lines, lists of synonyms, or WordNet's folder.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The paraphrase table: .parquet or .duckdb.")],
) -> None:
    """Paraphrases that others have collected, as a paraphrase table; of PPDB's only equivalences.

    Example: otherwords data rules ppdb-2.0-xl-phrasal.gz -o ppdb.parquet

    Example: otherwords data rules /usr/share/wordnet -o wordnet.parquet
    """
    from otherwords.evaluate.importers.rules import write_rules

    skipped: Counter[str] = Counter()
    typer.echo(f"{output}: {write_rules(source, output, skipped)} pairs{left_out(skipped)}", err=True)


@app.command()
def templates(
    source: Annotated[
        Path, typer.Argument(metavar="IN", help='JSON lines: {"texts": […]} or pairs {"a", "b", "label"}.')
    ],
    output: Output,
    min_clusters: Annotated[int, typer.Option(metavar="N", min=1, help="A template occurs in N clusters.")] = 10,
    shared_more_than: Annotated[
        int, typer.Option(metavar="N", min=0, help="Two templates share more than N clusters, with the same filler.")
    ] = 5,
    longest_filler: Annotated[int, typer.Option(metavar="N", min=1, help="A gap has at most N words.")] = 5,
) -> None:
    """Question templates that ask the same, mined from clusters of questions that do.

    Example: otherwords data templates clusters.jsonl -o templates.jsonl
    """
    from otherwords.ask.wordings.template_mining import Thresholds, mine_templates
    from otherwords.evaluate.clusters import read_clusters
    from otherwords.evaluate.template_files import write_templates

    thresholds = Thresholds(min_clusters, shared_more_than, longest_filler)
    number = write_templates(output, mine_templates(read_clusters(source), thresholds))
    typer.echo(f"{output}: {number} pairs of templates", err=True)
