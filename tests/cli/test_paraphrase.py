"""``otherwords paraphrase``, and the commands that make its tables and templates."""

import json
from pathlib import Path

import pytest

from otherwords.mine.table import Pair, write


@pytest.fixture
def table(tmp_path: Path) -> Path:
    write([Pair("author", "writer", 9, 0.9), Pair("made", "directed", 9, 0.5)], tmp_path / "table.parquet", {})
    return tmp_path / "table.parquet"


@pytest.fixture
def templates(tmp_path: Path) -> Path:
    row = {"left": "who made ⟨…⟩", "right": "who is the maker of ⟨…⟩", "count": 7, "pmi": 2.0}
    (tmp_path / "templates.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    return tmp_path / "templates.jsonl"


def test_by_rules_and_templates(run, table: Path, templates: Path):
    arguments = ["--table", table, "--templates", templates, "--translator", "none"]
    outcome = run("paraphrase", "Who made The Matrix?", *arguments, "--json")
    rows = [json.loads(line) for line in outcome.out.splitlines()]
    assert (outcome.code, outcome.err) == (0, "")
    assert {(row["text"], row["source"]) for row in rows} == {
        ("Who directed The Matrix?", "rules"),
        ("Who is the maker of The Matrix?", "templates"),
    }
    probabilities = [row["probability"] for row in rows]
    assert probabilities == sorted(probabilities, reverse=True)
    assert all(0 <= probability <= 1 for probability in probabilities)
    assert all(row["question"] == "Who made The Matrix?" for row in rows)
    for_people = run("paraphrase", "Who made The Matrix?", *arguments)
    assert for_people.code == 0
    assert "Who is the maker of The Matrix?" in for_people.out


def test_through_finnish_by_default(run):
    outcome = run("paraphrase", "where did the battle of Waterloo take place?", "--pivots", 2, "--json")
    rows = [json.loads(line) for line in outcome.out.splitlines()]
    assert outcome.code == 0
    assert {row["source"] for row in rows} == {"pivots"}
    assert any("Waterloo" in row["text"] for row in rows)


def test_what_is_improbable_is_left_out(run, tmp_path: Path):
    write([Pair("made", "ate", 9, 0.9), Pair("made", "created", 9, 0.5)], tmp_path / "table.parquet", {})
    arguments = ["paraphrase", "who made it?", "--table", tmp_path / "table.parquet", "--translator", "none", "--json"]

    def texts(*more: object) -> set[str]:
        return {json.loads(line)["text"] for line in run(*arguments, *more).out.splitlines()}

    assert texts("--min-probability", 0) == {"who ate it?", "who created it?"}
    assert texts() == texts("--min-probability", 0.5) == {"who created it?"}
    assert texts("--min-probability", 1) == set()


def test_many_questions_of_which_a_bad_one_stops_no_other(run, table: Path, tmp_path: Path):
    (tmp_path / "questions.txt").write_text("who made it?\n" + "why " * 2000 + "\n\nwho is the author?\n")
    arguments = ["--questions", tmp_path / "questions.txt", "--table", table, "--translator", "none"]
    arguments += ["--min-probability", 0]
    outcome = run("paraphrase", *arguments, "--json")
    assert outcome.code == 0
    assert [json.loads(line)["text"] for line in outcome.out.splitlines()] == ["who directed it?", "who is the writer?"]
    assert "2000 words is too long (the limit is 100)" in outcome.err
    figures = json.loads(run("paraphrase", *arguments, "--statistics", "--json").out)
    assert figures["n"] == 2
    assert figures["sources"].keys() == {"rules", "all"}
    assert (figures["sources"]["rules"]["number"], figures["sources"]["rules"]["coverage"]) == (1.0, 100.0)
    assert "BLEU" in run("paraphrase", *arguments, "--statistics").out


def test_nothing_to_say(run, table: Path):
    outcome = run("paraphrase", "why?", "--table", table, "--translator", "none")
    assert (outcome.code, outcome.out.strip()) == (1, "")
    assert "no other wording is known" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "say what to ask"),
        (["why?", "--questions", "file"], "say what to ask"),
        (["?"], "the question holds no word"),
        (["why " * 2000], "2000 words is too long (the limit is 100)"),
        (["why?", "--translator", "none"], "nothing to reword by"),
        (["why?", "--translator", "no-such-folder"], "name the translator for the way back with --back"),
        (["why?", "--translator", "otherwords", "--back", "apertium"], "gives no probabilities"),
        (["why?", "--table", "none.parquet"], "there is no paraphrase table"),
        (["why?", "--pivots", "51"], "--pivots': Input should be less than or equal to 50"),
    ],
)
def test_bad_requests(run, arguments: list[str], message: str):
    outcome = run("paraphrase", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert outcome.err.count("\n") == 1


def test_tables_and_templates_are_made(run, tmp_path: Path):
    (tmp_path / "synonyms.txt").write_text("film movie\n")
    outcome = run("data", "rules", tmp_path / "synonyms.txt", "-o", tmp_path / "rules.parquet")
    assert (outcome.code, outcome.err) == (0, f"{tmp_path / 'rules.parquet'}: 1 pairs\n")
    clusters = [{"texts": [f"capital of {thing}", f"{thing} main city"]} for thing in ("chad", "peru", "fiji")]
    (tmp_path / "clusters.jsonl").write_text("".join(json.dumps(row) + "\n" for row in clusters))
    made = tmp_path / "templates.jsonl"
    settings = ["--min-clusters", 3, "--shared-more-than", 2]
    assert run("data", "templates", tmp_path / "clusters.jsonl", "-o", made, *settings).code == 0
    assert made.read_text() == '{"left": "capital of ⟨…⟩", "right": "⟨…⟩ main city", "count": 3, "pmi": 0.0}\n'
    assert run("data", "templates", tmp_path / "clusters.jsonl", "-o", made).err == f"{made}: 0 pairs of templates\n"
    nothing = run("paraphrase", "capital of Oman", "--templates", made, "--translator", "none")
    assert nothing.code == 2
    assert "there are no templates" in nothing.err
