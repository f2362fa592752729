"""Settings tried one after another on the work folder's span examples; the best on its dev set gives the weights.

What was tried stands in ``WORK/grid.json``, so a search that was stopped goes on with the next settings.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from otherwords.encoder.tokens import PieceTokenizer
from otherwords.evaluate.files import writing
from otherwords.evaluate.spans import read_spans
from otherwords.train.base import reading_length
from otherwords.train.dev import Dev
from otherwords.train.epochs import EpochSettings, fit_epochs
from otherwords.train.spans import SpanSet
from otherwords.train.whole import save_model
from otherwords.train.windows import Vocabulary

BATCH_SIZES = (8, 16, 32)
LEARNING_RATES = (5e-5, 3e-5, 2e-5)
EPOCHS = (2, 3)
"""The paper's grid."""
LENGTH = 384
CELL = ("batch_size", "learning_rate", "epochs", "patience")
"""What tells one try from another."""

Tried = dict[str, Any]
"""The names of CELL with their values, and the dev figures by their names."""


@dataclass(frozen=True)
class Plan:
    """What to try."""

    batch_sizes: tuple[int, ...] = (EpochSettings.batch_size,)
    learning_rates: tuple[float, ...] = (EpochSettings.learning_rate,)
    epochs: tuple[int, ...] = (EpochSettings.epochs,)
    patience: int = EpochSettings.patience
    minutes: float = EpochSettings.minutes
    """For each."""

    def settings(self) -> list[EpochSettings]:
        cells = product(self.batch_sizes, self.learning_rates, self.epochs)
        return [EpochSettings(*cell, patience=self.patience, minutes=self.minutes) for cell in cells]

    def save(self, path: Path) -> None:
        write_json(path, asdict(self))

    @classmethod
    def load(cls, path: Path) -> "Plan":
        entries: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        for name, value in entries.items():
            entries[name] = tuple(value) if isinstance(value, list) else value
        return cls(**entries)


def search(work: Path, base: Path, report: Callable[[str], None]) -> list[Tried]:
    """Fits with all settings of ``plan.json`` that ``grid.json`` lacks, and leaves the best ``reader.safetensors``."""
    plan = Plan.load(work / "plan.json").settings()
    tokenizer = PieceTokenizer(work / "tokenizer.json")
    vocabulary = Vocabulary.of(Tokenizer.from_file(str(work / "tokenizer.json")).get_vocab())
    length = reading_length(base, LENGTH)
    dev = Dev(read_spans(work / "dev.jsonl.gz"), tokenizer, vocabulary, length)
    spans = SpanSet.load(work / "spans.npz")
    # Without the weights of the best, what was tried is worth nothing.
    tried: list[Tried] = read_tried(work) if (work / "best.safetensors").exists() else []
    for number, settings in enumerate(plan, start=1):
        cell = {name: getattr(settings, name) for name in CELL}
        if any(cell.items() <= one.items() for one in tried):
            continue
        report(f"fitting {number} of {len(plan)}: " + ", ".join(f"{name} {value:g}" for name, value in cell.items()))
        model, figures = fit_epochs(spans, dev, vocabulary, base, length, settings, report)
        tried.append({**cell, **figures})
        if best(tried) is tried[-1]:
            # Before it is noted as tried: a search that is stopped in between tries these settings again.
            save_model(model, work / "best.safetensors")
        write_json(work / "grid.json", tried)
    (work / "best.safetensors").replace(work / "reader.safetensors")
    return tried


def read_tried(work: Path) -> list[Tried]:
    path = work / "grid.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else []


def best(tried: list[Tried]) -> Tried:
    """The highest F1; of equal ones that with fewer epochs."""
    return max(tried, key=lambda one: (one["f1"], -one["epochs"]))


def write_json(path: Path, value: Any) -> None:
    with writing(path) as file:
        file.write(json.dumps(value, indent=2) + "\n")
