"""Systems by name, and a whole evaluation."""

from pathlib import Path

import pytest

from otherwords.evaluate.run import evaluate_spans
from otherwords.evaluate.spans import SpanExample, write_spans
from otherwords.evaluate.systems import SYSTEMS, SystemOptions, build_system
from otherwords.text import OtherwordsError

DOCUMENT = "The minister resigned on Monday. Heavy rain fell over the coast."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "spans.json"
    rows = [
        SpanExample("0", "The minister stepped down.", DOCUMENT, 0, 32),
        SpanExample("1", "It rained heavily at the coast.", DOCUMENT, 33, 64),
        SpanExample("2", "Bread became dearer.", DOCUMENT, None, None),
    ]
    write_spans(path, rows)
    return path


def test_an_unknown_system_is_an_error_that_lists_the_known(file: Path):
    with pytest.raises(OtherwordsError, match=r'no system "magic"; choose from .*tfidf.*oracle') as caught:
        build_system("magic", SystemOptions(file))
    assert all(name in str(caught.value) for name in SYSTEMS)


def test_the_report_of_tfidf(file: Path):
    report = evaluate_spans(file, "tfidf")
    assert report.pop("seconds") >= 0  # rounded
    assert report == {
        "n": 3,
        "em": 66.67,
        "f1": 66.67,
        "span_em": 66.67,
        "null_precision": 0.0,
        "null_recall": 0.0,
        "system": "tfidf",
    }


def test_the_oracle_knows_the_nulls(file: Path):
    report = evaluate_spans(file, "oracle", scorer="turku")
    assert (report["em"], report["null_precision"], report["null_recall"]) == (100, 100, 100)


def test_a_limit_asks_the_first_only(file: Path):
    report = evaluate_spans(file, "tfidf", limit=2)
    assert (report["n"], report["em"]) == (2, 100)


@pytest.mark.parametrize("name", ["train.txt", "train.jsonl.gz"])
def test_tfidf_learns_from_text_or_spans(file: Path, tmp_path: Path, name: str):
    # None of these letters occur in the file: every sentence is equally near, and the first is the answer.
    train = tmp_path / name
    if name.endswith("txt"):
        train.write_text("\nquokka\nxyz\n")
    else:
        write_spans(train, [SpanExample("0", "quokka", "xyz", 0, 3)])
    assert evaluate_spans(file, "tfidf", train=train, limit=2)["em"] == 50


def test_a_file_without_examples_is_an_error(tmp_path: Path):
    (tmp_path / "empty.jsonl").touch()
    with pytest.raises(OtherwordsError, match="no examples"):
        evaluate_spans(tmp_path / "empty.jsonl", "oracle")


def test_a_query_that_cannot_be_asked_is_named(tmp_path: Path):
    write_spans(tmp_path / "s.jsonl", [SpanExample("q7", "word " * 5000, "A text.", 0, 6)])
    with pytest.raises(OtherwordsError, match=r"s\.jsonl: example q7: "):
        evaluate_spans(tmp_path / "s.jsonl", "find")
