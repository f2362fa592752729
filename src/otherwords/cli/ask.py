"""``otherwords ask``: a question answered over a knowledge base or documents, through its wordings."""

import json
from collections import Counter
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

_WITH_DOCUMENTS = ("best", "base", "avgpara")


@app.command()
def ask(
    question: Annotated[
        str, typer.Argument(metavar="QUESTION", help=r"What you want to know; \[brackets] may mark what it is about.")
    ],
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH", help="More files and folders, after --docs.", show_default=False),
    ] = None,
    kb: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|URL",
            help="RDF, three columns (also .gz), or a SPARQL endpoint.",
            show_default=False,
        ),
    ] = None,
    docs: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH...", help="Files and folders; - is standard input.", show_default=False),
    ] = None,
    index: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Documents in an index, made by otherwords index add.", show_default=False),
    ] = None,
    min_probability: Annotated[
        float | None,
        typer.Option(
            metavar="P",
            min=0,
            max=1,
            help="--docs, --index: what is less likely than P is no answer.",
            show_default="0.25",
        ),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="--kb: weights out of otherwords train ask. Else: a pair model.",
            show_default="general rules; the shipped one",
        ),
    ] = None,
    top: Annotated[int, typer.Option(metavar="N", min=1, help="Show the N likeliest.")] = 5,
    explain: Annotated[
        bool, typer.Option("--explain", metavar="", help="Show the wordings, their weights and what each found.")
    ] = False,
    system: Annotated[
        str,
        typer.Option(
            help="best weighs wordings, avgpara takes all alike, base asks the question alone; with --model, also"
            " what it learned: dataugment, seppara, para4qa and their kinds."
        ),
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
            help="Wordings through another language: otherwords, or none.",
            show_default="otherwords, where the extra is installed",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON object.")] = False,
) -> None:
    """Answer a question over a knowledge base, or by a sentence of documents.

    It is asked in many wordings, and their answers are weighed. Exit codes are grep's: 0 answered, 1 no answer is
    probable, 2 error. Only a SPARQL endpoint uses the network.

    Example: otherwords ask "who made the matrix" --kb examples/kb/films.ttl

    Example: otherwords ask "when may lorries use the bridge again" --docs reports/ minutes.pdf --top 3

    Example: otherwords ask "who acted in the films directed by [Alfonso Cuarón]" --kb examples/kb/films.ttl --explain

    Example: otherwords ask "where was Keanu Reeves born" --kb http://localhost:7878/query --json
    """
    from otherwords.ask.para4qa.systems import PARA4QA

    if system not in (systems := ("best", *PARA4QA)):
        raise OtherwordsError(f'no system for questions is called "{system}"; choose from {", ".join(systems)}')
    places = _places(kb, docs, index, paths, min_probability)
    if kb is None and system not in _WITH_DOCUMENTS:
        raise OtherwordsError(f"the system {system} asks a knowledge base; add --kb, or choose another --system")
    with ExitStack() as stack:
        generators: list[Generator] = []
        if system != "base":
            from otherwords.ask.wording import LEAST

            # The paper's systems learned from wordings that probably ask the same; ``best`` weighs others down itself.
            least = LEAST if kb is not None and system != "best" else 0.0
            generators = wording_generators(stack, table, templates, translator or _translator_at_hand(), least)
        if kb is not None:
            from otherwords.ask.build import build_asker
            from otherwords.ask.kb.knowledge import open_knowledge_base

            asked = build_asker(open_knowledge_base(kb), system, model, generators).ask(question)
        else:
            from otherwords.cli.ask_documents import asker_over_documents

            asker = asker_over_documents(places, index, system, model, generators, min_probability)
            asked = asker.ask(question)
    if as_json:
        print(json.dumps(_fields(asked, top, explain, has_documents=kb is None), ensure_ascii=False))
    elif kb is None:
        from otherwords.cli.ask_documents import show_passages

        show_passages(asked, top, explain)
    else:
        _show(asked, top, explain)
    raise typer.Exit(0 if asked.answers else 1)


