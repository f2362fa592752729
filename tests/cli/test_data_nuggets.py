"""``otherwords data nuggets`` and ``temporal``: what is matched, and what is asked."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from otherwords.cli.data import app
from otherwords.evaluate.nuggets.extraction import read_nuggets
from otherwords.evaluate.nuggets.questions import Question, read_questions
from otherwords.text import OtherwordsError


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)


def test_nuggets_of_a_folder(tmp_path: Path):
    folder, output = tmp_path / "texts", tmp_path / "nuggets.jsonl"
    folder.mkdir()
    (folder / "a.txt").write_text("The gate was built in 1937.")
    (folder / "b.html").write_text("<p>Nothing here.</p><p>It was painted in <b>May 1987</b>.</p>")
    assert run("nuggets", folder, "-o", output).stderr == f"{output}: 2 nuggets\n"
    assert [json.loads(line) for line in output.read_text().splitlines()] == [
        {
            "fragment": "The gate was built",
            "date": "1937",
            "when": "1937",
            "year": 1937,
            "source": str(folder / "a.txt"),
        },
        {
            "fragment": "It was painted",
            "date": "May 1987",
            "when": "1987-05",
            "year": 1987,
            "source": str(folder / "b.html"),
        },
    ]


def test_nuggets_of_a_column(tmp_path: Path):
    (tmp_path / "in.jsonl").write_text('{"query": "In 1066?", "document": "It fell in 1940."}\n' * 2)
    run("nuggets", tmp_path / "in.jsonl", "--text-column", "document", "-o", tmp_path / "out.jsonl")
    assert [nugget.fragment for nugget in read_nuggets(tmp_path / "out.jsonl")] == ["It fell"]


def test_nothing_to_read_leaves_no_file(tmp_path: Path):
    with pytest.raises(OtherwordsError, match="nothing could be read"):
        run("nuggets", tmp_path / "absent.txt", "-o", tmp_path / "out.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_temporal_questions_of_several_files(tmp_path: Path):
    (tmp_path / "a.tsv").write_text("1\tfactoid\tWhen did it end?\t1945\n2\tfactoid\tWho won?\tThey\n")
    asked = {"question": "What year was it?", "answers": [{"text": "in 1937"}]}
    (tmp_path / "b.json").write_text(json.dumps({"data": [{"paragraphs": [{"qas": [asked]}]}]}))
    output = tmp_path / "questions.jsonl"
    result = run("temporal", tmp_path / "a.tsv", tmp_path / "b.json", "-o", output)
    assert result.stderr == f"{output}: 2 questions; left out 1 questions for something else\n"
    assert list(read_questions(output)) == [
        Question("When did it end?", ("1945",)),
        Question("What year was it?", ("in 1937",)),
    ]
