"""Paraphrases in interviews, marked word by word by several people, as spans.

The source is JSON lines: what a guest said and what the host said next, the share of people who marked each token, and
how many of all who were asked said that the host paraphrases the guest::

    {"id": "CNN-1-7", "guest": ["It", "rained."], "guest_votes": [0.9, 1.0],
     "host": ["So", "it", "was", "wet."], "host_votes": [0.1, 0.8, 0.9, 0.9], "vote": [19, 20]}

The query is what at least half marked of the guest's words, the document the host's turn, the right span all from the
first to the last of the host's words that at least half marked. Where no more than half of the people see a paraphrase,
the example is a null. The share of those who see one is kept as ``agreement``, and the first part of the id (the
station) as ``domain``.

Left out, and counted: rows where nothing of the guest's is marked, which leaves no query, and paraphrases of which
nothing of the host's is marked.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from otherwords.evaluate.files import read_json_lines
from otherwords.evaluate.spans import SpanExample
from otherwords.text import OtherwordsError, stripped

MARKED_FROM = 0.5


def read_dialogue(path: Path, skipped: Counter[str]) -> Iterator[SpanExample]:
    """The examples in the order of the file; ``skipped`` counts what was left out, by reason."""
    for number, row in read_json_lines(path):
        try:
            example = to_example(row, skipped)
        except OtherwordsError as error:
            raise OtherwordsError(f"{path}:{number}: {error}") from None
        except (AttributeError, KeyError, TypeError, ValueError, ZeroDivisionError) as error:
            raise OtherwordsError(f"{path}:{number}: not a row of marked dialogue ({error})") from error
        if example:
            yield example


def tokens_with_offsets(tokens: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """The turn as text, a space between tokens, and where each token stands in it."""
    offsets, start = [], 0
    for token in tokens:
        offsets.append((start, start + len(token)))
        start += len(token) + 1
    return " ".join(tokens), offsets


def is_paraphrase(row: dict[str, Any]) -> bool:
    """Whether most of the people who were asked see a paraphrase."""
    saw, asked = row["vote"]
    return bool(saw / asked > MARKED_FROM)


def to_example(row: dict[str, Any], skipped: Counter[str]) -> SpanExample | None:
    """One row; None where it is left out."""
    query = " ".join(row["guest"][place] for place in marked_tokens(row, "guest")).strip()
    if not query:
        skipped["rows where nothing of the guest's is marked"] += 1
        return None
    document, offsets = tokens_with_offsets(row["host"])
    marked = marked_tokens(row, "host")
    extra = {"domain": row["id"].split("-")[0], "agreement": row["vote"][0] / row["vote"][1]}
    if not is_paraphrase(row):
        return SpanExample(row["id"], query, document, None, None, extra)
    span = stripped(document, offsets[marked[0]][0], offsets[marked[-1]][1]) if marked else None
    if span is None:
        skipped["paraphrases of which nothing of the host's is marked"] += 1
        return None
    return SpanExample(row["id"], query, document, *span, extra)


def marked_tokens(row: dict[str, Any], speaker: str) -> list[int]:
    """Which of the guest's or the host's tokens at least half of the people marked."""
    votes = zip(row[speaker], row[speaker + "_votes"], strict=True)
    return [place for place, (_, share) in enumerate(votes) if share >= MARKED_FROM]
