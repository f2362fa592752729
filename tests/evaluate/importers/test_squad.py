"""SQuAD in and out."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.evaluate.importers.squad import read_squad, write_squad
from otherwords.evaluate.spans import SpanExample, Written
from otherwords.text import OtherwordsError

CONTEXT = "Saint Bernadette saw it in 1858. 🙂 It is a copy of the grotto at Lourdes."


def question(id_: str, *answers: str, **more: Any) -> dict[str, Any]:
    found = [{"text": answer, "answer_start": CONTEXT.index(answer)} for answer in answers]
    return {"id": id_, "question": f"Question {id_}?", "answers": found} | more


def squad(*questions: dict[str, Any]) -> dict[str, Any]:
    paragraphs = [{"context": CONTEXT, "qas": [one]} for one in questions]
    return {"version": "1.1", "data": [{"title": "Grotto", "paragraphs": paragraphs}]}


def write(tmp_path: Path, content: Any) -> Path:
    path = tmp_path / "squad.json"
    path.write_text(json.dumps(content))
    return path


def test_questions_become_queries_and_the_first_answer_the_span(tmp_path: Path):
    impossible = question("c", is_impossible=True, plausible_answers=[{"text": "1858", "answer_start": 27}])
    path = write(
        tmp_path, squad(question("a", "1858", "in 1858"), question("b", "Lourdes", is_impossible=False), impossible)
    )
    examples = list(read_squad(path, Counter()))
    assert [(example.id, example.query) for example in examples] == [(id_, f"Question {id_}?") for id_ in "abc"]
    assert examples[0] == SpanExample("a", "Question a?", CONTEXT, 27, 31)
    assert [example.gold and CONTEXT[slice(*example.gold)] for example in examples] == ["1858", "Lourdes", None]


def test_what_is_left_out_is_counted(tmp_path: Path):
    misplaced = question("a") | {"answers": [{"text": "1858", "answer_start": 26}]}
    before = question("a") | {"answers": [{"text": "Lourdes.", "answer_start": -8}]}
    path = write(
        tmp_path, squad(misplaced, before, question("b"), question("c", "1858", question="\n"), question("d", "1858"))
    )
    skipped: Counter[str] = Counter()
    assert [example.id for example in read_squad(path, skipped)] == ["d"]
    assert skipped == {"answers that are not where they say": 2, "questions without an answer": 1, "blank questions": 1}


@pytest.mark.parametrize("content", [[], {}, {"data": [{"paragraphs": [{"qas": [{}]}]}]}, {"data": 3}])
def test_another_format_is_one_clear_line(tmp_path: Path, content: Any):
    with pytest.raises(OtherwordsError, match="not SQuAD's JSON"):
        list(read_squad(write(tmp_path, content), Counter()))


@st.composite
def examples(draw: st.DrawFn) -> SpanExample:
    # Few documents, so that neighbours share one.
    document = draw(st.sampled_from([CONTEXT, "Ä\u0308🙂\n", "other"]))
    start = draw(st.one_of(st.none(), st.integers(0, len(document) - 1)))
    end = None if start is None else draw(st.integers(start + 1, len(document)))
    return SpanExample(draw(st.text()), draw(st.text().filter(str.strip)), document, start, end)


@pytest.mark.parametrize("name", ["squad.json", "squad.json.gz"])
@given(rows=st.lists(examples(), max_size=6))
def test_out_and_in_gives_the_same_spans(tmp_path_factory: pytest.TempPathFactory, name: str, rows: list[SpanExample]):
    path = tmp_path_factory.mktemp("squad") / name
    assert write_squad(path, rows) == Written(len(rows), sum(row.gold is None for row in rows))
    skipped: Counter[str] = Counter()
    assert list(read_squad(path, skipped)) == rows
    assert not skipped


def test_neighbours_share_a_paragraph(tmp_path: Path):
    rows = [SpanExample(id_, "q", document, None, None) for id_, document in zip("abc", "xxy", strict=True)]
    write_squad(tmp_path / "squad.json", rows)
    written = json.loads((tmp_path / "squad.json").read_text())
    assert written["version"] == "v2.0"
    assert [len(paragraph["qas"]) for paragraph in written["data"][0]["paragraphs"]] == [2, 1]
