"""The pairs format: two texts and whether, or how much, they say the same, one JSON object a line.

``{"a", "b", "label"}``. Labels are 0 and 1, or a scale such as 0 to 5. Other keys are kept.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from otherwords.evaluate.files import read_rows, write_rows
from otherwords.evaluate.lists import Candidate, ListExample, label_at, text_at


@dataclass(frozen=True)
class PairExample:
    a: str
    b: str
    label: float
    extra: Mapping[str, Any] = field(default_factory=dict)

    def as_list(self) -> ListExample:
        """The second text as the one candidate for the first: what systems for lists understand."""
        return ListExample("", self.a, (Candidate("", self.b, self.label),))


def read_pairs(path: Path) -> Iterator[PairExample]:
    """The examples, one at a time, each checked; a bad row is an error that names the file and the line."""
    return read_rows(path, _example)


def write_pairs(path: Path, examples: Iterable[PairExample]) -> int:
    return write_rows(path, map(_row, examples))


def _example(row: Any) -> PairExample:
    a, b = text_at(row, "a"), text_at(row, "b")
    extra = {key: value for key, value in row.items() if key not in ("a", "b", "label")}
    return PairExample(a, b, label_at(row), extra)


def _row(example: PairExample) -> dict[str, Any]:
    label = int(example.label) if example.label == int(example.label) else example.label
    return {"a": example.a, "b": example.b, "label": label} | dict(example.extra)
