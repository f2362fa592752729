"""The commands of ``otherwords data`` that make questions with their answers."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from otherwords.cli.data_lists import Output, left_out

app = typer.Typer()


@app.command()
def metaqa(
    source: Annotated[Path, typer.Argument(metavar="IN", help="MetaQA's questions: .txt with tabs, or JSON lines.")],
    output: Output,
    held_out: Annotated[
        bool, typer.Option("--held-out", metavar="", help="The wordings kept aside, to test with; else the others.")
    ] = False,
    every: Annotated[int, typer.Option(metavar="N", min=2, help="Keep every Nth wording aside.")] = 10,
) -> None:
    """MetaQA's questions about films, split by wording: none of those kept aside occurs in the rest.

    Example: otherwords data metaqa qa_train.txt -o train.jsonl.gz

    Example: otherwords data metaqa qa_train.txt --held-out -o test.jsonl.gz
    """
    from otherwords.evaluate.importers.metaqa import read_metaqa
    from otherwords.evaluate.questions import write_questions

    skipped: Counter[str] = Counter()
    count = write_questions(output, read_metaqa(source, skipped, held_out=held_out, every=every))
    typer.echo(f"{output}: {count} questions{left_out(skipped)}", err=True)
