"""``otherwords data``: from a source's file to a file of ours, and back."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from otherwords.cli.data import app
from otherwords.evaluate.spans import read_spans
from otherwords.text import OtherwordsError


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    context = {"doc1": "one", "beg1": 0, "end1": 4, "doc2": "two", "beg2": 1, "end2": 6}
    items = [
        {"txt1": "Hej!", "txt2": "Tjena", "label": "4s", "context": context},
        {"txt1": "Ja", "txt2": "Nej", "label": "3", "context": None},
    ]
    (tmp_path / "dev.json").write_text(json.dumps(items))
    (tmp_path / "documents.json").write_text(json.dumps({"one": "Hej! Du.", "two": " Tjena du."}))
    return tmp_path / "dev.json"


def test_turku(pairs: Path, tmp_path: Path):
    output = tmp_path / "dev.jsonl.gz"
    result = run("turku", pairs, "--texts", tmp_path / "documents.json", "-o", output)
    assert result.exit_code == 0
    assert result.stderr == f"{output}: 2 examples, 0 of them nulls; left out 1 pairs without context\n"
    assert [example.gold for example in read_spans(output)] == [(1, 6), (0, 4)]


def test_turku_asks_for_the_documents(pairs: Path, tmp_path: Path):
    with pytest.raises(OtherwordsError, match="--texts"):
        run("turku", pairs, "-o", tmp_path / "dev.jsonl")
    assert not (tmp_path / "dev.jsonl").exists()


def test_versions(tmp_path: Path):
    rows = [{"doc_id": name, "a": [f"a {name}"], "b": [f"b {name}"]} for name in "xy"]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)))
    result = run("versions", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl", "--nulls", "0.5", "--seed", 3)
    assert result.stderr.endswith("2 examples, 1 of them nulls\n")
    examples = list(read_spans(tmp_path / "out.jsonl"))
    assert [(example.query, example.gold) for example in examples] == [("a x", (0, 3)), ("a x", None)]


def test_squad_there_and_back(pairs: Path, tmp_path: Path):
    spans, squad, again = tmp_path / "spans.jsonl", tmp_path / "squad.json.gz", tmp_path / "again.jsonl"
    run("turku", pairs, "--texts", tmp_path / "documents.json", "-o", spans)
    assert run("to-squad", spans, "-o", squad).stderr == f"{squad}: 2 examples, 0 of them nulls\n"
    assert run("squad", squad, "-o", again).exit_code == 0
    kept = [(example.id, example.query, example.document, example.gold) for example in read_spans(spans)]
    assert [(example.id, example.query, example.document, example.gold) for example in read_spans(again)] == kept


def test_dialogue(tmp_path: Path):
    row = {"id": "CNN-1-7", "guest": ["It", "rained."], "guest_votes": [0.9, 1], "vote": [19, 20]}
    host = {"host": ["So", "it", "was", "wet."], "host_votes": [0.1, 0.8, 0.9, 0.9]}
    (tmp_path / "in.jsonl").write_text(json.dumps(row | host))
    result = run("dialogue", tmp_path / "in.jsonl", "-o", tmp_path / "out.jsonl")
    assert result.stderr.endswith("1 examples, 0 of them nulls\n")
    (example,) = read_spans(tmp_path / "out.jsonl")
    assert (example.query, example.document[slice(*example.gold or ())]) == ("It rained.", "it was wet.")


def test_irretrievable(tmp_path: Path):
    spans, output = tmp_path / "spans.jsonl", tmp_path / "out.jsonl"
    rows = [
        {"id": "1", "query": "q", "document": "One.\nTwo.\nThree.", "start": 5, "end": 9, "label": "4"},
        {"id": "2", "query": "q", "document": "One.", "start": 0, "end": 4},
        {"id": "3", "query": "q", "document": "Two. two!", "start": 0, "end": 4},
        {"id": "4", "query": "q", "document": "One.", "start": None, "end": None},
    ]
    spans.write_text("\n".join(map(json.dumps, rows)))
    result = run("irretrievable", spans, "-o", output)
    assert result.stderr == (
        f"{output}: 5 examples, 2 of them nulls"
        "; left out 1 nulls of documents that are nothing but their target"
        "; left out 1 nulls of documents that say their target twice\n"
    )
    examples = list(read_spans(output))
    assert [example.id for example in examples] == ["1", "1-removed", "2", "3", "4"]
    assert (examples[1].document, examples[1].gold, examples[1].extra) == ("One.\nThree.", None, {"label": "4"})


COMMANDS = ["turku", "versions", "squad", "dialogue", "to-squad", "nulls", "irretrievable", "backtranslate"]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_gives_an_example(command: str):
    assert f"otherwords data {command}" in run(command, "--help").stdout