def _places(
    kb: str | None, docs: list[str] | None, index: str | None, paths: list[str] | None, min_probability: float | None
) -> list[str]:
    """The files and folders to ask, where they are what is asked."""
    if sum(one is not None for one in (kb, docs, index)) != 1:
        raise OtherwordsError(
            "say what to ask, one of these: a knowledge base (--kb FILE), documents (--docs PATH...) or --index DIR"
        )
    if docs is None and paths:
        raise OtherwordsError(
            f'one question at a time: put it in quotes, or name documents after --docs ("{paths[0]}")'
        )
    if kb is not None and min_probability is not None:
        raise OtherwordsError("--min-probability goes with --docs and --index, and not with --kb")
    return [*(docs or []), *(paths or [])]


def wording_generators(
    stack: ExitStack, table: Path | None, templates: Path | None, translator: str, least: float = 0.0
) -> "list[Generator]":
    """What rewords a question, as far as it was given."""
    if table is None and templates is None and translator == "none":
        return []
    from otherwords.ask.wordings.merge import Merged
    from otherwords.cli.paraphrase import generators_of, own_route
    from otherwords.encoder.pairs import PairModel

    return [Merged(generators_of(stack, PairModel(), table, templates, own_route(translator), "fi", 6, least))]


def _translator_at_hand() -> str:
    return "otherwords" if find_spec("ctranslate2") and find_spec("sentencepiece") else "none"


def _fields(asked: "Asked", top: int, explain: bool, has_documents: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "question": asked.question,
        "answers": [_answer_fields(answer, explain) for answer in asked.answers[:top]],
        "total": len(asked.answers),
        **({} if has_documents else {"entities": list(asked.entities)}),
    }
    if not asked.answers:
        fields["nearest"] = _answer_fields(asked.nearest, explain) if asked.nearest else None
    if explain:
        fields["wordings"] = [
            {
                "text": heard.wording.text,
                "source": heard.wording.source,
                "weight": round(heard.weight, 4),
                "answers": [
                    {"answer": answer.text, "probability": round(answer.probability, 4), **_where(answer, explain)}
                    for answer in heard.answers[:top]
                ],
            }
            for heard in asked.heard
        ]
    return fields


def _answer_fields(answer: "Answer", explain: bool) -> dict[str, Any]:
    return {
        "answer": answer.text,
        "probability": round(answer.probability, 4),
        **({} if answer.passage else {"entity": answer.entity}),
        **_where(answer, explain),
        "wording": answer.wording.text if answer.wording else None,
    }


def _where(answer: "Answer", explain: bool) -> dict[str, Any]:
    if answer.passage is None:
        return {"iri": answer.iri, "path": list(answer.path)}
    from otherwords.cli.ask_documents import passage_fields

    return passage_fields(answer, answer.passage, explain)


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
        show_wordings(console, asked, top)


def show_answers(console: "Console", asked: "Asked", top: int) -> None:
    from rich.table import Table
    from rich.text import Text

    from otherwords.cli.show import one_line, percent

    weights = {heard.wording.text: heard.weight for heard in asked.heard}
    named = Counter(answer.text for answer in asked.answers)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    for answer in asked.answers[:top]:
        found, name = "", Text(one_line(answer.text), "bold green")
        if named[answer.text] > 1 and answer.iri:
            name.append(f"  {one_line(answer.iri)}", "dim")
        if answer.wording and answer.wording.text != asked.question:
            found = f"“{one_line(answer.wording.text)}” {percent(weights[answer.wording.text])}"
        table.add_row(
            Text(percent(answer.probability), "bold"),
            name,
            Text(_path(answer), "dim"),
            Text(found, "dim italic"),
        )
    console.print(table)
    if len(asked.answers) > top:
        console.print(Text(f"and {len(asked.answers) - top} more; --top {len(asked.answers)} shows them", "dim"))


def _path(answer: "Answer") -> str:
    from otherwords.cli.show import one_line

    if answer.passage is not None:
        return one_line(f"{answer.passage.document_id}  {answer.passage.location}".rstrip())
    return one_line(" → ".join((answer.entity, *answer.path)))


def show_wordings(console: "Console", asked: "Asked", top: int) -> None:
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
