"""Wordings that are made once: the file grows, outlives a kill, and knows a question by what it is not about."""

import json
from pathlib import Path

import pytest

from otherwords.ask.wording import Wording
from otherwords.ask.wordings.merge import Merged
from otherwords.ask.wordings.stored import Stored, with_slot
from otherwords.evaluate.wording_files import Added, add_wordings, questions_of, read_wordings
from otherwords.text import OtherwordsError


class Shouting:
    """Says what it is asked louder, and once without the last word; remembers what it was asked."""

    name = "rules"

    def __init__(self, dies_at: str = "") -> None:
        self.asked: list[str] = []
        self._dies_at = dies_at

    def wordings(self, question: str) -> list[Wording]:
        if question == self._dies_at:
            raise KeyboardInterrupt
        self.asked.append(question)
        return [Wording(f"{question} now", "rules", 0.25), Wording(question.rpartition(" ")[0], "pivots", -1.5)]


def test_questions_that_differ_in_their_entity_are_reworded_once(tmp_path: Path):
    path, generator = tmp_path / "w.jsonl", Shouting()
    questions = ["who made [The Matrix] then", "who made [Speed] then", "where is it"]
    assert add_wordings(path, questions, generator) == Added(total=2, kept=0)
    assert generator.asked == ["who made The Matrix then", "where is it"]
    stored = Stored(read_wordings(path))
    found = stored.wordings("who made [Gravity] then")
    assert [(one.text, one.source, one.score) for one in found] == [
        ("who made [Gravity] then now", "rules", 0.25),
        ("who made [Gravity]", "pivots", -1.5),
    ]
    assert [one.text for one in stored.wordings("where is it")] == ["where is it now", "where is"]
    assert stored.wordings("never asked") == []


def test_a_wording_that_lost_its_entity_is_dropped(tmp_path: Path):
    add_wordings(tmp_path / "w.jsonl", ["who made [Speed]"], Shouting())
    assert [one.text for one in read_wordings(tmp_path / "w.jsonl")["who made []"]] == ["who made [] now"]


class Inflecting:
    name = "pivots"

    def wordings(self, question: str) -> list[Wording]:
        texts = ("whose are SPEED and Speed", "whose is Speedy", "whose is Speed-dating", "whose is Speed's")
        return [Wording(text, "pivots", 0.0) for text in texts]


def test_a_name_within_a_longer_word_is_another_name(tmp_path: Path):
    add_wordings(tmp_path / "w.jsonl", ["who made [Speed]"], Inflecting())
    found = [one.text for one in read_wordings(tmp_path / "w.jsonl")["who made []"]]
    assert found == ["whose are [] and Speed", "whose is []-dating", "whose is []'s"]


def test_a_run_that_was_stopped_goes_on(tmp_path: Path):
    path, questions = tmp_path / "w.jsonl", ["one is it", "two is it", "three is it"]
    with pytest.raises(KeyboardInterrupt):
        add_wordings(path, questions, Shouting(dies_at="three is it"))
    with path.open("a", encoding="utf-8") as file:
        file.write('{"question": "three is it", "word')  # what a kill leaves
    generator = Shouting()
    assert add_wordings(path, questions, generator) == Added(total=3, kept=2)
    assert generator.asked == ["three is it"]
    assert list(read_wordings(path)) == questions


def test_a_question_that_cannot_be_reworded_stops_no_other(tmp_path: Path):
    path, errors = tmp_path / "w.jsonl", list[OtherwordsError]()
    questions = ["one is it", "word " * 300, "?!", "two is it"]
    assert add_wordings(path, questions, Merged([Shouting()]), on_error=errors.append) == Added(total=2, kept=0)
    assert list(read_wordings(path)) == ["one is it", "two is it"]
    long, wordless = map(str, errors)
    assert long.startswith("“word word")
    assert "a question of 300 words is too long" in long
    assert len(long) < 200
    assert wordless.startswith("“?!”: the question holds no word")


def test_questions_of_files(tmp_path: Path):
    rows = [
        {"question": "who [X]", "answers": []},
        {"id": "1", "query": "right", "candidates": [{"id": "a", "text": "t", "label": 1}]},
        {"id": "2", "query": "wrong", "candidates": [{"id": "a", "text": "t", "label": 0}]},
        {"id": "3", "query": "quoted", "candidates": [{"id": "a", "text": "t", "label": "1"}]},
        {"id": "4", "query": "none", "candidates": [{"id": "a", "text": "t"}]},
    ]
    path = tmp_path / "q.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert [*questions_of(path)] == ["who [X]", "right", "quoted"]
    path.write_text('{"query": "a", "candidates": [{"label": "yes"}]}\n', encoding="utf-8")
    with pytest.raises(OtherwordsError, match=r'q\.jsonl:1: "label" must be a number'):
        [*questions_of(path)]
    path.write_text('{"text": "a"}\n', encoding="utf-8")
    with pytest.raises(OtherwordsError, match=r'q\.jsonl:1: neither a "question" nor a "query"'):
        [*questions_of(path)]


@pytest.mark.parametrize("line", ['{"question": "a"}', '{"question": "a", "wordings": [{"text": "b"}]}', "[]"])
def test_bad_files(tmp_path: Path, line: str):
    (tmp_path / "w.jsonl").write_text(line + "\n", encoding="utf-8")
    with pytest.raises(OtherwordsError, match=r"w\.jsonl:1: a line is a question and its wordings"):
        read_wordings(tmp_path / "w.jsonl")


def test_what_cannot_grow(tmp_path: Path):
    with pytest.raises(OtherwordsError, match="cannot be compressed"):
        add_wordings(tmp_path / "w.jsonl.gz", [], Shouting())
    with pytest.raises(OtherwordsError, match="cannot write"):
        add_wordings(tmp_path / "no" / "w.jsonl", ["a b"], Shouting())


def test_slots():
    assert with_slot("who made [The Matrix]?") == "who made []?"
    assert with_slot("who made it") == "who made it"


def test_the_last_line_may_lack_its_end(tmp_path: Path):
    path = tmp_path / "w.jsonl"
    add_wordings(path, ["one is it", "two is it"], Shouting())
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    assert add_wordings(path, ["one is it", "two is it", "three is it"], Shouting()) == Added(total=3, kept=2)
    assert list(read_wordings(path)) == ["one is it", "two is it", "three is it"]


@pytest.mark.parametrize("text", ["{'notes': 1}", '{"notes": [1, 2', '{"a": 1}\n{"question": "x", "wor', "one\ntwo"])
def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path, text: str):
    path = tmp_path / "notes.json"
    path.write_text(text)
    with pytest.raises(OtherwordsError, match=r"notes\.json"):
        add_wordings(path, ["one is it"], Shouting())
    assert path.read_text() == text
