"""Data sets of questions that bring their own knowledge base: written, learned from, asked and measured."""

import json
from pathlib import Path

import pytest

from otherwords.evaluate.questions import read_questions

ASKED = {
    "P19": ["where was {} born", "in which town was {} born", "what is the birthplace of {}", "{} was born where"],
    "P106": ["what does {} do", "what is the job of {}", "what does {} work as", "{} does what for a living"],
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Twelve people, their towns and their work, each asked for in four ways."""
    lines: list[str] = []
    for i, name in enumerate(("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ina", "Joe", "Kim", "Lou")):
        for relation, wordings in ASKED.items():
            answer = (100 if relation == "P19" else 200) + i % 4
            lines += [f"Q{i}\t{relation}\tQ{answer}\t{wording.format(name)}" for wording in wordings]
    path = tmp_path / "annotated.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_simplequestions(run, source: Path, tmp_path: Path):
    kb, train, test = tmp_path / "kb.nt.gz", tmp_path / "train.jsonl", tmp_path / "test.jsonl"
    outcome = run("data", "simplequestions", source, "-o", train, "--kb", kb, "--every", 4)
    assert (outcome.code, outcome.err) == (0, f"{kb}: 24 facts\n{train}: 72 questions\n")
    outcome = run("data", "simplequestions", source, "-o", test, "--held-out", "--every", 4)
    assert outcome.err == f"{test}: 24 questions\n"
    assert {one.question.replace("Ada", "[]") for one in read_questions(test) if "Ada" in one.question} == {
        "[] was born where",
        "[] does what for a living",
    }
    assert run("train", "ask", "--kb", kb, train, "-o", tmp_path / "model", "--words-only").code == 0
    outcome = run(
        "ask", "where was cy born", "--kb", kb, "--model", tmp_path / "model", "--translator", "none", "--json"
    )
    (found,) = json.loads(outcome.out)["answers"]
    assert (found["answer"], found["entity"], found["path"]) == ("Q102", "Cy", ["place of birth"])
    outcome = run("eval", "questions", test, "--kb", kb, "--model", tmp_path / "model", "--json")
    assert json.loads(outcome.out)["f1"] > 0.8


def test_webquestions(run, tmp_path: Path):
    """One file may hold all kinds of rows."""
    rows: list[dict[str, object]] = []
    for i in range(20):
        number, question = f"wqr{i:06d}", f"in words of {i} who runs town {i % 5}?"
        rows += [
            {"utterance": question, "url": f"http://www.freebase.com/view/en/town_{i % 5}", "targetValue": "(list)"},
            {"qId": number, "qText": question, "answers": [f"Mayor {i % 5}"]},
            {"qId": number, "freebaseMids": [{"concept": f"Town {i % 5}", "mid": f"m.{i % 5}"}]},
            {"qId": number, "relPaths": [[["/location/town/officials", "/government/position_held/holder"], 1]]},
        ]
    (tmp_path / "all.json").write_text(json.dumps(rows))
    kb = tmp_path / "kb.nt"
    outcome = run("data", "webquestions", tmp_path / "all.json", "-o", tmp_path / "q.jsonl", "--kb", kb)
    assert outcome.err == f"{kb}: 10 facts\n{tmp_path / 'q.jsonl'}: 18 questions\n"
    run("data", "webquestions", tmp_path / "all.json", "-o", tmp_path / "q.jsonl", "--held-out")
    assert [one.answers for one in read_questions(tmp_path / "q.jsonl")] == [("Mayor 4",), ("Mayor 4",)]
    outcome = run("ask", "which officials hold town 3", "--kb", kb, "--translator", "none", "--json")
    best = json.loads(outcome.out)["answers"][0]
    assert (best["answer"], best["entity"], best["path"]) == ("Mayor 3", "Town 3", ["officials", "holder"])
    outcome = run(
        "data", "webquestions", tmp_path / "all.json", "-o", tmp_path / "q.jsonl", "--kb", tmp_path / "kb.tsv"
    )
    assert outcome.code == 2
    assert "call it .nt" in outcome.err


def test_wordings_tell_what_was_there_and_what_cannot_be_reworded(run, tmp_path: Path):
    (tmp_path / "words.txt").write_text("film movie\n")
    run("data", "rules", tmp_path / "words.txt", "-o", tmp_path / "words.parquet")
    asked = tmp_path / "asked.jsonl"
    asked.write_text("".join(json.dumps({"question": text}) + "\n" for text in ("who made the film", "?!")))
    command = ["data", "wordings", asked, "--table", tmp_path / "words.parquet", "--translator", "none"]
    first = run(*command, "-o", tmp_path / "made.jsonl")
    assert (first.code, first.err.splitlines()) == (
        0,
        [
            "otherwords: “?!”: the question holds no word; say what to ask",
            f"{tmp_path / 'made.jsonl'}: 1 questions",
        ],
    )
    again = run(*command, "-o", tmp_path / "made.jsonl")
    assert again.err.splitlines()[-1].endswith(": 1 questions; 1 were there already, and are as they were")
