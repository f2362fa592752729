import errno
import os
from pathlib import Path

import duckdb
import pytest

from otherwords.mine.work import Work, is_full_disk, read_receipt, whole, write_receipt
from otherwords.text import OtherwordsError


def test_one_run_at_a_time(tmp_path: Path):
    with Work(tmp_path / "work"), pytest.raises(OtherwordsError, match="at work in another run"):
        Work(tmp_path / "work")
    with Work(tmp_path / "work"):
        pass


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(OtherwordsError, match="is in the way"):
        Work(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_step_is_done_once_for_what_it_is_made_of(tmp_path: Path):
    with Work(tmp_path / "work") as work:
        (work.step("rows", 1) / "file").touch()
        assert (work.step("rows", 1) / "file").exists()
        assert not (work.step("rows", 2) / "file").exists()
        assert not (work.step("rows", 1) / "file").exists()


def test_removing_spares_what_a_user_put_there(tmp_path: Path):
    with Work(tmp_path / "work") as work:
        (work.step("rows", 1) / "file").touch()
        (work.folder / "notes.txt").touch()
        for name in ("my-notes", "rows-old", "rows-0123456789"):
            (work.folder / name).mkdir()
        (work.step("rows", 2) / "file").touch()
        work.remove()
        left = sorted(path.name for path in work.folder.iterdir())
        assert left == ["my-notes", "notes.txt", "rows-0123456789", "rows-old"]
    with Work(tmp_path / "other") as work:
        work.step("rows", 1)
        work.remove()
    assert not (tmp_path / "other").exists()


def test_a_file_has_its_name_only_when_it_is_whole(tmp_path: Path):
    with pytest.raises(ZeroDivisionError), whole(tmp_path / "file") as unfinished:
        unfinished.write_text("half" * (1 // 0))
    with pytest.raises(UnicodeEncodeError), whole(tmp_path / "file") as unfinished, unfinished.open("w") as file:
        file.write("half" + "\udc80")
    assert not list(tmp_path.iterdir())
    with whole(tmp_path / "file") as unfinished:
        unfinished.write_text("all")
    assert (tmp_path / "file").read_text() == "all"


@pytest.mark.parametrize("value", [2824, {"portion": "é", "shards": ["a", "b"]}])
def test_a_receipt_that_is_cut_is_none(tmp_path: Path, value: object):
    path = tmp_path / "done.json"
    assert read_receipt(path) is None
    write_receipt(path, value)
    assert read_receipt(path) == value
    data = path.read_bytes()
    for damaged in [*(data[:end] for end in range(len(data))), bytes(len(data)), b"\xff", b"28", b'"done"']:
        path.write_bytes(damaged)
        assert read_receipt(path) is None


@pytest.mark.parametrize(
    ("error", "is_full"),
    [
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "table.parquet"), True),
        (duckdb.IOException('Could not write file "table.parquet": No space left on device'), True),
        (OSError(errno.EACCES, os.strerror(errno.EACCES), "table.parquet"), False),
    ],
)
def test_a_full_disk_is_known_by_the_words(error: Exception, is_full: bool):
    assert is_full_disk(error) == is_full
