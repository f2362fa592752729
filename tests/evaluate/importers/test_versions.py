"""Two versions of the same documents."""

import json
from pathlib import Path
from typing import Any

import pytest

from otherwords.evaluate.importers.versions import Sampling, read_versions
from otherwords.evaluate.spans import SpanExample
from otherwords.text import OtherwordsError

DOCUMENTS = 10
SEGMENTS = 40


def segment(document: int, index: int, version: str) -> str:
    return f"{version}{document}-{index} one two three."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "versions.jsonl"
    rows = [
        {"doc_id": f"doc{document}"}
        | {side: [segment(document, index, side) for index in range(SEGMENTS)] for side in ("a", "b")}
        for document in range(DOCUMENTS)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def check_span(example: SpanExample) -> int:
    """The span says in b what the query says in a; how many segments that is."""
    start, end = example.gold or (0, 0)
    answer = example.document[start:end]
    assert answer.replace("\n", " ") == example.query.replace("a", "b")
    return answer.count("\n") + 1


def test_one_query_a_document(file: Path):
    examples = list(read_versions(file, Sampling()))
    assert len(examples) == DOCUMENTS
    assert examples[0].id == "doc0#0-0"
    assert examples[-1].id == "doc9#0-0"
    assert examples[-1].document == "\n".join(segment(9, index, "b") for index in range(SEGMENTS))
    for example in examples:
        check_span(example)


def test_queries_are_one_to_three_segments_at_different_places(file: Path):
    examples = list(read_versions(file, Sampling(queries=20)))
    assert len(examples) == 20 * DOCUMENTS
    assert {check_span(example) for example in examples} == {1, 2, 3}
    assert len({(example.document, example.start) for example in examples}) == len(examples)


def test_long_documents_are_cut_between_segments_and_nothing_is_lost(file: Path):
    documents = dict.fromkeys(example.document for example in read_versions(file, Sampling(words=50)))
    # Forty segments of four words are three times about fifty.
    assert len(documents) == 3 * DOCUMENTS
    assert {document.count("\n") + 1 for document in documents} <= {13, 14}
    whole = [segment(document, index, "b") for document in range(DOCUMENTS) for index in range(SEGMENTS)]
    assert "\n".join(documents) == "\n".join(whole)


def test_a_segment_is_never_cut(file: Path):
    documents = {example.document for example in read_versions(file, Sampling(words=1))}
    assert documents == {segment(document, index, "b") for document in range(DOCUMENTS) for index in range(SEGMENTS)}


def test_the_share_of_nulls_is_kept_and_they_come_from_other_documents(file: Path):
    examples = list(read_versions(file, Sampling(queries=3, nulls=0.2)))
    nulls = [example for example in examples if example.gold is None]
    assert len(nulls) == 0.2 * len(examples)
    for null in nulls:
        assert null.query.split(" one")[0].replace("a", "b") not in null.document
    for example in examples:
        if example.gold:
            check_span(example)


def test_the_seed_decides(file: Path):
    sampling = Sampling(queries=2, nulls=0.5)
    assert list(read_versions(file, sampling)) == list(read_versions(file, sampling))
    assert list(read_versions(file, sampling)) != list(read_versions(file, Sampling(queries=2, nulls=0.5, seed=1)))


def test_blank_segments_are_no_queries(file: Path):
    file.write_text(json.dumps({"doc_id": "d", "a": ["x", "", "y"], "b": ["X", "Z", " "]}))
    assert [(example.query, example.gold) for example in read_versions(file, Sampling(queries=9))] == [("x", (0, 1))]


def test_a_document_without_segments_gives_nothing(file: Path):
    file.write_text(json.dumps({"doc_id": "d", "a": [], "b": []}))
    assert list(read_versions(file, Sampling())) == []


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ({"doc_id": "d", "a": ["x"], "b": []}, ":1: a has 1 segments and b has 0"),
        ({"doc_id": "d", "a": ["x"]}, ":1: a row must be an object with doc_id, a and b"),
        ({"doc_id": "d", "a": "x", "b": "y"}, ":1: a and b must be lists of strings"),
    ],
)
def test_a_bad_row_is_named_with_its_line(file: Path, row: Any, complaint: str):
    file.write_text(json.dumps(row))
    with pytest.raises(OtherwordsError, match=complaint):
        list(read_versions(file, Sampling()))


def test_nulls_need_another_document(file: Path):
    file.write_text(json.dumps({"doc_id": "d", "a": ["x"], "b": ["y"]}))
    with pytest.raises(OtherwordsError, match="two documents"):
        list(read_versions(file, Sampling(nulls=1)))


@pytest.mark.parametrize("wrong", [{"words": 0}, {"queries": 0}, {"nulls": 1.5}])
def test_a_setting_that_means_nothing_is_refused(wrong: dict[str, Any]):
    with pytest.raises(OtherwordsError, match="at least 1"):
        Sampling(**wrong)
