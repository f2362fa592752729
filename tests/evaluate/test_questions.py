import json
from pathlib import Path

import pytest

from otherwords.ask.answer import Answer
from otherwords.evaluate.questions import (
    QuestionExample,
    answer_f1,
    evaluate_questions,
    read_questions,
    write_questions,
)
from otherwords.text import OtherwordsError

KB = Path(__file__).parents[2] / "examples" / "kb" / "films.ttl"
QUESTIONS = [
    QuestionExample("who directed [The Matrix]", ("Lana Wachowski", "Lilly Wachowski")),
    QuestionExample("which films did [Alfonso Cuarón] direct", ("Roma", "Gravity", "A Film That Is Not There")),
    QuestionExample("when was [Gravity] released", ("1913",)),
    QuestionExample("who directed [A Film That Is Not There]", ("Nobody",)),
]


def test_files(tmp_path: Path):
    assert write_questions(tmp_path / "q.jsonl.gz", QUESTIONS) == 4
    assert [*read_questions(tmp_path / "q.jsonl.gz")] == QUESTIONS


@pytest.mark.parametrize(
    "row",
    [
        '{"answers": []}',
        '{"question": " ", "answers": []}',
        '{"question": "a"}',
        '{"question": "a", "answers": [1]}',
        "[]",
    ],
)
def test_bad_rows(tmp_path: Path, row: str):
    (tmp_path / "q.jsonl").write_text('{"question": "a", "answers": []}\n' + row)
    with pytest.raises(OtherwordsError, match=r"q\.jsonl:2: "):
        list(read_questions(tmp_path / "q.jsonl"))


def test_f1():
    found = [Answer(text, 0.5, (), "") for text in ("Roma", "GRAVITY", "Speed")]
    assert answer_f1(["Roma", "Gravity"], found) == pytest.approx(0.8)
    assert answer_f1(["Roma"], []) == 0
    assert answer_f1([], found) == 0
    assert answer_f1([], []) == 1


@pytest.mark.parametrize("system", ["base", "avgpara", "best"])
def test_figures(tmp_path: Path, system: str):
    write_questions(tmp_path / "q.jsonl", QUESTIONS)
    figures = evaluate_questions(tmp_path / "q.jsonl", str(KB), system)
    assert figures.pop("seconds") > 0
    expected = {"n": 4, "f1": round((1 + 0.8) / 4, 4), "hits@1": 0.5, "unanswered": 1, "system": system}
    assert figures == expected
    assert evaluate_questions(tmp_path / "q.jsonl", str(KB), system, limit=1)["hits@1"] == 1


def test_mistakes(tmp_path: Path):
    (tmp_path / "q.jsonl").touch()
    with pytest.raises(OtherwordsError, match="no questions"):
        evaluate_questions(tmp_path / "q.jsonl", str(KB))
    with pytest.raises(OtherwordsError, match="choose from best, base, avgpara"):
        evaluate_questions(tmp_path / "q.jsonl", str(KB), "oracle")
    (tmp_path / "q.jsonl").write_text(json.dumps({"question": "a", "answers": []}))
    with pytest.raises(OtherwordsError, match="otherwords train ask"):
        evaluate_questions(tmp_path / "q.jsonl", str(KB), model=tmp_path)
