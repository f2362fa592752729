import gzip
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from engines import check
from made_texts import write_documents

from otherwords.mine.run import Job, Mined, mine
from otherwords.mine.sentences import Rules, kept_of_all
from otherwords.mine.settings import Settings
from otherwords.mine.sources import files, pieces
from otherwords.mine.table import Table
from otherwords.mine.untagged import no_tagger
from otherwords.mine.work import Work
from otherwords.reading import ReadingError
from otherwords.text import OtherwordsError

UNTAGGED = Settings(tagger="none", least=3)


def stop(error: ReadingError) -> None:
    raise error


def sentences_below(folder: Path) -> list[tuple[str, str]]:
    texts = (text for file in files([folder], stop) for text in pieces(file, stop))
    return list(kept_of_all(texts, no_tagger, Rules(needs_verb=False)))


def run(folder: Path, output: Path, settings: Settings = UNTAGGED, **means: object) -> Mined:
    return mine(Job([str(folder)], str(output), settings, **means), stop)


@pytest.mark.parametrize(
    ("anchor", "portion", "processes"), [("ngram", 1 << 20, 1), ("entity", 3001, 1), ("ngram", 4001, 2)]
)
def test_from_documents_to_the_table_of_brute_force(tmp_path: Path, anchor: str, portion: int, processes: int):
    documents = write_documents(tmp_path / "documents", 25)
    settings = Settings(anchor=anchor, tagger="none", least=2, ends=2)
    output = tmp_path / "table.parquet"
    mined = run(documents, output, settings, portion=portion, processes=processes)
    sentences = sentences_below(documents)
    with Table(output) as table:
        pairs = list(table)
    check(pairs, sentences, settings)
    assert pairs
    assert mined.kept == len(sentences)
    assert mined.sentences == len(set(sentences))
    assert mined.pairs == len(pairs)
    assert mined.rows > len(pairs)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["documents", "table.parquet"]


RUN = """
import sys
from otherwords.mine.run import Job, mine
from otherwords.mine.settings import Settings

def complain(error):
    print(error, file=sys.stderr)

if __name__ == "__main__":
    documents, output = sys.argv[1:]
    settings = Settings(tagger="none", least=2, ends=2)
    mine(Job([documents], output, settings, processes=2, portion=3000, keep_work="kept" in output), complain)
"""


def started(tmp_path: Path, documents: Path, output: Path, **options: object) -> "subprocess.Popen[str]":
    script = tmp_path / "run.py"
    script.write_text(RUN)
    command = [sys.executable, str(script), str(documents), str(output)]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **options)


