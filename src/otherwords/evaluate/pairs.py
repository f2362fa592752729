"""The pairs format: two texts and whether, or how much, they say the same, one JSON object a line.

``{"a", "b", "label"}``. Labels are 0 and 1, or a scale such as 0 to 5. Other keys are kept.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from otherwords.evaluate.files import read_json_lines, writing
from otherwords.evaluate.lists import Candidate, ListExample, label_at, text_at
from otherwords.text import OtherwordsError


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
    for number, row in read_json_lines(path):
        try:
            a, b = text_at(row, "a"), text_at(row, "b")
            extra = {key: value for key, value in row.items() if key not in ("a", "b", "label")}
            yield PairExample(a, b, label_at(row), extra)
        except OtherwordsError as error:
            raise OtherwordsError(f"{path}:{number}: {error}") from None


def write_pairs(path: Path, examples: Iterable[PairExample]) -> int:
    count = 0
    with writing(path) as file:
        for one in examples:
            label = int(one.label) if one.label == int(one.label) else one.label
            file.write(
                json.dumps({"a": one.a, "b": one.b, "label": label} | dict(one.extra), ensure_ascii=False) + "\n"
            )
            count += 1
    return count
