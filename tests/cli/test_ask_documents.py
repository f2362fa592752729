"""``otherwords ask --docs``: the sentence in its place, or no answer, said plainly."""

import json
from pathlib import Path

import pytest

from otherwords.text import Document

REPORT = """The harbour office met on Monday.

The new bridge across the river was designed by Anna Berg. It was opened in 1932, after four years of work.
Heavy lorries may not cross it until the end of May, because its southern pillar is being repaired.
"""
MINUTES = "The council talked about the budget. Nobody voted against it."
ALONE = ("--translator", "none")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "report.txt").write_text(REPORT)
    (tmp_path / "minutes.html").write_text(f"<html><body><p>{MINUTES}</p></body></html>")
    return tmp_path


def test_answered(run, folder: Path):
    outcome = run("ask", "who designed the bridge", "--docs", folder, *ALONE)
    assert (outcome.code, outcome.err) == (0, "")
    place, *passage = outcome.out.splitlines()
    assert place.startswith(f"{folder}/report.txt  line 3  ")
    assert place.endswith(" %")
    shown = " ".join(line.strip() for line in passage)
    assert "⟦The new bridge across the river was designed by Anna Berg.⟧ It was opened in 1932" in shown


def test_json(run, folder: Path):
    places = (folder / "minutes.html", folder / "report.txt")
    found = json.loads(run("ask", "who designed the bridge", "--docs", *places, "--json", "--explain", *ALONE).out)
    best = found["answers"][0]
    assert REPORT[best["start"] : best["end"]] == best["answer"] == REPORT.splitlines()[2].split(" It")[0]
    assert (best["document"], best["line"], best["wording"]) == (str(places[1]), 3, "who designed the bridge")
    assert best["probability"] >= 0.5
    assert list(best["evidence"]) == ["answers", "cosine", "kind", "new words"]
    assert "entities" not in found
    (wording,) = found["wordings"]
    assert (wording["source"], wording["weight"]) == ("question", 1.0)
    assert wording["answers"][0]["answer"] == best["answer"]


def test_no_answer_with_the_nearest(run, folder: Path):
    question = "what do penguins eat in winter"
    outcome = run("ask", question, "--docs", folder, *ALONE)
    assert (outcome.code, outcome.err) == (1, "")
    first = outcome.out.splitlines()[0]
    assert first == "No sentence is likely to answer it"
    assert "nearest, " in outcome.out
    assert "sure" not in outcome.out
    found = json.loads(run("ask", question, "--docs", folder, "--json", *ALONE).out)
    assert (found["answers"], found["total"]) == ([], 0)
    assert found["nearest"]["document"].startswith(str(folder))
    assert found["nearest"]["probability"] < 0.25
    assert "no_answer" not in found
    assert run("ask", question, "--docs", folder, "--min-probability", 0, *ALONE).code == 0


def test_one_in_four_is_worth_showing(run, folder: Path):
    asked = ("ask", "when did the harbour office meet", "--docs", folder / "report.txt", "--json", *ALONE)
    (best,) = json.loads(run(*asked).out)["answers"]
    assert best["answer"] == "The harbour office met on Monday."
    assert 0.25 <= best["probability"] < 0.5
    assert run(*asked, "--min-probability", 0.5).code == 1


def test_standard_input(run):
    outcome = run("ask", "who designed the bridge", "--docs", "-", *ALONE, stdin=REPORT.encode())
    assert outcome.code == 0
    assert outcome.out.startswith("standard input  line 3  ")


def test_through_a_table_of_rules(run, folder: Path, tmp_path: Path):
    (tmp_path / "ppdb.txt").write_text("[N] ||| crossing ||| bridge ||| PPDB2.0Score=5.0 ||| 0-0 ||| Equivalence\n")
    assert run("data", "rules", tmp_path / "ppdb.txt", "-o", tmp_path / "table.parquet").code == 0
    arguments = ("--docs", folder / "report.txt", "--table", tmp_path / "table.parquet", "--json", "--explain", *ALONE)
    found = json.loads(run("ask", "who designed the crossing", *arguments).out)
    said = {wording["text"]: wording["weight"] for wording in found["wordings"]}
    assert list(said) == ["who designed the crossing", "who designed the bridge"]
    assert sum(said.values()) == pytest.approx(1, abs=0.01)
    best = (found["answers"] or [found["nearest"]])[0]
    assert best["answer"].endswith("designed by Anna Berg.")
    assert best["wording"] in said


def test_an_index(run, folder: Path):
    pytest.importorskip("lancedb")
    from otherwords.index import Index

    Index.open_or_make(folder / "index").add(
        [Document(REPORT, id="report", has_lines=True), Document(MINUTES, id="minutes")]
    )
    found = json.loads(run("ask", "who designed the bridge", "--index", folder / "index", "--json", *ALONE).out)
    best = found["answers"][0]
    assert (best["document"], best["line"]) == ("report", 3)
    assert REPORT[best["start"] : best["end"]] == best["answer"] == REPORT.splitlines()[2].split(" It")[0]
    outcome = run("ask", "what do penguins eat in winter", "--index", folder / "index", *ALONE)
    assert (outcome.code, outcome.out.splitlines()[0]) == (1, "No sentence is likely to answer it")
    outcome = run("ask", "who", "--index", folder / "nothing", *ALONE)
    assert (outcome.code, "there is no index in" in outcome.err) == (2, True)


def test_a_bad_file_stops_no_other(run, folder: Path):
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    outcome = run("ask", "who designed the bridge", "--docs", folder, *ALONE)
    assert outcome.code == 0
    assert "broken.pdf" in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["who", "--docs", "nowhere.txt"], "nowhere.txt"),
        (["", "--docs", "."], "the question is empty"),
        (["who " * 201, "--docs", "."], "at most 200 words"),
        (["who"], "--docs PATH..."),
        (["who", "--docs", ".", "--kb", "films.ttl"], "--docs PATH..."),
        (["who", "directed", "--kb", "films.ttl"], "put it in quotes"),
        (["who", "--kb", "films.ttl", "--min-probability", "0.3"], "goes with --docs"),
        (["who", "--docs", ".", "--model", "nowhere"], "nowhere is not a folder"),
    ],
)
def test_mistakes(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], problem: str):
    (tmp_path / "a.txt").write_text("It is.")
    monkeypatch.chdir(tmp_path)
    outcome = run("ask", *arguments, *ALONE)
    assert (outcome.code, outcome.out) == (2, "")
    assert problem in outcome.err
