"""The lists and pairs formats."""

import json
from pathlib import Path
from typing import Any

import pytest

from otherwords.evaluate.lists import Candidate, ListExample, WrittenLists, read_lists, write_lists
from otherwords.evaluate.pairs import PairExample, read_pairs, write_pairs
from otherwords.text import OtherwordsError

ROW: dict[str, Any] = {"id": "q", "query": "A boat", "candidates": [{"id": "0", "text": "A ship", "label": 1}]}
PAIR: dict[str, Any] = {"a": "A boat", "b": "A ship", "label": 1}


def written(tmp_path: Path, *rows: Any) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    return path


@pytest.mark.parametrize("name", ["lists.jsonl", "lists.jsonl.gz"])
def test_lists_there_and_back(tmp_path: Path, name: str):
    examples = [
        ListExample(
            "1", "Snö 雪", (Candidate("a", "Ice", 2.5, 3, "S", "B", "C", ("R",), {"x": 1}),), "Su", "Bo", {"y": [2]}
        ),
        ListExample("2", "none", ()),
    ]
    assert write_lists(tmp_path / name, examples) == WrittenLists(2, 1)
    assert list(read_lists(tmp_path / name)) == examples


def test_pairs_there_and_back(tmp_path: Path):
    examples = [PairExample("a", "b", 1.0), PairExample("c", "", 2.75, {"genre": "news"})]
    assert write_pairs(tmp_path / "pairs.jsonl", examples) == 2
    assert list(read_pairs(tmp_path / "pairs.jsonl")) == examples


def test_a_number_in_quotes_is_a_label(tmp_path: Path):
    assert next(read_pairs(written(tmp_path, PAIR | {"label": "0"}))).label == 0


def with_candidate(**more: Any) -> dict[str, Any]:
    return ROW | {"candidates": [ROW["candidates"][0] | more]}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([], "must be a JSON object"),
        ({"id": "q", "candidates": []}, "missing query"),
        (ROW | {"query": " "}, "the query is empty"),
        (ROW | {"query": "\ud800"}, "surrogate"),
        (ROW | {"candidates": {}}, '"candidates" must be a list'),
        (ROW | {"candidates": ["A ship"]}, "candidate 1: a row must be a JSON object"),
        (ROW | {"candidates": ROW["candidates"] * 2}, 'candidate 2: its id "0" is another\'s, too'),
        (with_candidate(label=None), 'candidate 1: "label" must be a number, not null'),
        (with_candidate(label="NaN"), '"label" must be a number'),
        (with_candidate(label=10**400), '"label" must be a number'),
        (with_candidate(label=2000), "out of range"),
        (with_candidate(rank=0), '"rank" must be a whole number from 1'),
        (with_candidate(rank=True), '"rank" must be a whole number from 1'),
        (with_candidate(subject=3), '"subject" must be a string'),
        (with_candidate(replies="yes"), '"replies" must be a list of strings'),
        (with_candidate(replies=["\ud800"]), '"replies" holds half of a surrogate pair'),
    ],
)
def test_a_bad_list_is_named_with_its_line(tmp_path: Path, row: Any, message: str):
    with pytest.raises(OtherwordsError, match=r"rows\.jsonl:2: ") as error:
        list(read_lists(written(tmp_path, ROW, row)))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("row", "message"), [({"a": "x", "label": 1}, "missing b"), ({"a": "x", "b": "y"}, "missing label")]
)
def test_a_bad_pair_is_named_with_its_line(tmp_path: Path, row: Any, message: str):
    with pytest.raises(OtherwordsError, match=rf"rows\.jsonl:2: {message}"):
        list(read_pairs(written(tmp_path, PAIR, row)))
