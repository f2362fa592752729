"""``otherwords compare``: which passages of one text others say, in the same words or in other words."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from otherwords.text import Document, Location, OtherwordsError, Span

if TYPE_CHECKING:
    from otherwords.compare import Comparison, Pair

app = typer.Typer()


@app.command()
def compare(
    text: Annotated[str, typer.Argument(metavar="A", help="The text: a file, or - for standard input.")],
    paths: Annotated[list[str], typer.Argument(metavar="B", help="What it is compared with: files and folders.")],
    min_probability: Annotated[
        float, typer.Option(metavar="P", min=0, max=1, help="Leave out what is less likely than P.")
    ] = 0.5,
    leave_out_quotations: Annotated[
        bool, typer.Option("--leave-out-quotations", metavar="", help="Leave out quotations that have a citation.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a page with the texts side by side.", show_default=False),
    ] = None,
    text_column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of CSV, JSON lines or Parquet with the text.")
    ] = None,
    model: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Your own weights, for texts not in English.", show_default=False)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", metavar="", help="Print JSON lines.")] = False,
) -> None:
    """Which passages of A do the others say, in the same words or in other words?

    Every pair of passages comes with its probability and its kind: copied, near copy, reworded, summarised or expanded.

    Exit codes are grep's: 0 found, 1 nothing is shared, 2 error.

    Example: otherwords compare draft.md sources/

    Example: otherwords compare draft.md sources/ --html report.html --leave-out-quotations

    Example: otherwords compare essay.docx article.pdf --json
    """
    from otherwords.cli.sources import read_documents, read_sources
    from otherwords.compare import Comparer
    from otherwords.find import Finder
    from otherwords.find.cache import ArrayCache

    if html is not None and not html.absolute().parent.is_dir():  # before the work, not after it
        raise OtherwordsError(f"{html.parent} is not a folder; make it, or choose another file")
    if html is not None and html.is_dir():
        raise OtherwordsError(f"{html} is a folder; name a file")
    if [text, *paths].count("-") > 1:
        raise OtherwordsError("standard input can be read once only; give - once, and name the other file")
    draft = _only(read_documents([text], text_column), text)
    seen: list[Document] = []
    comparison = Comparer(Finder(model) if model else None, cache=ArrayCache()).compare(
        draft,
        _watched(read_sources(paths, text, text_column), seen, keep_texts=html is not None),
        min_probability=min_probability,
        leave_out_quotations=leave_out_quotations,
    )
    if html is not None:
        from otherwords.evaluate.compare_page import compare_page
        from otherwords.evaluate.files import writing

        with writing(html) as file:
            file.write(compare_page(draft, seen, comparison))
    if as_json:
        for pair in comparison.pairs:
            print(json.dumps(_pair_fields(pair), ensure_ascii=False))
        print(json.dumps(_summary(draft, len(seen), comparison), ensure_ascii=False))
    else:
        from otherwords.cli.show_compare import show_comparison

        show_comparison(draft, len(seen), comparison, page_at=html)
    raise typer.Exit(0 if comparison else 1)


def _only(documents: Iterator[Document], path: str) -> Document:
    first, *more = documents
    if more:
        raise OtherwordsError(f"{path} holds {1 + len(more):,} texts; name one, and the others after it")
    if not first.text.strip():
        raise OtherwordsError(f"{path} is empty; name a text that says something")
    return first


def _watched(documents: Iterator[Document], seen: list[Document], *, keep_texts: bool) -> Iterator[Document]:
    """The documents, noted in ``seen``."""
    for document in documents:
        seen.append(document if keep_texts else Document("", document.id))
        yield document


def _pair_fields(pair: "Pair") -> dict[str, Any]:
    return {
        "kind": pair.kind.value,
        "probability": round(pair.probability, 4),
        "a": _side(pair.a_id, pair.a, pair.a_location),
        "b": _side(pair.b_id, pair.b, pair.b_location),
    }


def _side(document: str, span: Span, location: Location) -> dict[str, Any]:
    place = {"page": location.page, "line": location.line, "time": location.time}
    named = {name: value for name, value in place.items() if value is not None}
    return {"document": document, "start": span.start, "end": span.end, "text": span.text, **named}


def _summary(draft: Document, compared: int, comparison: "Comparison") -> dict[str, Any]:
    quotations = [{"start": span.start, "end": span.end, "text": span.text} for span in comparison.left_out]
    return {
        "document": draft.id,
        "compared": compared,
        "pairs": len(comparison.pairs),
        "share": round(comparison.share, 4),
        "found": round(comparison.found, 4),
        "words": comparison.words,
        "left_out": quotations,
    }
