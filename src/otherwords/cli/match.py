"""``otherwords match``: was this question asked before, and which questions of a file say the same."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from otherwords.cli.match_many import match_many, no_questions
from otherwords.cli.progress import progress
from otherwords.cli.streams import complain
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    from otherwords.match.duplicates import Duplicates
    from otherwords.match.matcher import Asked, Matcher
    from otherwords.match.questions import Question

app = typer.Typer()

_KINDS = (".jsonl", ".csv", ".html")
_LARGEST = 20
"""Groups that are shown to people; all go into a file, or out as JSON lines."""


@app.command()
def match(
    question: Annotated[
        str | None,
        typer.Argument(metavar="QUESTION", help="What is asked; not with --all or --questions.", show_default=False),
    ] = None,
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="FILE",
            help="Questions: a line each, JSON lines, CSV, Parquet; - is standard input.",
            show_default=False,
        ),
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--all", metavar="", help="Find every group of duplicates in FILE; then there is no QUESTION."),
    ] = False,
    many: Annotated[
        str | None,
        typer.Option(
            "--questions",
            metavar="NEW",
            help="Ask every question of this file; then there is no QUESTION.",
            show_default=False,
        ),
    ] = None,
    outputs: Annotated[
        list[Path] | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="With --all: write .jsonl, .csv or .html; may be repeated."
        ),
    ] = None,
    top: Annotated[int, typer.Option(metavar="N", min=1, help="Show the N likeliest.")] = 5,
    min_probability: Annotated[
        float, typer.Option(metavar="P", min=0, max=1, help="What is less likely than P says something else.")
    ] = 0.5,
    column: Annotated[
        str | None,
        typer.Option(
            "--text-column",
            "--column",
            metavar="NAME",
            help="The column of CSV, JSON lines or Parquet with the questions.",
        ),
    ] = None,
    id_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column that holds their ids.", show_default="id")
    ] = None,
    work: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Keep what was computed, so that later only new questions take time.",
            show_default=False,
        ),
    ] = None,
    model: Annotated[Path | None, typer.Option(metavar="DIR", help="Your own weights.", show_default=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print JSON lines.")] = False,
) -> None:
    """Was this question asked before? And which questions of a file are the same in other words?

    With --work, a run that was stopped goes on when the command is given again.

    Exit codes are grep's: 0 found, 1 nothing like it, 2 error.

    Example: otherwords match "How do I get a new password?" questions.jsonl

    Example: otherwords match "How do I get a new password?" tickets.csv --text-column subject --work tickets.work

    Example: otherwords match --questions today.csv tickets.csv --text-column subject --id-column "Ticket ID"

    Example: otherwords match --all tickets.csv --text-column subject -o groups.html -o groups.csv

    Example: otherwords match --all questions.txt --min-probability 0.9 --json
    """
    from otherwords.match.questions import read_questions

    if every:
        path = _only_file(question if many is None else None, file, "--all")
        _check(outputs or [])
        questions = read_questions(path, column, id_column, on_error=complain)
        raise typer.Exit(_match_all(path, questions, outputs or [], min_probability, work, model, as_json))
    if outputs:
        raise OtherwordsError("files of groups are for --all; to keep the matches of questions, add --json > FILE")
    if many is not None:
        path = _only_file(question, file, "--questions NEW")
        new, old = (read_questions(one, column, id_column, on_error=complain) for one in (many, path))
        raise typer.Exit(match_many(many, new, path, old, top, min_probability, work, model, as_json))
    if question is None or file is None:
        raise OtherwordsError('say what to look for and where: otherwords match "QUESTION" FILE, or --all FILE')
    questions = read_questions(file, column, id_column, on_error=complain)
    raise typer.Exit(_match_one(question, file, questions, top, min_probability, work, model, as_json))


def _only_file(question: str | None, file: str | None, option: str) -> str:
    if question is None or file is not None:
        raise OtherwordsError(f"with {option}, name one file and no question: otherwords match {option} FILE")
    return question


def _check(outputs: list[Path]) -> None:
    """Before the work, not after it."""
    for output in outputs:
        if Path(output.name.removesuffix(".gz")).suffix not in _KINDS:
            raise OtherwordsError(f"{output}: groups are written as {', '.join(_KINDS)}; choose one of these endings")
        if not output.parent.is_dir():
            raise OtherwordsError(f"{output.parent} is not a folder; make it, or choose another output")


def _match_one(
    question: str,
    path: str,
    questions: "Iterator[Question]",
    top: int,
    min_probability: float,
    work: Path | None,
    model: Path | None,
    as_json: bool,
) -> int:
    from otherwords.match.matcher import Matcher

    matcher = Matcher.open(model)
    with progress() as report:
        asked = matcher.ask(question, questions, top=top, work=work, report=report)
    if not asked:
        raise no_questions(path)
    found = [one for one in asked if one.probability >= min_probability]
    if as_json:
        _print_json(question, found, asked[0])
    else:
        _show(matcher, question, found, asked[0])
    return 0 if found else 1


def _print_json(question: str, found: "list[Asked]", nearest: "Asked") -> None:
    from otherwords.match.writing import asked_fields, none_fields

    for fields in map(asked_fields, found) if found else [{"match": None, **none_fields(nearest)}]:
        print(json.dumps({"question": question, **fields}, ensure_ascii=False))


def _show(matcher: "Matcher", question: str, found: "list[Asked]", nearest: "Asked") -> None:
    from rich.text import Text

    from otherwords.cli.show import page, percent
    from otherwords.cli.show_match import match_table
    from otherwords.match.explain import Explainer

    console, explainer = page(), Explainer(matcher.model)
    if found:
        console.print(match_table(question, found, explainer))
        return
    console.print(Text.assemble(("Not asked before", "bold"), f", {percent(1 - nearest.probability)} sure; nearest:"))
    console.print(match_table(question, [nearest], explainer))


def _match_all(
    path: str,
    questions: "Iterator[Question]",
    outputs: list[Path],
    min_probability: float,
    work: Path | None,
    model: Path | None,
    as_json: bool,
) -> int:
    from otherwords.match.duplicates import Duplicates
    from otherwords.match.matcher import Matcher
    from otherwords.match.writing import group_fields

    matcher = Matcher.open(model)
    with progress() as report:
        groups = Duplicates(matcher, questions, min_probability=min_probability, work=work, report=report)
    if not groups.seen.questions:
        raise no_questions(path)
    for output in outputs:
        _write(groups, output, matcher, path, min_probability)
    if as_json:
        for number, group in enumerate(groups, start=1):
            print(json.dumps(group_fields(number, group), ensure_ascii=False))
    else:
        from otherwords.cli.show_match import show_groups

        show_groups(groups, 0 if outputs else _LARGEST)
    return 0 if len(groups) else 1


def _write(groups: "Duplicates", output: Path, matcher: "Matcher", path: str, min_probability: float) -> None:
    from otherwords.evaluate.files import writing
    from otherwords.match.writing import write_csv, write_json_lines

    kind = Path(output.name.removesuffix(".gz")).suffix
    with writing(output) as file:
        if kind == ".jsonl":
            write_json_lines(groups, file)
        elif kind == ".csv":
            write_csv(groups, file)
        else:
            from otherwords.evaluate.duplicates_page import duplicates_page
            from otherwords.match.explain import Explainer

            file.write(duplicates_page(f"Duplicates in {path}", groups, Explainer(matcher.model), min_probability))
