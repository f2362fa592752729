"""The card that lies beside trained weights: what they learned from, how, how well, and how to make them again."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from otherwords.evaluate.files import writing
from otherwords.train.sources import Entry


@dataclass(frozen=True)
class Origin:
    """A source of examples. Files are named without their folders, which are nobody else's."""

    name: str
    kind: str
    languages: str
    licence: str
    documents: int
    examples: int


@dataclass(frozen=True)
class Card:
    origins: list[Origin]
    base: str
    settings: Mapping[str, Any]
    command: str
    dev: Mapping[str, float]
    """Figures of the examples that the weights were chosen by; none where nothing was chosen."""
    calibration: Mapping[str, float]
    measured: Mapping[str, float]
    """Figures of half of the held-out examples, the curve fitted on the other half; none where there were too few."""
    phrases: list[Entry] = field(default_factory=list)
    """Lists of phrases, by their entries in the recipe."""


def write_card(folder: Path, card: Card) -> None:
    """Writes ``README.md`` beside the weights and their manifest."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    parts = [
        "# A reader",
        "Finds the span of a text that says a query in other words: `otherwords find QUERY PATH --model FOLDER`.",
        "## Trained on",
        table(
            ["file", "kind", "language", "licence", "documents", "examples"],
            ([o.name, o.kind, o.languages, o.licence, f"{o.documents:,}", f"{o.examples:,}"] for o in card.origins),
        ),
        *(["Lists of phrases:", table_of(card.phrases)] if card.phrases else []),
        f"Base: {card.base}.",
        "## Settings",
        table(["setting", "value"], ([name, f"{value}"] for name, value in card.settings.items())),
        "To train it again:",
        f"    {card.command}",
        "## Figures",
    ]
    if card.dev:
        parts += ["Read whole, in torch, on the dev examples that these weights were chosen by:", figures(card.dev)]
    if card.measured:
        parts += [
            'The exported weights on half of the held-out examples, with "not here" as an answer and a curve that was '
            "fitted on the other half:",
            figures(card.measured),
        ]
    parts += [
        "Probabilities, two logistic curves: whether the query is said at all (*here*), and if it is, whether the best "
        "span is the place (*place*):",
        figures(card.calibration),
    ]
    parts += ["## Files", table(["file", "sha256"], manifest["sha256"].items())]
    with writing(folder / "README.md") as file:
        file.write("\n\n".join(parts) + "\n")


def table_of(entries: Iterable[Entry]) -> str:
    """What a recipe names, with its licence."""
    rows = ([entry["files"], entry["kind"], entry.get("licence", "not said")] for entry in entries)
    return table(["file", "kind", "licence"], rows)


def figures(measured: Mapping[str, float]) -> str:
    return table(["figure", "value"], ([name, f"{value:g}"] for name, value in measured.items()))


def table(head: list[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
