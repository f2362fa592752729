"""The lists format: a query and its candidates, each with how right it is, one JSON object a line.

``{"id", "query", "candidates": [{"id", "text", "label", "rank"}]}``. A label is a number, higher where the candidate is
nearer to the query; above 0 it is right. ``rank`` is where a search engine put the candidate, from 1, and may be left
out. Questions of a forum also have ``subject`` and ``body``, beside the query and in each candidate. A sentence of a
document may have an ``opening``, what the document begins with, and a question ``replies``, a list of what was answered
to it. Other keys are kept.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from otherwords.evaluate.files import checked_text, read_rows, writing
from otherwords.text import OtherwordsError

_PARTS = ("subject", "body")
LARGEST_LABEL = 100


@dataclass(frozen=True)
class Candidate:
    id: str
    text: str
    label: float
    rank: int | None = None
    subject: str | None = None
    body: str | None = None
    opening: str | None = None
    replies: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ListExample:
    """A query with candidates to put in order. There may be none: then nothing can be right."""

    id: str
    query: str
    candidates: tuple[Candidate, ...]
    subject: str | None = None
    body: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def labels(self) -> list[float]:
        return [candidate.label for candidate in self.candidates]


class WrittenLists(NamedTuple):
    examples: int
    candidates: int


def read_lists(path: Path) -> Iterator[ListExample]:
    """The examples, one at a time, each checked; a bad row is an error that names the file and the line."""
    return read_rows(path, _example)


def write_lists(path: Path, examples: Iterable[ListExample]) -> WrittenLists:
    count = candidates = 0
    with writing(path) as file:
        for example in examples:
            file.write(json.dumps(_row(example), ensure_ascii=False) + "\n")
            count += 1
            candidates += len(example.candidates)
    return WrittenLists(count, candidates)


def text_at(row: Any, key: str) -> str:
    """A string of a row, which must be there."""
    if not isinstance(row, dict):
        raise OtherwordsError("a row must be a JSON object")
    if key not in row:
        raise OtherwordsError(f"missing {key}")
    if not isinstance(row[key], str):
        raise OtherwordsError(f'"{key}" must be a string')
    return checked_text(row[key], key)


def label_at(row: dict[str, Any]) -> float:
    """The label of a row; a number in quotes is one, too, for so some data sets come."""
    if "label" not in row:
        raise OtherwordsError("missing label")
    try:
        label = float(row["label"])
    except (OverflowError, TypeError, ValueError):
        label = math.nan
    if not math.isfinite(label):
        raise OtherwordsError(f'"label" must be a number, not {json.dumps(row["label"])}')
    return label


def _example(row: Any) -> ListExample:
    id, query = text_at(row, "id"), text_at(row, "query")
    if not query.strip():
        raise OtherwordsError("the query is empty")
    candidates = row.get("candidates")
    if not isinstance(candidates, list):
        raise OtherwordsError('"candidates" must be a list')
    made: dict[str, Candidate] = {}
    for place, entry in enumerate(candidates, start=1):
        try:
            candidate = _candidate(entry)
        except OtherwordsError as error:
            raise OtherwordsError(f"candidate {place}: {error}") from None
        if candidate.id in made:
            raise OtherwordsError(f'candidate {place}: its id "{candidate.id}" is another\'s, too')
        made[candidate.id] = candidate
    return ListExample(
        id, query, tuple(made.values()), **_parts(row, *_PARTS), extra=_others(row, "id", "query", "candidates")
    )


def _candidate(row: Any) -> Candidate:
    id, text, label = text_at(row, "id"), text_at(row, "text"), label_at(row)
    if abs(label) > LARGEST_LABEL:
        raise OtherwordsError(f'"label" is out of range; the gain of a label is 2^label, so keep to {LARGEST_LABEL}')
    rank = row.get("rank")
    if rank is not None and (type(rank) is not int or rank < 1):
        raise OtherwordsError('"rank" must be a whole number from 1')
    replies = row.get("replies") or []
    if not isinstance(replies, list) or not all(isinstance(reply, str) for reply in replies):
        raise OtherwordsError('"replies" must be a list of strings')
    replies = [checked_text(reply, "replies") for reply in replies if reply.strip()]
    others = _others(row, "id", "text", "label", "rank", "opening", "replies")
    return Candidate(id, text, label, rank, **_parts(row, *_PARTS, "opening"), replies=tuple(replies), extra=others)


def _parts(row: dict[str, Any], *keys: str) -> dict[str, str]:
    return {key: text_at(row, key) for key in keys if row.get(key) is not None}


def _others(row: dict[str, Any], *known: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in known and key not in _PARTS}


def _row(example: ListExample) -> dict[str, Any]:
    candidates = [
        {
            "id": one.id,
            "text": one.text,
            "label": _plain(one.label),
            **_given(one, "rank", *_PARTS, "opening"),
            **({"replies": list(one.replies)} if one.replies else {}),
            **one.extra,
        }
        for one in example.candidates
    ]
    return {
        "id": example.id,
        "query": example.query,
        **_given(example, *_PARTS),
        "candidates": candidates,
        **example.extra,
    }


def _given(value: object, *keys: str) -> dict[str, Any]:
    return {key: getattr(value, key) for key in keys if getattr(value, key) is not None}


def _plain(label: float) -> float:
    """1 and not 1.0, where a label is whole."""
    return int(label) if label == int(label) else label
