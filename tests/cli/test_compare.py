"""``otherwords compare``: from files to pairs, pages and exit codes."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

NOBODY, NO_ONE = "Nobody was hurt in the accident.", "No one was injured in the crash."
SNOW = "It had been snowing for three days."


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHERWORDS_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A draft, and a folder of sources, one of which says what the draft says."""
    (tmp_path / "draft.md").write_text(f"The ferry hit the quay.\n\n{NOBODY}\n")
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "news.txt").write_text(f"{SNOW} {NO_ONE}\n")
    (tmp_path / "sources" / "soil.txt").write_text("Clay soils hold water far longer than sandy ones do.")
    return tmp_path


def rows(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_for_people(run, folder: Path):
    outcome = run("compare", folder / "draft.md", folder / "sources")
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0].startswith("reworded  9")
    assert lines[1].endswith("draft.md  line 3")
    assert (lines[2].strip(), lines[4].strip()) == (NOBODY, NO_ONE)
    assert "55 % of" in lines[-1]
    assert "1 pair with 1 of 2 texts" in lines[-1]


def test_of_a_long_passage_the_ends_are_shown(run, tmp_path: Path):
    text = " ".join(f"On day {n} the ship {n * 7919 % 1009} left the port of {n * 31 % 97}." for n in range(400))
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text(text)
    shown = " ".join(run("compare", tmp_path / "a.txt", tmp_path / "b.txt").out.split())
    assert len(shown) < 2500 < len(text)
    assert "On day 0 the ship 0 left" in shown
    assert "left the port of 50." in shown
    assert "characters, see --html or --json …" in shown
    (pair, _) = rows(run("compare", tmp_path / "a.txt", tmp_path / "b.txt", "--json").out)
    assert pair["a"]["text"] == text


def test_for_programs(run, folder: Path):
    outcome = run("compare", folder / "draft.md", folder / "sources", "--json")
    pair, summary = rows(outcome.out)
    assert outcome.code == 0
    assert pair["kind"] == "reworded"
    assert pair["a"] == {"document": str(folder / "draft.md"), "start": 25, "end": 57, "text": NOBODY, "line": 3}
    assert pair["b"]["text"] == NO_ONE == f"{SNOW} {NO_ONE}\n"[pair["b"]["start"] : pair["b"]["end"]]
    assert {name: summary[name] for name in ("compared", "pairs", "words", "found", "left_out")} == {
        "compared": 2,
        "pairs": 1,
        "words": 11,
        "found": 0.5455,
        "left_out": [],
    }


def test_nothing_shared(run, folder: Path):
    outcome = run("compare", folder / "draft.md", folder / "sources" / "soil.txt")
    assert outcome.code == 1
    assert outcome.out.startswith("Nothing shared: 1 text ")
    outcome = run("compare", folder / "draft.md", folder / "sources" / "soil.txt", "--json")
    assert outcome.code == 1
    assert [row["pairs"] for row in rows(outcome.out)] == [0]


def test_a_page(run, folder: Path):
    outcome = run("compare", folder / "draft.md", folder / "sources", "--html", folder / "report.html")
    assert outcome.code == 0
    assert outcome.out.splitlines()[-1].endswith("report.html")
    page = (folder / "report.html").read_text()
    assert NO_ONE in page
    assert "Clay soils" not in page


def test_a_page_that_cannot_be_written_is_told_before_the_work(run, folder: Path):
    outcome = run("compare", folder / "draft.md", folder / "sources", "--html", folder / "no" / "report.html")
    assert (outcome.code, outcome.out) == (2, "")
    assert "is not a folder" in outcome.err
    outcome = run("compare", folder / "draft.md", folder / "sources", "--html", folder / "sources")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith("sources is a folder; name a file\n")


def test_a_bad_source_stops_no_other(run, folder: Path):
    bad = folder / "bad.pdf"
    bad.write_bytes(b"\x00\x01\x02 this is no PDF \xff")
    outcome = run("compare", folder / "draft.md", bad, folder / "sources")
    assert outcome.code == 0
    assert "bad.pdf" in outcome.err
    assert len(outcome.err.splitlines()) == 1


@pytest.mark.parametrize("content", ["", "  \n"])
def test_an_empty_draft(run, folder: Path, content: str):
    (folder / "draft.md").write_text(content)
    outcome = run("compare", folder / "draft.md", folder / "sources")
    assert outcome.code == 2
    assert "draft.md is empty" in outcome.err


def test_no_source_that_can_be_read(run, folder: Path):
    outcome = run("compare", folder / "draft.md", folder / "nowhere")
    assert outcome.code == 2
    assert "nowhere" in outcome.err


def test_the_draft_is_no_source_of_itself(run, folder: Path):
    outcome = run("compare", folder / "draft.md", folder, "--json")
    *pairs, summary = rows(outcome.out)
    assert [pair["b"]["text"] for pair in pairs] == [NO_ONE]
    assert summary["compared"] == 2
    itself = rows(run("compare", folder / "draft.md", folder / "draft.md", "--json").out)[-1]
    assert (itself["compared"], itself["found"]) == (1, 1.0)  # but it may be named


def test_a_draft_from_standard_input(run, folder: Path):
    outcome = run("compare", "-", folder / "sources", stdin=NOBODY.encode())
    assert outcome.code == 0
    assert "standard input" in outcome.out


def test_one_draft_at_a_time(run, folder: Path):
    outcome = run("compare", folder / "sources", folder / "draft.md")
    assert outcome.code == 2
    assert "holds 2 texts" in outcome.err


def test_cited_quotations(run, folder: Path):
    (folder / "draft.md").write_text(f"Yesterday. As the paper says, “{NO_ONE}” (News 1952).")
    assert run("compare", folder / "draft.md", folder / "sources").code == 0
    outcome = run("compare", folder / "draft.md", folder / "sources", "--leave-out-quotations")
    assert outcome.code == 1
    assert "1 cited quotation left out" in outcome.out


def test_a_draft_in_rows_is_no_source_of_itself(run, folder: Path):
    (folder / "sources" / "draft.jsonl").write_text(json.dumps({"text": NOBODY}) + "\n")
    outcome = run("compare", folder / "sources" / "draft.jsonl", folder / "sources", "--json")
    *pairs, told = rows(outcome.out)
    assert told["compared"] == 2
    assert {pair["b"]["document"] for pair in pairs} == {str(folder / "sources" / "news.txt")}


def test_a_draft_whose_name_is_not_utf8_is_no_source_of_itself(run, folder: Path):
    draft = (folder / "draft.md").rename(folder / "sources" / os.fsdecode(b"caf\xe9.md"))
    (folder / "sources" / os.fsdecode(b"caf\xe8.md")).write_text(NO_ONE)
    *pairs, told = rows(run("compare", draft, folder / "sources", "--json").out)
    assert told["compared"] == 3
    assert {pair["b"]["text"] for pair in pairs} == {NO_ONE}


def test_a_draft_beside_its_links(run, folder: Path):
    (folder / "sources" / "again.md").symlink_to(folder / "draft.md")
    assert rows(run("compare", folder / "draft.md", folder / "sources", "--json").out)[-1]["compared"] == 2


def test_nothing_but_the_draft(run, folder: Path):
    (folder / "sources" / "soil.txt").unlink()
    outcome = run("compare", folder / "sources" / "news.txt", folder / "sources")
    assert (outcome.code, outcome.out) == (2, "")
    assert "nothing but" in outcome.err


def test_standard_input_is_read_once(run):
    outcome = run("compare", "-", "-", stdin=b"It snowed.")
    assert outcome.code == 2
    assert "standard input can be read once only" in outcome.err