def test_killed_at_any_moment_it_goes_on_to_the_same_table(tmp_path: Path):
    documents = write_documents(tmp_path / "documents", 20)
    began = time.monotonic()
    assert started(tmp_path, documents, tmp_path / "whole.parquet").wait() == 0
    seconds = time.monotonic() - began
    draw = random.Random(4)
    killed = 0
    while killed < 10:
        process = started(tmp_path, documents, tmp_path / "killed.parquet")
        try:
            process.wait(draw.uniform(0.1, 1) * seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            killed += 1
    assert started(tmp_path, documents, tmp_path / "killed.parquet").wait() == 0
    assert (tmp_path / "killed.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()


@pytest.mark.parametrize("deleted", range(0, 9, 2))
def test_killed_while_it_tidies_up(tmp_path: Path, deleted: int, monkeypatch: pytest.MonkeyPatch):
    """With the table written and so many files of its work deleted, it goes on to the same table."""
    documents = write_documents(tmp_path / "documents", 12)
    output = tmp_path / "table.parquet"
    run(documents, output, keep_work=True, portion=3000)
    table = output.read_bytes()
    left = deleted

    def killed_soon(folder: Path, ignore_errors: bool = False) -> None:
        nonlocal left
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            if not left:
                raise KeyboardInterrupt
            left -= 1
            path.unlink()

    with Work(tmp_path / "table.parquet.work") as work, monkeypatch.context() as patched:
        patched.setattr(shutil, "rmtree", killed_soon)
        with pytest.raises(KeyboardInterrupt):
            work.remove()
    run(documents, output, portion=3000)
    assert output.read_bytes() == table
    assert not (tmp_path / "table.parquet.work").exists()


def done_at(work: Path, step: str) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in work.glob(f"{step}-*/*.parquet")}


def test_other_settings_do_not_read_the_documents_again(tmp_path: Path):
    documents = write_documents(tmp_path / "documents", 10)
    work = tmp_path / "work"
    run(documents, tmp_path / "first.parquet", Settings(tagger="none", least=3), work=work, keep_work=True)
    shards, pruned = done_at(work, "sentences"), done_at(work, "pruned")
    settings = Settings(tagger="none", least=2)
    run(documents, tmp_path / "again.parquet", settings, work=work, keep_work=True)
    assert done_at(work, "sentences") == shards
    assert done_at(work, "pruned") == pruned
    run(documents, tmp_path / "fresh.parquet", settings)
    assert (tmp_path / "again.parquet").read_bytes() == (tmp_path / "fresh.parquet").read_bytes()
    run(documents, tmp_path / "entity.parquet", Settings(anchor="entity", tagger="none"), work=work)
    assert not work.exists()


def test_another_tagger_in_the_same_work_folder_gives_what_it_gives_afresh(tmp_path: Path):
    documents = write_documents(tmp_path / "documents", 25)
    work, settings = tmp_path / "work", Settings(least=2, ends=2)
    run(documents, tmp_path / "first.parquet", UNTAGGED, work=work, keep_work=True)
    again = run(documents, tmp_path / "again.parquet", settings, work=work)
    assert again == run(documents, tmp_path / "afresh.parquet", settings)
    with Table(tmp_path / "again.parquet") as one, Table(tmp_path / "afresh.parquet") as other:
        assert list(one) == list(other)


def test_only_changed_documents_are_read_again(tmp_path: Path):
    documents = write_documents(tmp_path / "documents", 6)
    work = tmp_path / "work"
    run(documents, tmp_path / "first.parquet", work=work, keep_work=True, portion=1)
    before = done_at(work, "sentences")
    (documents / "3.html").unlink()
    (documents / "4.txt").write_text((documents / "5.txt").read_text())
    run(documents, tmp_path / "again.parquet", work=work, keep_work=True, portion=1)
    after = done_at(work, "sentences")
    assert len(before.items() - after.items()) == 2
    assert len(after.items() - before.items()) == 1
    run(documents, tmp_path / "fresh.parquet")
    assert (tmp_path / "again.parquet").read_bytes() == (tmp_path / "fresh.parquet").read_bytes()


def test_neither_the_table_nor_the_work_is_read_as_a_document(tmp_path: Path):
    documents = write_documents(tmp_path / "documents", 10)
    first = run(documents, tmp_path / "table.parquet")
    assert run(documents, documents / "table.parquet", keep_work=True) == first
    assert run(documents, documents / "table.parquet", keep_work=True, portion=500) == first


def test_work_is_not_read_on_whatever_way_it_is_come_upon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    documents = write_documents(tmp_path / "documents", 10)
    (tmp_path / "link").symlink_to(documents)
    first = run(documents, tmp_path / "table.parquet")
    monkeypatch.chdir(documents)
    for output in ("../documents/table.parquet", "../link/table.parquet", "table.parquet"):
        for _ in range(2):
            assert run(Path("."), Path(output), keep_work=True) == first
    table = Path("table.parquet").read_bytes()
    Path("table.parquet").unlink()
    assert run(Path("."), Path("other.parquet")) == first
    assert Path("other.parquet").read_bytes() == table


def test_a_link_that_leads_to_itself_is_told(tmp_path: Path):
    documents = write_documents(tmp_path / "documents", 10)
    (documents / "loop.txt").symlink_to("loop.txt")
    errors: list[ReadingError] = []
    mine(Job([str(documents)], str(tmp_path / "table.parquet"), UNTAGGED), errors.append)
    assert [Path(error.path).name for error in errors] == ["loop.txt"]


def test_a_named_file_is_not_overwritten_with_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    documents = write_documents(tmp_path / "documents", 10)
    text = documents / "text.parquet"
    text.write_text("precious")
    (tmp_path / "link.parquet").symlink_to(text)
    monkeypatch.chdir(documents)
    for path in (str(text), "text.parquet", "../link.parquet"):
        with pytest.raises(OtherwordsError, match=r"parquet is to be read, and would be overwritten"):
            mine(Job([str(documents), path], "../documents/text.parquet", UNTAGGED), stop)
    assert text.read_text() == "precious"
    assert not Path("text.parquet.work").exists()


@pytest.mark.parametrize(
    ("damaged", "processes"),
    [("sentences-*/*.parquet", 2), ("pruned-*/*.parquet", 1), ("texts-*/*.parquet", 1), ("texts-*/1.parquet", 1)],
)
def test_damaged_work_is_told(tmp_path: Path, damaged: str, processes: int):
    documents = write_documents(tmp_path / "documents", 10)
    work, means = tmp_path / "work", {"keep_work": True, "portion": 3000, "processes": processes}
    run(documents, tmp_path / "table.parquet", work=work, **means)
    for path in work.glob(damaged):
        path.write_bytes(path.read_bytes()[:-9])
    for receipt in work.rglob("done.json"):  # so that all is read again
        receipt.unlink()
    with pytest.raises(OtherwordsError, match=f"is damaged; delete {work} and give the command again"):
        run(documents, tmp_path / "again.parquet", work=work, **means)
    shutil.rmtree(work)
    run(documents, tmp_path / "again.parquet", work=work, **means)
    assert (tmp_path / "again.parquet").read_bytes() == (tmp_path / "table.parquet").read_bytes()


def test_cut_receipts_change_nothing(tmp_path: Path):
    documents = write_documents(tmp_path / "documents", 10)
    first = run(documents, tmp_path / "table.parquet", keep_work=True, portion=3000)
    for receipt in (tmp_path / "table.parquet.work").rglob("*.json"):
        receipt.write_bytes(receipt.read_bytes()[:-2])
    assert run(documents, tmp_path / "table.parquet", keep_work=True, portion=3000) == first


def test_a_duckdb_file_holds_the_same_table(tmp_path: Path):
    documents = write_documents(tmp_path / "documents", 10)
    run(documents, tmp_path / "table.parquet")
    run(documents, tmp_path / "table.duckdb")
    with Table(tmp_path / "table.parquet") as one, Table(tmp_path / "table.duckdb") as other:
        assert list(one) == list(other)
        assert one.about == other.about


def test_a_text_without_pairs_gives_an_empty_table(tmp_path: Path):
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "only.txt").write_text("Nothing in this short text is ever said a second time.")
    assert run(documents, tmp_path / "table.parquet") == Mined(1, 1, 6 + 5 + 4 + 3, 0, 0)
    (documents / "only.txt").write_text("Too short.")
    assert run(documents, tmp_path / "table.parquet") == Mined(0, 0, 0, 0, 0)
    with Table(tmp_path / "table.parquet") as table:
        assert list(table) == []


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: None])
def test_a_folder_without_texts_is_an_error(tmp_path: Path, make: object):
    make(tmp_path / "documents")
    with pytest.raises(OtherwordsError, match=r"nothing could be read|does not exist"):
        run(tmp_path / "documents", tmp_path / "table.parquet")


