"""``otherwords ask --docs`` and ``--index``: sentences as answers, and shown in their places."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords.text import Match

if TYPE_CHECKING:
    from rich.console import Console

    from otherwords.ask.answer import Answer, Passage
    from otherwords.ask.asking import Asked, Asker
    from otherwords.ask.sentences.gather import Screen
    from otherwords.ask.wording import Generator

    Gather = Callable[[Sequence[str]], list[Passage]]


def asker_over_documents(
    paths: list[str],
    index: str | None,
    system: str,
    model: Path | None,
    generators: "Sequence[Generator]",
    min_probability: float | None,
) -> "Asker":
    from otherwords.ask.build import asker_over
    from otherwords.ask.sentences.answerer import LEAST, SentenceAnswerer
    from otherwords.ask.sentences.judge import Judge
    from otherwords.encoder.pairs import PairModel

    pairs = PairModel(model)
    least = LEAST if min_probability is None else min_probability
    gather = _out_of_documents(paths) if index is None else _out_of_index(index)
    return asker_over(SentenceAnswerer(gather, Judge.of(pairs), least), system, pairs, generators)


def _out_of_documents(paths: list[str]) -> "Gather":
    from otherwords.ask.sentences.gather import from_documents
    from otherwords.cli.sources import read_documents

    places = screen()
    return lambda wordings: from_documents(read_documents(paths), wordings, places)


def _out_of_index(uri: str) -> "Gather":
    from otherwords.ask.sentences.gather import from_index
    from otherwords.index import Index

    index = Index.open(uri)
    return lambda wordings: from_index(index, wordings)


def screen() -> "Screen":
    """``find``'s own: by n-grams of characters and by word vectors."""
    from otherwords.ask.sentences.gather import PLACES, WIDTH, Place
    from otherwords.encoder import load_encoder
    from otherwords.find.screen import Language
    from otherwords.find.screen import Screen as Screened

    language = Language.of(load_encoder())

    def places(text: str, queries: Sequence[str]) -> list[list[Place]]:
        screened = Screened(text, language)
        return [
            [Place(one.place.start, one.place.end, one.cold) for one in screened.places(query, None, PLACES, WIDTH)]
            for query in queries
        ]

    return places


def passage_fields(answer: "Answer", passage: "Passage", explain: bool) -> dict[str, Any]:
    place = {"page": passage.location.page, "line": passage.location.line, "time": passage.location.time}
    return {
        "document": passage.document_id,
        "start": passage.span.start,
        "end": passage.span.end,
        **{name: value for name, value in place.items() if value is not None},
        **({"evidence": {name: round(value, 4) for name, value in answer.evidence}} if explain else {}),
    }


def show_passages(asked: "Asked", top: int, explain: bool) -> None:
    from rich.text import Text

    from otherwords.cli.ask import show_wordings
    from otherwords.cli.show import page, show_nearest

    console = page()
    if asked.answers:
        _show_answers(console, asked, top, explain)
    elif asked.nearest is None:
        console.print(Text.assemble(("No answer", "bold"), ": there is nothing to read in the documents"))
    else:
        # Not how sure it is that none does: the probability is that of one sentence, and there are many.
        console.print(Text("No sentence is likely to answer it", "bold"))
        show_nearest(console, _match(asked.nearest))
    if explain:
        show_wordings(console, asked, top)


def _show_answers(console: "Console", asked: "Asked", top: int, explain: bool) -> None:
    from rich.text import Text

    from otherwords.cli.show import one_line, percent, show_match

    weights = {heard.wording.text: heard.weight for heard in asked.heard}
    for number, answer in enumerate(asked.answers[:top]):
        if number:
            console.print()
        note = None
        if answer.wording and answer.wording.text != asked.question:
            note = Text(f"“{one_line(answer.wording.text)}” {percent(weights[answer.wording.text])}", "dim italic")
        show_match(console, _match(answer), note)
        if explain:
            console.print(Text(f"  {_spoke_for(answer)}", "dim"), soft_wrap=True)
    if len(asked.answers) > top:
        console.print(Text(f"and {len(asked.answers) - top} more; --top {len(asked.answers)} shows them", "dim"))


def _match(answer: "Answer") -> Match:
    passage = answer.passage
    if passage is None:
        raise ValueError("an answer that stands nowhere")
    return Match(passage.document_id, passage.span, answer.probability, 0.0, passage.location, passage.context)


def _spoke_for(answer: "Answer") -> str:
    return " · ".join(f"{name} {value:.2f}" for name, value in answer.evidence)
