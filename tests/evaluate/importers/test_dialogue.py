"""Paraphrases marked in interviews."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from otherwords.evaluate.importers.dialogue import read_dialogue, tokens_with_offsets
from otherwords.evaluate.spans import SpanExample, read_spans, write_spans
from otherwords.text import OtherwordsError


def row(id_: str, guest: str, host: str, votes: tuple[int, int]) -> dict[str, Any]:
    """Words in capitals were marked by many, the others by few."""

    def shares(text: str) -> list[float]:
        return [0.5 if token.isupper() else 0.49 for token in text.split()]

    return {
        "id": id_,
        "guest": guest.split(),
        "guest_votes": shares(guest),
        "host": host.split(),
        "host_votes": shares(host),
        "vote": list(votes),
    }


ROWS = [
    row("CNN-1-7", "Well, IT RAINED. Sadly.", "So IT was WET. Go on.", (19, 20)),
    row("NPR-2-1", "IT RAINED.", "THANK YOU.", (10, 20)),
    row("NPR-3-1", "It rained.", "So IT WAS WET.", (15, 20)),
    row("NPR-4-1", "IT RAINED.", "Thank you.", (15, 20)),
    row("NPR-5-1", "IT RAINED.", "", (11, 20)) | {"host": ["So", "\nWET", ""], "host_votes": [0.2, 1, 0.9]},
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "dialogue.jsonl.gz"
    with gzip.open(path, "wt") as file:
        file.writelines(json.dumps(each) + "\n" for each in ROWS)
    return path


def test_the_examples(file: Path):
    skipped: Counter[str] = Counter()
    examples = list(read_dialogue(file, skipped))
    first = SpanExample(
        "CNN-1-7", "IT RAINED.", "So IT was WET. Go on.", 3, 14, {"domain": "CNN", "agreement": 19 / 20}
    )
    assert examples[0] == first
    assert first.document[3:14] == "IT was WET."  # a gap between marked words is part of the passage
    assert [example.id for example in examples] == ["CNN-1-7", "NPR-2-1", "NPR-5-1"]
    assert examples[-1].document[slice(*examples[-1].gold or ())] == "WET"
    assert skipped == {
        "rows where nothing of the guest's is marked": 1,
        "paraphrases of which nothing of the host's is marked": 1,
    }


def test_half_of_the_votes_are_no_majority(file: Path):
    nulls = [example.id for example in read_dialogue(file, Counter()) if example.gold is None]
    assert nulls == ["NPR-2-1"]


def test_examples_survive_our_own_format(file: Path, tmp_path: Path):
    examples = list(read_dialogue(file, Counter()))
    write_spans(tmp_path / "spans.jsonl", examples)
    assert list(read_spans(tmp_path / "spans.jsonl")) == examples


def test_offsets_hold_whatever_the_tokens():
    tokens = ["", "\nBut", "so", " it ", "is."]
    text, offsets = tokens_with_offsets(tokens)
    assert [text[start:end] for start, end in offsets] == tokens


@pytest.mark.parametrize(
    "broken",
    [
        "text",
        ["a list"],
        {"id": "1"},
        ROWS[0] | {"guest_votes": [1.0]},
        ROWS[0] | {"host_votes": ["many"] * 6},
        ROWS[0] | {"vote": [3, 0]},
        ROWS[0] | {"id": 7},
    ],
)
def test_a_broken_row_is_one_clear_line(tmp_path: Path, broken: object):
    path = tmp_path / "dialogue.jsonl"
    path.write_text(f"{json.dumps(ROWS[0])}\n{json.dumps(broken)}\n")
    with pytest.raises(OtherwordsError, match="not a row of marked dialogue") as caught:
        list(read_dialogue(path, Counter()))
    assert str(caught.value).startswith(f"{path}:2: ")
    assert "\n" not in str(caught.value)
