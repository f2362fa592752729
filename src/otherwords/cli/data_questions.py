"""The commands of ``otherwords data`` that make questions with their answers."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from otherwords.cli.data_lists import Output, left_out

if TYPE_CHECKING:
    from otherwords.evaluate.importers.facts import FactQuestions

app = typer.Typer()


KeptAside = Annotated[
    bool, typer.Option("--held-out", metavar="", help="The wordings kept aside, to test with; else the others.")
]
Every = Annotated[int, typer.Option(metavar="N", min=2, help="Keep every Nth wording aside.")]
Facts = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write the facts here, as a knowledge base: .nt, .nt.gz.", show_default=False),
]


@app.command()
def metaqa(
    source: Annotated[Path, typer.Argument(metavar="IN", help="MetaQA's questions: .txt with tabs, or JSON lines.")],
    output: Output,
    held_out: KeptAside = False,
    every: Every = 10,
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


@app.command()
def webquestions(
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="WebQuestions' .json, and its questions, MIDs and paths by brmson."),
    ],
    output: Output,
    kb: Facts = None,
    held_out: KeptAside = False,
    every: Every = 10,
) -> None:
    """WebQuestions, split by wording, and a knowledge base of the facts in Freebase that answer them.

    Which FILE holds what is seen by its fields.

    Example: otherwords data webquestions webquestions.examples.train.json main/*.json d-freebase-mids/*.json
    d-freebase-rp/*.json -o train.jsonl --kb kb.nt
    """
    from otherwords.evaluate.importers.webquestions import read_webquestions

    skipped: Counter[str] = Counter()
    found = read_webquestions(sources, skipped)
    _write(output, kb, found, held_out, every, skipped)


@app.command()
def simplequestions(
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="SimpleQuestions over Wikidata: annotated_wd_data_*.txt, also .gz."),
    ],
    output: Output,
    kb: Facts = None,
    held_out: KeptAside = False,
    every: Every = 10,
) -> None:
    """SimpleQuestions, split by wording, and a knowledge base of the facts in Wikidata that answer them.

    Example: otherwords data simplequestions annotated_wd_data_*.txt -o train.jsonl.gz --kb kb.nt.gz
    """
    from otherwords.evaluate.importers.simplequestions import read_simplequestions

    skipped: Counter[str] = Counter()
    found = read_simplequestions(sources, skipped)
    _write(output, kb, found, held_out, every, skipped)


def _write(
    output: Path,
    kb: Path | None,
    found: "FactQuestions",
    held_out: bool,
    every: int,
    skipped: Counter[str],
) -> None:
    """The facts of all questions, and the questions of the wordings asked for."""
    from otherwords.evaluate.importers.facts import write_facts
    from otherwords.evaluate.importers.held_out import HeldOut
    from otherwords.evaluate.questions import write_questions

    kept = HeldOut(every)
    chosen = [
        one for one, wording in zip(found.examples, found.wordings, strict=True) if kept.keeps(wording) == held_out
    ]
    if kb is not None:
        typer.echo(f"{kb}: {write_facts(kb, found.facts)} facts", err=True)
    typer.echo(f"{output}: {write_questions(output, chosen)} questions{left_out(skipped)}", err=True)
