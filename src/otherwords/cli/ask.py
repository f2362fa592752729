"""``otherwords ask``: a question answered over a knowledge base, through its wordings."""

import json
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    from rich.console import Console

    from otherwords.ask.answer import Answer
    from otherwords.ask.asking import Asked
    from otherwords.ask.wording import Generator

app = typer.Typer()

_SYSTEMS = ("best", "avgpara", "base")


@app.command()
def ask(
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help="What you want to know; [brackets] may mark what it is about.")
    ],
    kb: Annotated[
        str, typer.Option(metavar="FILE|URL", help="N-Triples, Turtle, three columns (also .gz), or a SPARQL endpoint.")
    ],
    model: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Weights out of otherwords train ask.", show_default="general rules"),
    ] = None,
    top: Annotated[int, typer.Option(metavar="N", min=1, help="Show the N likeliest.")] = 5,
    explain: Annotated[
        bool, typer.Option("--explain", metavar="", help="Show the wordings, their weights and what each found.")
    ] = False,
    system: Annotated[
        str, typer.Option(help="best weighs wordings, avgpara takes all alike, base asks the question alone.")
    ] = "best",
    table: Annotated[
        Path | None, typer.Option(metavar="TABLE", help="Wordings by rules: a paraphrase table.", show_default=False)
    ] = None,
    templates: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Wordings by templates, out of otherwords data templates.", show_default=False
        ),
    ] = None,
    translator: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Wordings through another language: otherwords, a model's folder, or none.",
            show_default="otherwords, where the extra is installed",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON object.")] = False,
) -> None:
    """Answer a question over a knowledge base: it is asked in many wordings, and their answers are weighed.

    Exit codes are grep's: 0 answered, 1 no answer is probable, 2 error. Only a SPARQL endpoint uses the network.

    Example: otherwords ask "who made the matrix" --kb examples/kb/films.ttl

    Example: otherwords ask "who acted in the films directed by [Alfonso Cuarón]" --kb examples/kb/films.ttl --explain

    Example: otherwords ask "where was Keanu Reeves born" --kb http://localhost:7878/query --json
    """
    from otherwords.ask.kb.knowledge import open_knowledge_base
    from otherwords.evaluate.questions import build_asker

    if system not in _SYSTEMS:
        raise OtherwordsError(f'no system for questions is called "{system}"; choose from {", ".join(_SYSTEMS)}')
    with ExitStack() as stack:
        generators: list[Generator] = []
        if system != "base":
            generators = wording_generators(stack, table, templates, translator or _translator_at_hand())
        asked = build_asker(open_knowledge_base(kb), system, model, generators).ask(question)
    if as_json:
        print(json.dumps(_fields(asked, top, explain), ensure_ascii=False))
    else:
        _show(asked, top, explain)
    raise typer.Exit(0 if asked.answers else 1)


def wording_generators(
    stack: ExitStack, table: Path | None, templates: Path | None, translator: str
) -> "list[Generator]":
    """What rewords a question, as far as it was given."""
    if table is None and templates is None and translator == "none":
        return []
    from otherwords.ask.wordings.merge import Merged
    from otherwords.cli.paraphrase import generators_of, route_by
    from otherwords.encoder.pairs import PairModel

    return [Merged(generators_of(stack, PairModel(), table, templates, route_by(translator, None), "fi", 6))]


def _translator_at_hand() -> str:
    return "otherwords" if find_spec("ctranslate2") and find_spec("sentencepiece") else "none"


def _fields(asked: "Asked", top: int, explain: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "question": asked.question,
        "answers": [_answer_fields(answer) for answer in asked.answers[:top]],
        "total": len(asked.answers),
        "entities": list(asked.entities),
    }
    if not asked.answers:
        fields["nearest"] = _answer_fields(asked.nearest) if asked.nearest else None
    if explain:
        fields["wordings"] = [
            {
                "text": heard.wording.text,
                "source": heard.wording.source,
                "weight": round(heard.weight, 4),
                "answers": [
                    {"answer": answer.text, "probability": round(answer.probability, 4), "path": list(answer.path)}
                    for answer in heard.answers[:top]
                ],
            }
            for heard in asked.heard
        ]
    return fields


def _answer_fields(answer: "Answer") -> dict[str, Any]:
    return {
        "answer": answer.text,
        "probability": round(answer.probability, 4),
        "entity": answer.entity,
        "path": list(answer.path),
        "wording": answer.wording.text if answer.wording else None,
    }


def _show(asked: "Asked", top: int, explain: bool) -> None:
    from rich.text import Text

    from otherwords.cli.show import one_line, page, percent

    console = page()
    if asked.answers:
        show_answers(console, asked, top)
    elif not asked.entities:
        console.print(Text.assemble(("No answer", "bold"), ": nothing in the knowledge base has a name that is in it"))
    elif asked.nearest is None:
        console.print(Text.assemble(("No answer", "bold"), f": nothing is known of {one_line(asked.entities[0])}"))
    else:
        nearest = asked.nearest
        console.print(
            Text.assemble(
                ("No answer is probable", "bold"),
                f"; nearest: {one_line(nearest.text)}, {percent(nearest.probability)}, {_path(nearest)}",
            )
        )
    if explain:
        _show_wordings(console, asked, top)


def show_answers(console: "Console", asked: "Asked", top: int) -> None:
    from rich.table import Table
    from rich.text import Text

    from otherwords.cli.show import one_line, percent

    weights = {heard.wording.text: heard.weight for heard in asked.heard}
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    for answer in asked.answers[:top]:
        found = ""
        if answer.wording and answer.wording.text != asked.question:
            found = f"“{one_line(answer.wording.text)}” {percent(weights[answer.wording.text])}"
        table.add_row(
            Text(percent(answer.probability), "bold"),
            Text(one_line(answer.text), "bold green"),
            Text(_path(answer), "dim"),
            Text(found, "dim italic"),
        )
    console.print(table)
    if len(asked.answers) > top:
        console.print(Text(f"and {len(asked.answers) - top} more; --top {len(asked.answers)} shows them", "dim"))


def _path(answer: "Answer") -> str:
    from otherwords.cli.show import one_line

    return one_line(" → ".join((answer.entity, *answer.path)))


def _show_wordings(console: "Console", asked: "Asked", top: int) -> None:
    from rich.text import Text
    from rich.tree import Tree

    from otherwords.cli.show import one_line, percent

    tree = Tree(Text(f"{len(asked.heard)} wordings" if len(asked.heard) > 1 else "1 wording", "bold"))
    for heard in sorted(asked.heard, key=lambda one: -one.weight):
        label = Text.assemble(
            (percent(heard.weight), "bold"), f"  {one_line(heard.wording.text)}  ", (heard.wording.source, "magenta")
        )
        branch = tree.add(label)
        for answer in heard.answers[: min(top, 3)]:
            line = f"{percent(answer.probability)}  {one_line(answer.text)}  "
            branch.add(Text.assemble(line, (_path(answer), "dim")))
        if not heard.answers:
            branch.add(Text("no answer", "dim"))
    console.print(tree)
