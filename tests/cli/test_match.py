"""``otherwords match``: from arguments to the matcher, and from what it finds to tables, files and exit codes."""

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from tiny_models import write_pairs
from word_pairs import WordPairs

from otherwords.match.matcher import Matcher

QUESTIONS = (
    "how do i reset my password",
    "where is the station",
    "how do i change my passcode",
    "how do i <b>reset</b> my password",
    "Where is  the station",
)


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Matcher, "open", classmethod(lambda cls, path=None: cls(WordPairs(), "words")))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "questions.txt"
    path.write_text("\n".join(QUESTIONS))
    return path


def rows(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_found(run, file: Path):
    outcome = run("match", "How do I reset my passcode?", file)
    assert (outcome.code, outcome.err) == (0, "")
    lines = [line.split(maxsplit=3) for line in outcome.out.splitlines()]
    assert [line[:3] for line in lines] == [[">", "99", "%"], [">", "99", "%"], ["71", "%", "4"]]
    assert "how do i change my passcode" in outcome.out


def test_words_that_align_are_coloured(run, file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    outcome = run("match", "how do i reset my password", file, "--top", 2)
    assert "\x1b[32mpassword\x1b[0m" in outcome.out
    assert "\x1b[1;36mpasscode\x1b[0m" in outcome.out


def test_not_asked_before(run, file: Path):
    outcome = run("match", "when does the museum open", file)
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.startswith("Not asked before, ")
    assert "where is the station" in outcome.out


def test_json(run, file: Path):
    outcome = run("match", "where is the station", file, "--json", "--top", 1)
    (row,) = rows(outcome.out)
    assert row == {
        "question": "where is the station",
        "match": "where is the station",
        "probability": 1.0,
        "cosine": 1.0,
        "questions": [{"id": "2", "line": 2}, {"id": "5", "line": 5}],
    }


def test_json_of_nothing(run, file: Path):
    outcome = run("match", "when does the museum open", file, "--json")
    (row,) = rows(outcome.out)
    assert outcome.code == 1
    assert row["match"] is None
    assert row["nearest"]["match"] == "where is the station"
    assert row["probability"] == pytest.approx(1 - row["nearest"]["probability"])


def test_the_bar_can_be_moved(run, file: Path):
    assert run("match", "the station", file, "--min-probability", 0.9).code == 1
    assert run("match", "the station", file, "--min-probability", 0.1).code == 0


NEW = "id,question\nN-1,where is the station\nN-2,when does the museum open\nN-3,how do i reset my passcode\n"


def test_many_questions_as_json(run, file: Path, tmp_path: Path):
    (tmp_path / "new.csv").write_text(NEW)
    outcome = run("match", "--questions", tmp_path / "new.csv", file, "--json", "--top", 2)
    told = rows(outcome.out)
    assert outcome.code == 0
    assert [(row["id"], row["line"]) for row in told] == [("N-1", 2), ("N-2", 3), ("N-3", 4)]
    for row in told:
        alone = rows(run("match", row["question"], file, "--json", "--top", 2).out)
        if row["matches"]:
            assert [{"question": row["question"], **one} for one in row["matches"]] == alone
        else:
            assert alone == [{name: row.get(name) for name in ("question", "match", "probability", "nearest")}]
    assert [len(row["matches"]) for row in told] == [1, 0, 2]


def test_many_questions_for_people(run, file: Path, tmp_path: Path):
    (tmp_path / "new.csv").write_text(NEW)
    outcome = run("match", "--questions", tmp_path / "new.csv", file)
    first, second, third, total = outcome.out.split("\n\n")
    assert (outcome.code, outcome.err) == (0, "")
    assert first.split()[:6] == ["N-1", "where", "is", "the", "station", ">"]
    assert "Not asked before" in second
    assert len(third.splitlines()) == 4
    assert total == "2 of 3 questions asked before\n"
    (tmp_path / "new.txt").write_text("when does the museum open")
    assert run("match", "--questions", tmp_path / "new.txt", file).code == 1


def test_all_groups_for_people(run, file: Path):
    outcome = run("match", "--all", file)
    assert (outcome.code, outcome.err) == (0, "")
    first, second, total = outcome.out.split("\n\n")
    assert [line.split()[0] for line in first.splitlines()] == ["3", ">", "71"]
    assert second.split()[:4] == ["2", "×", "2,", "5"]
    assert total == "5 questions, 4 of them different: 2 groups of duplicates\n"


def test_all_groups_as_json(run, file: Path):
    outcome = run("match", "--all", file, "--json", "--min-probability", 0.9)
    assert [(row["group"], row["question"], row["size"]) for row in rows(outcome.out)] == [
        (1, QUESTIONS[0], 2),
        (2, QUESTIONS[1], 2),
    ]


def test_no_duplicates(run, tmp_path: Path):
    (tmp_path / "q.txt").write_text("one thing\nanother matter")
    outcome = run("match", "--all", tmp_path / "q.txt")
    assert outcome.code == 1
    assert outcome.out.endswith("0 groups of duplicates\n")


def test_files_of_groups(run, file: Path, tmp_path: Path):
    jsonl, table = tmp_path / "g.jsonl", tmp_path / "g.csv"
    outcome = run("match", "--all", file, "-o", jsonl, "-o", table)
    assert outcome.code == 0
    assert outcome.out == "5 questions, 4 of them different: 2 groups of duplicates\n"
    groups = rows(jsonl.read_text())
    assert groups[0]["probability"] == min(wording["probability"] for wording in groups[0]["wordings"])
    listed = list(csv.DictReader(table.open()))
    assert [(row["group"], row["centre"], row["id"], row["question"]) for row in listed] == [
        ("1", "1", "1", QUESTIONS[0]),
        ("1", "1", "3", QUESTIONS[2]),
        ("1", "1", "4", QUESTIONS[3]),
        ("2", "2", "2", QUESTIONS[1]),
        ("2", "2", "5", QUESTIONS[4]),
    ]
    assert [group["centre"] for group in groups] == ["1", "2"]


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_a_page_to_review(run, file: Path, tmp_path: Path):
    assert run("match", "--all", file, "-o", tmp_path / "g.html").code == 0
    text = (tmp_path / "g.html").read_text()
    tags = Tags(text).tags
    names = [name for name, _ in tags]
    assert "&lt;b&gt;" in text
    assert not {"b", "script", "link", "img"} & {*names}
    assert not re.search(r"(src|href)=", text)
    assert names.count("section") == 2
    assert names.count("svg") == 2  # for each wording beside the centre of its group
    assert "password / passcode: 1.00" in text
    marked = [attributes["class"] for name, attributes in tags if name == "mark"]
    assert marked[:2] == ["said h0", "said h1"]


def test_the_page_hides_what_is_less_probable(run, file: Path, tmp_path: Path):
    run("match", "--all", file, "-o", tmp_path / "g.html")
    tags = Tags((tmp_path / "g.html").read_text()).tags
    choices = [attributes["id"] for name, attributes in tags if name == "input"]
    assert choices == ["p500", "p600", "p700", "p800", "p900", "p950", "p990"]
    hidden = [attributes["class"] for name, attributes in tags if name == "li"]
    assert hidden == ["", "under-p800 under-p900 under-p950 under-p990"]
    sections = [attributes["class"] for name, attributes in tags if name == "section"]
    assert sections == ["case", "case"]


def test_csv_without_the_column(run, tmp_path: Path):
    (tmp_path / "q.csv").write_text("id,subject\n1,Why?\n")
    for arguments in (["--all", tmp_path / "q.csv"], ["Why?", tmp_path / "q.csv"]):
        outcome = run("match", *arguments)
        assert outcome.code == 2
        assert outcome.err.endswith("of these: id, subject\n")
        assert outcome.err.count("\n") == 1
    for option in ("--text-column", "--column"):
        assert run("match", "Why?", tmp_path / "q.csv", option, "subject").code == 0


def test_ids_of_another_column(run, tmp_path: Path):
    (tmp_path / "q.csv").write_text("Ticket ID;Subject\nT-1;why, then, is it so\nT-2;why, then, is it so\n")
    outcome = run(
        "match", "--all", tmp_path / "q.csv", "--text-column", "subject", "--id-column", "ticket id", "--json"
    )
    assert [question["id"] for question in rows(outcome.out)[0]["wordings"][0]["questions"]] == ["T-1", "T-2"]


def test_standard_input(run):
    outcome = run("match", "why is it so", "-", stdin=b'{"question": "why is it so", "id": "a"}\n')
    assert (outcome.code, outcome.out.split()) == (0, [">", "99", "%", "a", "why", "is", "it", "so"])


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["why"], "say what to look for and where"),
        ([], "say what to look for and where"),
        (["--all"], "name one file and no question"),
        (["--all", "why", "FILE"], "name one file and no question"),
        (["--questions", "FILE"], "name one file and no question"),
        (["--questions", "FILE", "why", "FILE"], "name one file and no question"),
        (["--questions", "FILE", "--all", "FILE"], "name one file and no question"),
        (["--questions", "EMPTY", "FILE"], "empty.txt holds no questions"),
        (["--questions", "FILE", "EMPTY"], "empty.txt holds no questions"),
        (["--all", "FILE", "-o", "groups.xml"], "choose one of these endings"),
        (["--all", "FILE", "-o", "nowhere/groups.csv"], "nowhere is not a folder"),
        (["why", "FILE", "-o", "groups.csv"], "for --all"),
        ([" ", "FILE"], "the question is empty"),
        (["why", "EMPTY"], "holds no questions"),
        (["--all", "EMPTY"], "holds no questions"),
        (["--all", "NONE"], "does not exist"),
    ],
)
def test_mistakes_are_one_line(run, file: Path, tmp_path: Path, arguments: list[str], problem: str):
    (tmp_path / "empty.txt").touch()
    paths = {"FILE": file, "EMPTY": tmp_path / "empty.txt", "NONE": tmp_path / "none.txt"}
    outcome = run("match", *(paths.get(argument, argument) for argument in arguments))
    assert outcome.code == 2
    assert problem in outcome.err
    assert (outcome.out, outcome.err.count("\n")) == ("", 1)


def test_a_bad_row_stops_no_other(run, tmp_path: Path):
    (tmp_path / "q.jsonl").write_text('{"question": "why"}\n{oops\n{"question": "WHY"}\n')
    outcome = run("match", "--all", tmp_path / "q.jsonl", "--json")
    assert outcome.code == 0
    assert rows(outcome.out)[0]["size"] == 2
    assert "line 2 is not JSON" in outcome.err


def test_real_weights_and_a_work_folder(run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.undo()
    model = write_pairs(tmp_path / "model")
    plain = run_again = None
    for work in (tmp_path / "w", tmp_path / "w", None):
        again = ["--work", work] if work else []
        outcome = run("match", "--all", file, "--model", model, "--json", "--min-probability", 0, *again)
        plain, run_again = outcome.out, plain or outcome.out
        assert plain == run_again
    assert sorted(path.name.split("-")[0] for path in (tmp_path / "w").iterdir()) == [
        "keys",
        "neighbours",
        "otherwords",
        "readings",
        "vectors",
    ]
