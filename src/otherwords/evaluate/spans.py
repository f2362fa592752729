"""The spans format: a query, a document, and where the document says it, one JSON object a line.

``{"id", "query", "document", "start", "end"}``; start and end are null where the document does not say it. Offsets
count code points. Other keys are kept as they are.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from otherwords.evaluate.files import checked_text, read_rows, writing
from otherwords.text import OtherwordsError

_TEXT_KEYS = ("id", "query", "document")
_OFFSET_KEYS = ("start", "end")


@dataclass(frozen=True)
class SpanExample:
    """One query with the document it is sought in, and the span that is right: none where it is not there."""

    id: str
    query: str
    document: str
    start: int | None
    end: int | None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.query.strip():
            raise OtherwordsError("the query is empty")
        if (self.start is None) != (self.end is None):
            raise OtherwordsError("start and end must both be null or both be numbers")
        if self.start is not None and self.end is not None and not 0 <= self.start < self.end <= len(self.document):
            raise OtherwordsError(
                f"the span {self.start}–{self.end} is empty or outside the document, which has"
                f" {len(self.document)} characters"
            )
        for key in _TEXT_KEYS:
            checked_text(getattr(self, key), key)

    @property
    def gold(self) -> tuple[int, int] | None:
        return None if self.start is None or self.end is None else (self.start, self.end)


class Written(NamedTuple):
    examples: int
    nulls: int


def read_spans(path: Path) -> Iterator[SpanExample]:
    """The examples, one at a time, each checked; a bad row is an error that names the file and the line."""
    return read_rows(path, _example)


def write_spans(path: Path, examples: Iterable[SpanExample]) -> Written:
    count = nulls = 0
    with writing(path) as file:
        for example in examples:
            file.write(json.dumps(_row(example), ensure_ascii=False) + "\n")
            count += 1
            nulls += example.gold is None
    return Written(count, nulls)


def _example(row: Any) -> SpanExample:
    if not isinstance(row, dict):
        raise OtherwordsError("a row must be a JSON object")
    missing = [key for key in (*_TEXT_KEYS, *_OFFSET_KEYS) if key not in row]
    if missing:
        raise OtherwordsError(f"missing {', '.join(missing)}")
    for key in _TEXT_KEYS:
        if not isinstance(row[key], str):
            raise OtherwordsError(f'"{key}" must be a string')
    for key in _OFFSET_KEYS:
        if type(row[key]) not in (int, type(None)):
            raise OtherwordsError(f'"{key}" must be a whole number or null')
    extra = {key: value for key, value in row.items() if key not in (*_TEXT_KEYS, *_OFFSET_KEYS)}
    return SpanExample(row["id"], row["query"], row["document"], row["start"], row["end"], extra)


def _row(example: SpanExample) -> dict[str, Any]:
    return {key: getattr(example, key) for key in (*_TEXT_KEYS, *_OFFSET_KEYS)} | dict(example.extra)