def test_a_broken_archive_is_told_and_the_rest_is_mined(tmp_path: Path):
    documents = write_documents(tmp_path / "documents", 10)
    run(documents, tmp_path / "table.parquet")
    page = b"<html><body><p>An archive that is cut off in the middle of what it says.</p></body></html>" * 50
    head = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n" % len(
        page
    )
    (documents / "crawl.warc.gz").write_bytes(gzip.compress(head + page)[:-40])
    errors: list[ReadingError] = []
    job = Job([str(documents)], str(tmp_path / "again.parquet"), UNTAGGED, portion=2000)
    mined = mine(job, errors.append)
    assert [Path(error.path).name for error in errors] == ["crawl.warc.gz"]
    assert mined.unread == 1
    assert (tmp_path / "again.parquet").read_bytes() == (tmp_path / "table.parquet").read_bytes()


def largest_files(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_a_full_disk_is_told_and_what_is_done_is_kept(tmp_path: Path):
    documents = write_documents(tmp_path / "documents", 20)
    process = started(tmp_path, documents, tmp_path / "kept.parquet", preexec_fn=lambda: largest_files(4000))
    _, complaint = process.communicate()
    assert process.returncode
    last = complaint.strip().splitlines()[-1]
    assert "no room left on its disk" in last
    work = tmp_path / "kept.parquet.work"
    shards = done_at(work, "sentences")
    assert shards
    assert started(tmp_path, documents, tmp_path / "kept.parquet").wait() == 0
    assert done_at(work, "sentences").items() >= shards.items()


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"anchor": "verb"}, "no anchors called verb; choose one of ngram, entity, relative"),
        ({"longest": 0}, "longest"),
        ({"ends": 0}, "at least 1"),
        ({"longest": 300}, "255 words"),
        ({"tagger": "nltk"}, "no tagger nltk"),
        ({"anchor": "relative", "tagger": "none"}, "choose a tagger"),
        ({"memory": "much"}, "write it like 2GB"),
        ({"memory": "1MB"}, "too little"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, object], problem: str):
    with pytest.raises(OtherwordsError, match=problem):
        Settings(**settings)


@pytest.mark.parametrize(
    ("memory", "size"), [("2GB", 2 * 10**9), ("1.5 GiB", 3 << 29), ("800mb", 8 * 10**8), ("512MB", 512 * 10**6)]
)
def test_sizes_of_memory(memory: str, size: int):
    assert Settings(memory=memory).memory_bytes == size
