"""The shipped weights on the example texts, through the command line: the whole way that a user goes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from otherwords.reading import read

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ROWS = [json.loads(line) for line in (EXAMPLES / "queries.jsonl").read_text(encoding="utf-8").splitlines()]

pytestmark = pytest.mark.xdist_group("examples")  # so that the answers are worked out once


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    queries = tmp_path_factory.mktemp("queries") / "queries.txt"
    queries.write_text("\n".join(row["query"] for row in ROWS), encoding="utf-8")
    code = "from otherwords.cli import main; main()"
    command = [sys.executable, "-c", code, "find", "--queries", str(queries), "texts", "--json"]
    done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return {row["query"]: row for row in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("row", [row for row in ROWS if row["expected"]], ids=lambda row: row["query"])
def test_the_passage_is_found(answers: dict[str, dict[str, Any]], row: dict[str, str]):
    answer = answers[row["query"]]
    assert answer.get("document") == row["file"]
    assert answer["text"] in row["expected"] or row["expected"] in answer["text"]


@pytest.mark.parametrize("row", [row for row in ROWS if not row["expected"]], ids=lambda row: row["query"])
def test_what_no_text_says_is_not_here(answers: dict[str, dict[str, Any]], row: dict[str, str]):
    assert answers[row["query"]]["match"] is None


def test_offsets_are_those_of_the_text(answers: dict[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(EXAMPLES)
    texts = {document.id: document.text for document in read(["texts"], on_error=lambda error: None)}
    for answer in answers.values():
        match = answer if "document" in answer else answer["nearest"]
        assert texts[match["document"]][match["start"] : match["end"]] == match["text"]
