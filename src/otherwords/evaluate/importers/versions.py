"""Two versions of the same documents, segment by segment, as spans.

The source is JSON lines, ``{"doc_id": "…", "a": ["…"], "b": ["…"]}``, where ``a[i]`` says what ``b[i]`` says: two
translations, or a text and its simplification. The segments of b, a line each, are the documents, the long ones cut
between segments. A query is one to three segments of a in a row; the right span is the same segments of b. A null asks
a document for something out of a different one.

The same file and seed give the same examples. The file is read twice when there are to be nulls.
"""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from otherwords.evaluate.files import read_json_lines
from otherwords.evaluate.spans import SpanExample
from otherwords.text import OtherwordsError, words

LONGEST_QUERY = 3
"""In segments."""

POOL = 1000
"""How many queries are held ready to be asked of a document that does not hold them."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """Words a document, queries a document, and the share of queries that are nulls."""

    words: int = 1000
    queries: int = 1
    nulls: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.words < 1 or self.queries < 1 or not 0 <= self.nulls <= 1:
            raise OtherwordsError("words and queries must be at least 1, and the share of nulls between 0 and 1")


class _Part(NamedTuple):
    """A document of the right size: a stretch of a long one."""

    doc_id: str
    number: int
    a: list[str]
    b: list[str]

    @property
    def name(self) -> str:
        return f"{self.doc_id}#{self.number}"


class _Query(NamedTuple):
    doc_id: str
    text: str
    start: int
    answer: str


def read_versions(path: Path, sampling: Sampling) -> Iterator[SpanExample]:
    pool = _query_pool(path, sampling) if sampling.nulls else []
    asked = 0
    for part in _parts(path, sampling.words):
        document = "\n".join(part.b)
        draw = random.Random(f"{sampling.seed} {part.name}")
        for number, query in enumerate(_queries(part, sampling.queries, draw)):
            # Spread evenly, so that the share holds for every stretch of the file.
            is_null = math.floor((asked + 1) * sampling.nulls) > math.floor(asked * sampling.nulls)
            asked += 1
            id_ = f"{part.name}-{number}"
            if is_null:
                yield SpanExample(id_, _foreign_query(path, pool, part.doc_id, document, draw), document, None, None)
            else:
                yield SpanExample(id_, query.text, document, query.start, query.start + len(query.answer))


def _parts(path: Path, size: int) -> Iterator[_Part]:
    for number, row in read_json_lines(path):
        try:
            doc_id, a, b = _checked(row)
        except OtherwordsError as error:
            raise OtherwordsError(f"{path}:{number}: {error}") from None
        lengths = [sum(1 for _ in words(segment)) for segment in b]
        # Parts of one document are about equally long, instead of a short rest at the end.
        parts = max(1, round(sum(lengths) / size))
        bounds = _bounds(lengths, parts)
        for index, (start, end) in enumerate(pairwise(bounds)):
            yield _Part(doc_id, index, a[start:end], b[start:end])


def _checked(row: Any) -> tuple[str, list[str], list[str]]:
    if not isinstance(row, dict) or not {"doc_id", "a", "b"} <= row.keys():
        raise OtherwordsError("a row must be an object with doc_id, a and b")
    for side in (row["a"], row["b"]):
        if not isinstance(side, list) or not all(isinstance(segment, str) for segment in side):
            raise OtherwordsError("a and b must be lists of strings")
    if len(row["a"]) != len(row["b"]):
        raise OtherwordsError(f"a has {len(row['a'])} segments and b has {len(row['b'])}; they must be as many")
    return str(row["doc_id"]), row["a"], row["b"]


def _bounds(lengths: list[int], parts: int) -> list[int]:
    """Where to cut: behind the segment that brings a part to its share of the words."""
    bounds, so_far, total = [0], 0, sum(lengths)
    for index, length in enumerate(lengths, start=1):
        so_far += length
        if len(bounds) < parts and so_far >= total * len(bounds) / parts:
            bounds.append(index)
    return [*bounds, len(lengths)] if bounds[-1] < len(lengths) else bounds


def _queries(part: _Part, count: int, draw: random.Random) -> list[_Query]:
    """Up to ``count`` queries that start at different segments."""
    usable = [bool(a.strip() and b.strip()) for a, b in zip(part.a, part.b, strict=True)]
    starts = [index for index, is_usable in enumerate(usable) if is_usable]
    queries = []
    for first in draw.sample(starts, min(count, len(starts))):
        last = first + draw.randint(1, LONGEST_QUERY)
        while not all(usable[first:last]):
            last -= 1
        start = sum(len(segment) + 1 for segment in part.b[:first])
        text = " ".join(part.a[first:last])
        queries.append(_Query(part.doc_id, text, start, "\n".join(part.b[first:last])))
    return queries


def _query_pool(path: Path, sampling: Sampling) -> list[_Query]:
    """A fair sample of queries out of the whole file."""
    draw = random.Random(f"{sampling.seed} pool")
    pool: list[_Query] = []
    seen = 0
    for part in _parts(path, sampling.words):
        for query in _queries(part, sampling.queries, random.Random(f"{sampling.seed} pool {part.name}")):
            seen += 1
            if len(pool) < POOL:
                pool.append(query)
            elif (place := draw.randrange(seen)) < POOL:
                pool[place] = query
    return pool


def _foreign_query(path: Path, pool: list[_Query], doc_id: str, document: str, draw: random.Random) -> str:
    strangers = [query for query in pool if query.doc_id != doc_id and query.answer not in document]
    if not strangers:
        raise OtherwordsError(f"{path}: nulls need at least two documents that say different things")
    return draw.choice(strangers).text
