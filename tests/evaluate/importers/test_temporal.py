"""Questions for a date, out of SQuAD and TREC."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from otherwords.evaluate.importers.temporal import read_temporal
from otherwords.evaluate.nuggets.questions import Question
from otherwords.text import OtherwordsError


def squad(tmp_path: Path, *questions: tuple[str, list[str]]) -> Path:
    rows = [{"question": text, "answers": [{"text": answer} for answer in answers]} for text, answers in questions]
    path = tmp_path / "squad.json"
    path.write_text(json.dumps({"data": [{"paragraphs": [{"context": "", "qas": rows}]}]}))
    return path


def test_squad(tmp_path: Path):
    path = squad(
        tmp_path,
        ("When was it built? ", ["1937", "in 1937", "1937"]),
        ("Who built it?", ["Strauss, in 1937"]),
        ("When does it rain?", ["in the 1960s"]),
        ("In what year did it open?", ["May 27, 1937"]),
    )
    skipped: Counter[str] = Counter()
    assert list(read_temporal(path, skipped)) == [
        Question("When was it built?", ("1937", "in 1937")),
        Question("In what year did it open?", ("May 27, 1937",)),
    ]
    assert skipped == {"questions for something else": 1, "questions without a year in the answer": 1}


@pytest.mark.parametrize(
    ("pattern", "years"),
    [
        ("1959", ["1959"]),
        ("1980s|1987", ["1987"]),
        (r"198[257]", ["1982", "1985", "1987"]),
        (r"1930\s*'?\s*s|1931|1932", ["1931", "1932"]),
        (r"Aug\s*\.?\s*18\s*,?\s*1920|1920", ["1920"]),
        (r"10\/23\/1989|mid-1800s", ["1989"]),
    ],
)
def test_the_years_of_a_pattern_of_trec(tmp_path: Path, pattern: str, years: list[str]):
    path = tmp_path / "trec.tsv"
    path.write_text(f"7\tfactoid\tWhen was it? \t{pattern}\n8\tfactoid\tWho was it?\t1959\n")
    assert list(read_temporal(path, Counter())) == [Question("When was it?", tuple(years))]


@pytest.mark.parametrize("content", [[], {}, {"data": 3}, {"data": [{"paragraphs": [{"qas": [{}]}]}]}])
def test_another_format_is_one_clear_line(tmp_path: Path, content: Any):
    (tmp_path / "squad.json").write_text(json.dumps(content))
    with pytest.raises(OtherwordsError, match="not SQuAD's JSON"):
        list(read_temporal(tmp_path / "squad.json", Counter()))


def test_a_row_without_columns_is_told_with_its_line(tmp_path: Path):
    (tmp_path / "trec.tsv").write_text("7\tfactoid\tWhen was it?\t1959\n\n8 factoid\n")
    with pytest.raises(OtherwordsError, match=r"trec\.tsv:3: not TREC's"):
        list(read_temporal(tmp_path / "trec.tsv", Counter()))
