"""``otherwords rank``, with a judge that knows only letters, and the files that candidates come in."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from small_lists import Letters, small_lists

from otherwords.cli.sources import read_candidates
from otherwords.evaluate.lists import write_lists
from otherwords.rank import ranker
from otherwords.reading.entries import Entry
from otherwords.text import OtherwordsError

TEXTS = ["A cook fries fish", "The boat left", "", "The boats left"]


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranker, "_load", lambda model: Letters())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "wordings.txt"
    path.write_text("\n".join(TEXTS))
    return path


def test_json_lines_best_first(run, file: Path):
    outcome = run("rank", "The boat left", file, "--json")
    rows = [json.loads(line) for line in outcome.out.splitlines()]
    assert [(row["text"], row["line"]) for row in rows] == [
        ("The boat left", 2),
        ("The boats left", 4),
        ("A cook fries fish", 1),
    ]
    assert rows[0]["probability"] > 0.9 > rows[2]["probability"]
    assert outcome.code == 0


def test_a_table_for_people(run, file: Path):
    outcome = run("rank", "The boat left", file, "--top", 1)
    assert outcome.code == 0
    assert outcome.out.split() == ["2", "98", "%", "The", "boat", "left"]


def test_nothing_likely_is_exit_code_1(run, file: Path):
    outcome = run("rank", "Quantum physics", file, "--json")
    assert (outcome.code, len(outcome.out.splitlines())) == (1, 3)
    outcome = run("rank", "The boat left", file, "--min-probability", "0.999")
    assert (outcome.code, outcome.out) == (1, "")
    assert "no candidate is as likely as 0.999" in outcome.err


def test_candidates_come_through_a_pipe(run):
    assert run("rank", "The boat left", "-", stdin=b"The boat left\n").code == 0


@pytest.mark.parametrize(
    ("name", "content", "column"),
    [
        ("x.txt", "one\n\ntwo\n", None),
        ("x.csv", "id,text\n1,one\n2,\n3,two\n", None),
        ("x.csv", "phrase\none\n\ntwo\n", None),
        ("x.tsv", "id\tphrase\n1\tone\n2\t \n3\ttwo\n", "phrase"),
        ("x.jsonl", '{"phrase": "one"}\n{"phrase": ""}\n{"phrase": "two"}\n', "phrase"),
    ],
)
def test_candidates_of_every_kind_of_file(tmp_path: Path, name: str, content: str, column: str | None):
    (tmp_path / name).write_text(content)
    assert [entry.text for entry in read_candidates(str(tmp_path / name), column)] == ["one", "two"]


def test_a_quoted_cell_may_have_lines(tmp_path: Path):
    (tmp_path / "x.csv").write_text('text\n"one\nand more"\n')
    assert read_candidates(str(tmp_path / "x.csv"), None) == [Entry(2, "one\nand more")]


def test_a_stray_quote_in_a_large_table(tmp_path: Path):
    (tmp_path / "x.csv").write_text('text\none\n"' + "two\n" * 50_000)
    one, stray, *others = read_candidates(str(tmp_path / "x.csv"), None)
    assert (one, stray) == (Entry(2, "one"), Entry(3, '"two'))
    assert others == [Entry(line, "two") for line in range(4, 50_003)]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.csv", 'id,text\n1,one\n2,"two\nlines"\n\n3,three\n'),
        ("x.CSV", 'id,text\n1,one\n2,"two\nlines"\n\n3,three\n'),
        ("x.jsonl", '\n{"text": "one"}\n{"text": "two\\nlines"}\n\n\n{"text": "three"}\n'),
        ("x.txt", "\none\ntwo lines\n\n\nthree"),
    ],
)
def test_lines_are_those_of_the_file(tmp_path: Path, name: str, content: str):
    (tmp_path / name).write_text(content)
    lines = [entry.line for entry in read_candidates(str(tmp_path / name), None)]
    assert lines == [2, 3, 6]


@pytest.mark.parametrize("content", [b"id,text\n1,dog\n2,The boat left\n", b"id\ttext\n1\tdog\n2\tThe boat left\n"])
def test_a_table_comes_through_a_pipe(run, content: bytes):
    outcome = run("rank", "The boat left", "-", "--text-column", "text", "--json", stdin=content)
    assert json.loads(outcome.out.splitlines()[0]) | {"probability": 1} == {
        "text": "The boat left",
        "line": 3,
        "id": "2",
        "probability": 1,
    }


@pytest.mark.parametrize(
    ("name", "content", "column", "message"),
    [
        ("x.txt", "\n", None, "holds no candidates"),
        ("x.txt", "one\n", "text", "has no columns"),
        ("x.csv", "a,b\n1,2\n", "c", "has no column 'c'; name the one with the text by --text-column, of these: a, b"),
        ("x.csv", "a,b\n1,2\n", None, "name the one with the text by --text-column"),
        ("x.csv", "", None, "of these: none"),
    ],
)
def test_files_without_candidates(tmp_path: Path, name: str, content: str, column: str | None, message: str):
    (tmp_path / name).write_text(content)
    with pytest.raises(OtherwordsError, match=message):
        read_candidates(str(tmp_path / name), column)


def test_ids_come_out_again(run, tmp_path: Path):
    (tmp_path / "x.jsonl").write_text('{"text": "The boat left", "id": 7}\n{"text": "A cook fries fish"}\n')
    rows = [json.loads(line) for line in run("rank", "The boat left", tmp_path / "x.jsonl", "--json").out.splitlines()]
    assert [row.get("id") for row in rows] == ["7", None]
    (tmp_path / "x.csv").write_text("Ticket;Text\nT-1;The boat left\n")
    outcome = run("rank", "The boat left", tmp_path / "x.csv", "--id-column", "ticket")
    assert outcome.out.split()[0] == "T-1"


def test_a_bad_row_stops_no_other(run, tmp_path: Path):
    (tmp_path / "x.jsonl").write_text('{oops\n{"text": "The boat left"}\n')
    outcome = run("rank", "The boat left", tmp_path / "x.jsonl")
    assert outcome.code == 0
    assert "line 1 is not JSON" in outcome.err


def test_a_file_that_is_not_there_is_one_line(run, tmp_path: Path):
    outcome = run("rank", "The boat left", tmp_path / "none.txt")
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)


def test_help_gives_an_example(run):
    assert "otherwords rank" in run("rank", "--help").out


def test_taught_by_lists_of_ones_own(run, tmp_path: Path, file: Path):
    write_lists(tmp_path / "lists.jsonl", small_lists(40))
    outcome = run("train", "rank", tmp_path / "lists.jsonl", "-o", tmp_path / "ranker")
    assert outcome.code == 0
    assert "40 lists; NDCG@5 of lists that were not learned from: 1.000, untaught 0." in outcome.out
    assert "worse" not in outcome.out
    ranked = run("rank", "The boat left", file, "--model", tmp_path / "ranker", "--json")
    assert {json.loads(line)["line"] for line in ranked.out.splitlines()} == {1, 2, 4}
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "file").touch()
    outcome = run("train", "rank", tmp_path / "nowhere.jsonl", "-o", tmp_path / "file")
    assert outcome.err.endswith("file is a file; choose a folder for what is learned\n")  # and nothing was read
    outcome = run("train", "rank", tmp_path / "empty.jsonl", "-o", tmp_path / "none")
    assert (outcome.code, (tmp_path / "none").exists()) == (2, False)
    assert "too little to learn from" in outcome.err


def test_the_exit_code_goes_by_the_likeliest_which_need_not_be_the_first(run, tmp_path: Path):
    write_lists(tmp_path / "lists.jsonl", small_lists(40))
    run("train", "rank", tmp_path / "lists.jsonl", "-o", tmp_path / "ranker")
    (tmp_path / "x.txt").write_text("boat burned quietly\nriver moved without warning\n")
    command = ("rank", "boat left without warning", tmp_path / "x.txt", "--model", tmp_path / "ranker")
    first, likeliest = (json.loads(line) for line in run(*command, "--json").out.splitlines())
    between = (first["probability"] + likeliest["probability"]) / 2
    assert first["probability"] < between < likeliest["probability"]
    outcome = run(*command, "--min-probability", between)
    assert (outcome.code, outcome.out.split()[0]) == (0, "2")
    outcome = run(*command, "--min-probability", 0.999)
    assert outcome.code == 1
    assert f"the likeliest is {likeliest['probability']:.2f}" in outcome.err


def test_a_ranker_that_lists_made_worse_is_told_so(run, tmp_path: Path):
    """What the judge finds likeliest is right, but in a few lists what it finds the least likely is far better."""
    lists = []
    for number, one in enumerate(small_lists(30)):
        likely = Letters().probabilities([(one.query, candidate.text) for candidate in one.candidates])
        labels = 5 - 5 * likely if number % 3 == 0 else likely
        candidates = (replace(c, label=float(label)) for c, label in zip(one.candidates, labels, strict=True))
        lists.append(replace(one, candidates=tuple(candidates)))
    write_lists(tmp_path / "lists.jsonl", lists)
    outcome = run("train", "rank", tmp_path / "lists.jsonl", "-o", tmp_path / "ranker")
    assert (outcome.code, (tmp_path / "ranker").is_dir()) == (0, True)
    assert "; it ranks worse than untaught: give more lists, or leave out --model" in outcome.out


def test_a_table_may_be_piped(run):
    rows = b'{"text": "The boat left", "n": 1}\n{"text": "A dog", "n": 2}\n'
    outcome = run("rank", "The boat left", "-", "--json", stdin=rows)
    assert outcome.code == 0
    assert [json.loads(line)["text"] for line in outcome.out.splitlines()] == ["The boat left", "A dog"]
