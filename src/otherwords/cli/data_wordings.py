"""The commands of ``otherwords data`` that make what ``otherwords paraphrase`` rewrites questions by."""

from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from otherwords.ask.wording import LEAST
from otherwords.cli.data_lists import Output, left_out
from otherwords.cli.streams import complain

app = typer.Typer()


@app.command()
def rules(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="IN", help="PPDB's lines, lists of synonyms, also Solr's, or WordNet's folder, also METEOR's."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The paraphrase table: .parquet or .duckdb.")],
    language: Annotated[
        str, typer.Option(metavar="CODE", help="The language of the words, which filters go by.")
    ] = "en",
) -> None:
    """Paraphrases that others have collected, as a paraphrase table; of PPDB's only equivalences.

    Example: otherwords data rules ppdb-2.0-xl-phrasal.gz -o ppdb.parquet

    Example: otherwords data rules /usr/share/wordnet -o wordnet.parquet
    """
    from otherwords.evaluate.importers.rules import write_rules

    skipped: Counter[str] = Counter()
    pairs = write_rules(source, output, skipped, language)
    typer.echo(f"{output}: {pairs} pairs{left_out(skipped)}", err=True)


@app.command()
def templates(
    files: Annotated[
        list[Path], typer.Argument(metavar="IN...", help='JSON lines: {"texts": […]} or pairs {"a", "b", "label"}.')
    ],
    output: Output,
    kb: Annotated[
        str | None,
        typer.Option(
            metavar="KB",
            help="IN are questions with answers; those that one path of this knowledge base answers ask the same.",
            show_default=False,
        ),
    ] = None,
    min_clusters: Annotated[int, typer.Option(metavar="N", min=1, help="A template occurs in N clusters.")] = 10,
    shared_more_than: Annotated[
        int, typer.Option(metavar="N", min=0, help="Two templates share more than N clusters, with the same filler.")
    ] = 5,
    longest_filler: Annotated[int, typer.Option(metavar="N", min=1, help="A gap has at most N words.")] = 5,
) -> None:
    """Question templates that ask the same, mined from clusters of questions that do.

    Example: otherwords data templates clusters.jsonl -o templates.jsonl

    Example: otherwords data templates train.jsonl --kb films.ttl -o templates.jsonl
    """
    from otherwords.ask.wordings.template_mining import Thresholds, mine_templates
    from otherwords.evaluate.clusters import answered_clusters, read_clusters
    from otherwords.evaluate.template_files import write_templates

    thresholds = Thresholds(min_clusters, shared_more_than, longest_filler)
    clusters = (
        (cluster for file in files for cluster in read_clusters(file))
        if kb is None
        else answered_clusters(files, kb, longest_filler, lambda line: typer.echo(line, err=True))
    )
    number = write_templates(output, mine_templates(clusters, thresholds))
    typer.echo(f"{output}: {number} pairs of templates", err=True)


@app.command()
def wordings(
    files: Annotated[
        list[Path], typer.Argument(metavar="IN...", help="Questions with answers, or lists (JSON lines, also .gz).")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file of wordings; it grows as they are made.")],
    table: Annotated[
        Path | None, typer.Option(metavar="TABLE", help="By rules: a paraphrase table.", show_default=False)
    ] = None,
    templates: Annotated[
        Path | None, typer.Option(metavar="FILE", help="By question templates.", show_default=False)
    ] = None,
    translator: Annotated[
        str, typer.Option(metavar="NAME", help="Through another language: otherwords, or none.")
    ] = "otherwords",
    min_probability: Annotated[
        float, typer.Option(metavar="P", min=0, max=1, help="Leave out what asks the same less probably.")
    ] = LEAST,
    unseen: Annotated[
        bool,
        typer.Option(
            "--unseen", metavar="", help="The templates were mined from these questions: use none that is one of them."
        ),
    ] = False,
) -> None:
    """Other wordings of many questions, made once for train ask and eval. A run that was stopped goes on where it was.

    Questions that differ only in what stands in \\[brackets] are one.

    Example: otherwords data wordings train.jsonl dev.jsonl --table ppdb.parquet -o wordings.jsonl
    """
    from otherwords.ask.wordings.merge import Merged
    from otherwords.cli.paraphrase import generators_of, own_route
    from otherwords.cli.progress import progress
    from otherwords.encoder.pairs import PairModel
    from otherwords.evaluate.wording_files import add_wordings, questions_of

    with ExitStack() as stack:
        route = own_route(translator)
        made = generators_of(stack, PairModel(), table, templates, route, "fi", 4, min_probability, unseen)
        merged = Merged(made)
        report = stack.enter_context(progress())
        questions = (question for file in files for question in questions_of(file))
        added = add_wordings(output, questions, merged, lambda done, total: report("questions", done, total), complain)
    kept = f"; {added.kept} were there already, and are as they were" if added.kept else ""
    typer.echo(f"{output}: {added.total} questions{kept}", err=True)
