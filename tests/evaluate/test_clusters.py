"""Clusters out of pairs and groups, and files of templates."""

import json
from pathlib import Path
from typing import Any

import pytest

from otherwords.ask.wordings.templates import GAP, TemplatePair
from otherwords.evaluate.clusters import read_clusters
from otherwords.evaluate.template_files import read_templates, write_templates
from otherwords.text import OtherwordsError


def written(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_groups_and_pairs(tmp_path: Path):
    rows = [
        {"a": "one", "b": "two", "label": 1},
        {"a": "six", "b": "seven"},
        {"texts": ["x", "y", "z"]},
        {"a": "three", "b": "four", "label": "1"},
        {"a": "one", "b": "six", "label": "0"},
        {"a": "four", "b": "two", "label": 1},
    ]
    clusters = [sorted(cluster) for cluster in read_clusters(written(tmp_path / "rows.jsonl", rows))]
    assert clusters == [["x", "y", "z"], ["four", "one", "three", "two"], ["seven", "six"]]


@pytest.mark.parametrize("row", [{"texts": "one"}, {"a": "one"}, ["one"], {"texts": [1]}])
def test_a_row_of_another_kind(tmp_path: Path, row: Any):
    path = written(tmp_path / "rows.jsonl", [{"texts": []}, row])
    with pytest.raises(OtherwordsError, match=r"rows.jsonl:2: not a cluster"):
        list(read_clusters(path))


def test_a_label_that_is_no_number(tmp_path: Path):
    path = written(tmp_path / "rows.jsonl", [{"a": "one", "b": "two", "label": "yes"}])
    with pytest.raises(OtherwordsError, match=r'rows.jsonl:1: "label" must be a number, not "yes"'):
        list(read_clusters(path))


def test_templates_there_and_back(tmp_path: Path):
    pairs = [TemplatePair(f"who is {GAP}", f"what is {GAP}", 7, 1.25), TemplatePair("why", "why not", 6, -0.5)]
    path = tmp_path / "templates.jsonl.gz"
    assert write_templates(path, pairs) == 2
    assert list(read_templates(path)) == pairs


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"left": "a", "right": "b"}, ":1: a line is left, right, count and pmi"),
        ({"left": f"a {GAP}", "right": "b", "count": 1, "pmi": 0}, ":1: both templates have one gap"),
        (
            {"left": f"{GAP} a {GAP}", "right": f"{GAP} b {GAP}", "count": 1, "pmi": 0},
            ":1: both templates have one gap",
        ),
    ],
)
def test_a_broken_line(tmp_path: Path, row: Any, message: str):
    with pytest.raises(OtherwordsError, match=message):
        list(read_templates(written(tmp_path / "templates.jsonl", [row])))
