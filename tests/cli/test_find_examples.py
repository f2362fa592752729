"""The shipped weights on the example texts, through the command line: the whole way that a user goes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from otherwords.reading import read

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ROWS = [json.loads(line) for line in (EXAMPLES / "queries.jsonl").read_text(encoding="utf-8").splitlines()]


def is_right(row: dict[str, Any], answer: dict[str, Any]) -> bool:
    if row["expected"] is None:
        return "match" in answer
    if answer.get("document") != row["file"]:
        return False
    return bool(answer["text"] in row["expected"] or row["expected"] in answer["text"])


def test_the_examples_are_answered_rightly(tmp_path: Path):
    queries = tmp_path / "queries.txt"
    queries.write_text("\n".join(row["query"] for row in ROWS), encoding="utf-8")
    code = "from otherwords.cli import main; main()"
    command = [sys.executable, "-c", code, "find", "--queries", str(queries), "texts", "--json"]
    done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    answers = {answer["query"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert [row["query"] for row in ROWS if not is_right(row, answers[row["query"]])] == []


def test_to_prepare_a_text_tells_how_far_it_is(run_apart, tmp_path: Path):
    at_once = "import otherwords.cli.progress as progress; progress._SECONDS = 0.0"
    asked = ("find", ROWS[0]["query"], EXAMPLES / ROWS[0]["file"], "--warm")
    outcome = run_apart(*asked, first=at_once, env={**os.environ, "OTHERWORDS_CACHE": str(tmp_path)})
    assert "preparing: 100 %" in outcome.err.splitlines()


def test_what_is_expected_stands_there_once():
    texts = {document.id: document.text for document in read([EXAMPLES / "texts"], on_error=_fail)}
    for row in ROWS:
        if row["expected"]:
            assert texts[str(EXAMPLES / row["file"])].count(row["expected"]) == 1


def _fail(error: Exception) -> None:
    raise error
