"""``otherwords index`` and ``find --index``: from arguments to lines and exit codes."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tiny_models import write_pairs

TEXT = "The ferry hit the quay.\nNo one was injured in the crash.\n"


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pairs(tmp_path_factory.mktemp("pairs"))


@pytest.fixture
def folder(tmp_path: Path, pairs: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("otherwords.index.vectors.SHIPPED_PAIRS", pairs)
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "a.txt").write_text(TEXT)
    (tmp_path / "files" / "b.txt").write_text("Heavy lorries may not cross the bridge.")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_from_files_to_a_passage_and_out_again(run, folder: Path):
    added = run("index", "add", "collection", "files")
    assert (added.code, added.out) == (0, "added files/a.txt  1 passage\nadded files/b.txt  1 passage\n")
    assert added.err.startswith("2 added in ")
    assert run("index", "add", "collection", "files").out == ""
    listed = run("index", "list", "collection")
    assert listed.out.splitlines() == ["files/a.txt  1 document, 1 passage", "files/b.txt  1 document, 1 passage"]
    assert "2 files, 2 passages; made by otherwords" in listed.err
    checked = run("index", "check", "collection")
    assert (checked.code, checked.out) == (0, "all is well: 2 passages\n")

    found = run("find", "Nobody was hurt in the accident.", "--index", "collection", "--json", "--always")
    (row,) = map(json.loads, found.out.splitlines())
    assert (found.code, row["document"], row["text"], row["line"]) == (
        0,
        "files/a.txt",
        "No one was injured in the crash.",
        2,
    )
    assert TEXT[row["start"] : row["end"]] == row["text"]
    none = run("find", "The parliament raised all taxes in March.", "--index", "collection")
    assert (none.code, none.out.startswith("Not here")) == (1, True)

    (folder / "files" / "b.txt").unlink()
    synced = run("index", "add", "collection", "files", "--sync", "--json")
    rows = [json.loads(line) for line in synced.out.splitlines()]
    assert [(row["change"], row["path"]) for row in rows] == [("unchanged", "files/a.txt"), ("removed", "files/b.txt")]
    removed = run("index", "remove", "collection", "files")
    assert (removed.code, removed.out) == (0, "removed files/a.txt\n")
    assert run("index", "list", "collection").code == 1


def test_names_that_would_steer_a_terminal(run, folder: Path):
    (folder / "files" / "odd\n\x1b[31m.txt").write_text(TEXT)
    assert "added files/odd  [31m.txt  1 passage\n" in run("index", "add", "collection", "files").out
    assert "files/odd  [31m.txt  1 document, 1 passage\n" in run("index", "list", "collection").out
    assert "removed files/odd  [31m.txt\n" in run("index", "remove", "collection", "files").out


def test_copies(run, folder: Path):
    (folder / "files" / "c.txt").write_text("Nobody was hurt in the accident.")
    run("index", "add", "collection", "files")
    asked = ("find", "Nobody was hurt in the accident.", "--index", "collection", "--json", "--always")
    assert json.loads(run(*asked).out)["document"] == "files/c.txt"
    assert json.loads(run(*asked, "--no-copies").out)["document"] == "files/a.txt"


def test_many_queries(run, folder: Path):
    (folder / "queries.txt").write_text("Nobody was hurt in the accident.\nTrucks are not allowed on the bridge.\n")
    run("index", "add", "collection", "files")
    found = run("find", "--queries", "queries.txt", "--index", "collection", "--json", "--always")
    assert [json.loads(line)["document"] for line in found.out.splitlines()] == ["files/a.txt", "files/b.txt"]


def test_what_cannot_be_read_is_told_and_the_rest_goes_on(run, folder: Path):
    (folder / "files" / "broken.pdf").write_bytes(b"%PDF-1.4 and no more")
    added = run("index", "add", "collection", "files", "none.txt")
    assert added.code == 1
    assert "files/broken.pdf: is broken" in added.err
    assert "none.txt: does not exist" in added.err
    assert "2 added, 2 could not be read" in added.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["index", "list", "none"], "there is no index in none; make one: otherwords index add none PATH..."),
        (["find", "boat", "--index", "none"], "there is no index in none"),
        (["find", "boat", "a.txt", "--index", "none"], "an index is searched as a whole; leave out a.txt"),
        (["find", "boat", "--index", "none", "--warm"], "--warm is for files"),
        (["find", "boat", "a.txt", "--no-copies"], "--no-copies is for an index; add --index DIR"),
        (["index", "add", "files", "files"], "files holds other things than an index"),
    ],
)
def test_mistakes_are_told_in_one_line(run, folder: Path, arguments: list[str], message: str):
    outcome = run(*arguments)
    assert outcome.code == 2
    assert outcome.err.startswith(f"otherwords: {message}")
    assert outcome.err.count("\n") == 1


def test_what_is_not_in_it_cannot_be_removed(run, folder: Path):
    run("index", "add", "collection", "files")
    outcome = run("index", "remove", "collection", "other")
    assert (outcome.code, outcome.out) == (2, "")
    assert "other is not in collection; see otherwords index list collection" in outcome.err


def test_a_path_that_was_given_elsewhere_can_be_removed(run, folder: Path, monkeypatch: pytest.MonkeyPatch):
    run("index", "add", "collection", "files")
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    listed = run("index", "list", "../collection").out.splitlines()
    assert listed == [f"{folder}/files/{name}.txt  1 document, 1 passage" for name in "ab"]
    assert run("index", "remove", "../collection", listed[0].split()[0]).out == "removed files/a.txt\n"
    assert run("index", "remove", "../collection", "files/b.txt").out == "removed files/b.txt\n"


def test_a_path_that_may_be_several_files_is_not_guessed(run, folder: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("one", "two"):
        (folder / name).mkdir()
        (folder / name / "a.txt").write_text(TEXT)
        monkeypatch.chdir(folder / name)
        run("index", "add", "../collection", "a.txt")
    monkeypatch.chdir(folder)
    outcome = run("index", "remove", "collection", "a.txt")
    assert (outcome.code, outcome.out) == (2, "")
    assert f"name one of {folder}/one/a.txt, {folder}/two/a.txt" in outcome.err


def test_an_empty_index_is_no_answer(run, folder: Path):
    run("index", "add", "collection", "files")
    run("index", "remove", "collection", "files")
    outcome = run("find", "Nobody was hurt.", "--index", "collection")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "otherwords: collection holds no text; add files to it: otherwords index add collection PATH...\n"
    )


def test_what_is_stopped_keeps_what_it_told_and_goes_on(run, folder: Path, pairs: Path):
    (folder / "many").mkdir()
    for number in range(2000):
        (folder / "many" / f"{number}-{'x' * 100}.txt").write_text(TEXT)
    code = (
        f"import pathlib, otherwords.index.vectors as vectors; vectors.SHIPPED_PAIRS = pathlib.Path({str(pairs)!r})\n"
        # Whoever runs these tests in the background has them ignore it.
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from otherwords.cli import main\nmain()"
    )
    command = [sys.executable, "-c", code, "index", "add", "collection", "many"]
    # More is printed than a pipe holds, so that the process waits to be read, and is stopped before its end.
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder)
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, complaint = process.communicate()
    assert process.returncode == 130
    assert complaint.splitlines()[-1].startswith("otherwords: stopped; what was told is in the index")
    told = [line.split()[1] for line in (first + rest).splitlines() if line.startswith("added ") and "passage" in line]
    listed = {line.split()[0] for line in run("index", "list", "collection").out.splitlines()}
    assert 0 < len(told) < 2000
    assert set(told) <= listed
    assert "2,000 " not in run("index", "add", "collection", "many").err
    assert len(run("index", "list", "collection").out.splitlines()) == 2000


def test_a_damaged_index_is_told(run, folder: Path):
    run("index", "add", "collection", "files")
    for manifest in (folder / "collection" / "passages.lance" / "_versions").iterdir():
        manifest.write_bytes(b"")
    outcome = run("index", "check", "collection")
    assert outcome.code == 2
    assert outcome.err.startswith("otherwords: the index collection cannot be used: ")
    assert outcome.err.endswith("build it anew\n")
    assert outcome.err.count("\n") == 1
