"""``otherwords mine``: from a folder of documents to a table."""

import json
import os
from pathlib import Path

import pytest
from made_texts import write_documents

from otherwords.mine.filters import LIKELY, Filter
from otherwords.mine.table import Table
from otherwords.mine.work import Work


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    return write_documents(tmp_path / "documents", 30)


def test_it_tells_what_it_found(run, documents: Path, tmp_path: Path):
    output = tmp_path / "table.parquet"
    outcome = run("mine", documents, "-o", output, "--ends", 2, "--least", 3, "--processes", 1)
    assert outcome.code == 0
    with Table(output) as table:
        judged = Filter.of(table, min_probability=LIKELY).judged(table)
        likely = [pair for pair, fault in judged if fault is None]
    first, *rest = outcome.out.splitlines()
    assert first.startswith("360 sentences, ")
    assert f"{len(Table(output)):,} pairs in" in first
    assert {("began", "started")} <= {(pair.left, pair.right) for pair in likely}
    for pair, line in zip(likely[:10], rest[1:-1], strict=True):
        assert [f"{pair.score:.2f}", str(pair.count), *pair.left.split(), *pair.right.split()] == line.split()
    assert "reading: 100 %" in outcome.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["documents", "table.parquet"]


def test_for_programs(run, documents: Path, tmp_path: Path):
    output = tmp_path / "table.duckdb"
    options = ("--json", "--tagger", "none", "--anchor", "entity", "--ends", 2, "--least", 2, "--longest", 3)
    outcome = run("mine", documents, "-o", output, *options, "--processes", 1)
    assert outcome.code == 0
    with Table(output) as table:
        figures = json.loads(outcome.out)
        assert figures.pop("seconds") > 0
        assert figures.pop("rows") > figures["sentences"]
        assert figures == {
            "kept": 360,
            "sentences": int(table.about["sentences"]),
            "pairs": len(table),
            "unread": 0,
            "table": str(output),
        }
        assert table.about["anchor"] == "entity"


def test_a_text_without_pairs_ends_with_1(run, tmp_path: Path):
    (tmp_path / "only.txt").write_text("Nothing in this short text is ever said a second time.")
    outcome = run("mine", tmp_path / "only.txt", "-o", tmp_path / "table.parquet", "--tagger", "none")
    assert outcome.code == 1
    assert "No pair has 5 anchors; give more text, or a smaller --least." in outcome.out
    with Table(tmp_path / "table.parquet") as table:
        assert list(table) == []


def test_what_cannot_be_read_is_told_and_counted(run, documents: Path, tmp_path: Path):
    (documents / "broken.pdf").write_bytes(b"%PDF-1.4 broken")
    options = ("-o", tmp_path / "table.parquet", "--tagger", "none", "--ends", 2, "--processes", 1)
    outcome = run("mine", documents, *options)
    assert outcome.code == 0
    assert f"otherwords: {documents / 'broken.pdf'}: " in outcome.err
    assert "1 file could not be read" in outcome.out


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("-o", "table.csv"), "table.csv: a paraphrase table's name ends in .parquet or .duckdb"),
        (("-o", "no/such/table.parquet"), "there is no folder"),
        (("-o", "t.parquet", "--engine", "hadoop"), "there is no engine hadoop; choose duckdb or spark"),
        (("-o", "t.parquet", "--master", "spark://localhost:1"), "add --engine spark"),
        (("-o", "t.parquet", "--anchor", "verb"), "choose one of ngram, entity, relative"),
        (("-o", "t.parquet", "--memory", "some"), "write it like 2GB"),
        (("-o", "t.parquet", "--anchor", "relative", "--tagger", "none"), "choose a tagger"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    run, documents: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], problem: str
):
    monkeypatch.chdir(tmp_path)
    outcome = run("mine", "documents", *options)
    assert outcome.code == 2
    assert problem in outcome.err
    assert outcome.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["documents"]


def test_a_second_run_at_the_same_time_is_refused(run, documents: Path, tmp_path: Path):
    with Work(tmp_path / "work"):
        outcome = run("mine", documents, "-o", tmp_path / "table.parquet", "--work", tmp_path / "work")
    assert outcome.code == 2
    assert "at work in another run" in outcome.err


def test_nothing_to_read(run, tmp_path: Path):
    outcome = run("mine", tmp_path, "-o", tmp_path / "table.parquet")
    assert outcome.code == 2
    assert "nothing could be read" in outcome.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("bad", ["--output", "--work"])
def test_a_name_that_is_not_utf8_is_told_before_the_work(run, documents: Path, tmp_path: Path, bad: str):
    names = {"--output": tmp_path / "table.parquet", "--work": tmp_path / "work"}
    names[bad] = names[bad].with_stem(os.fsdecode(b"caf\xe9"))
    outcome = run("mine", documents, *(part for pair in names.items() for part in pair))
    assert (outcome.code, outcome.out) == (2, "")
    assert "needs a name that is UTF-8" in outcome.err
    assert [*tmp_path.iterdir()] == [documents]
