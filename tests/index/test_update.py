"""Files into the index: what is new, changed, unchanged or gone, and what a kill leaves behind."""

import gzip
import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.index import Index
from otherwords.index.store import Store
from otherwords.index.update import path_of, source_of, update
from otherwords.reading import ReadingError
from otherwords.text import OtherwordsError

TEXT = "The boat was late. The ferry did not arrive on time. "


def stop(error: ReadingError) -> None:
    raise error


def changes(index: Index, *paths: Path | str, batch: int = 2048, **options: object) -> dict[str, str]:
    found = {}
    for change in update(index, list(map(str, paths)), on_error=options.pop("on_error", stop), batch=batch, **options):  # type: ignore[arg-type]
        found[os.path.basename(change.path)] = change.kind
    return found


def texts(index: Index) -> dict[str, str]:
    rows = sorted(index.store.scan(["document", "number", "text"]), key=lambda row: row["number"])
    found: dict[str, str] = {}
    for row in rows:
        name = os.path.basename(row["document"])
        found[name] = found.get(name, "") + row["text"]
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "a.txt").write_text(TEXT)
    (folder / "b.txt").write_text(TEXT * 20)
    rows = [{"text": f"The king said {number}."} for number in range(5)]
    (folder / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return folder


def test_of_many_small_files_the_first_are_soon_on_disk(index: Index, tmp_path: Path):
    for number in range(300):
        (tmp_path / f"{number}.txt").write_text(TEXT)
    told = update(index, [str(tmp_path)], on_error=stop)
    assert next(told).kind == "added"
    assert 0 < index.store.count() < 300
    assert len(list(told)) == 299
    assert index.store.count() == 300


def test_unchanged_changed_and_gone(index: Index, folder: Path):
    assert changes(index, folder) == dict.fromkeys(["a.txt", "b.txt", "rows.jsonl"], "added")
    version = index.store.passages.version
    assert changes(index, folder) == dict.fromkeys(["a.txt", "b.txt", "rows.jsonl"], "unchanged")
    assert index.store.passages.version == version
    (folder / "a.txt").write_text(TEXT.replace("late", "soon"))
    (folder / "b.txt").unlink()
    (folder / "c.txt.gz").write_bytes(gzip.compress(b"The cat sat."))
    assert changes(index, folder) == {"a.txt": "changed", "c.txt.gz": "added", "rows.jsonl": "unchanged"}
    assert "b.txt" in texts(index)
    assert changes(index, folder, sync=True)["b.txt"] == "removed"
    found = texts(index)
    assert found.keys() == {"a.txt", "c.txt.gz", *(f"rows.jsonl#{n}" for n in range(1, 6))}
    assert found["a.txt"] == TEXT.replace("late", "soon")
    assert list(index.check()) == []


def test_a_change_of_the_same_length_and_time_is_seen(index: Index, folder: Path):
    changes(index, folder)
    before = os.stat(folder / "a.txt")
    (folder / "a.txt").write_text(TEXT.replace("late", "soon"))
    os.utime(folder / "a.txt", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert changes(index, folder / "a.txt") == {"a.txt": "changed"}
    os.utime(folder / "b.txt")
    assert changes(index, folder / "b.txt") == {"b.txt": "unchanged"}


def test_rows_that_stayed_are_kept_and_those_that_went_go(index: Index, folder: Path):
    changes(index, folder)
    rows = (folder / "rows.jsonl").read_text().splitlines()
    (folder / "rows.jsonl").write_text("\n".join([rows[0], '{"text": "The dog said no."}', rows[2]]))
    encoded: list[str] = []
    real = index.vectors.of
    index.vectors.of = lambda given: encoded.extend(given) or real(given)  # type: ignore[method-assign]
    assert changes(index, folder / "rows.jsonl") == {"rows.jsonl": "changed"}
    assert encoded == ["The dog said no."]
    found = {name: text for name, text in texts(index).items() if name.startswith("rows")}
    assert found == {
        "rows.jsonl#1": "The king said 0.",
        "rows.jsonl#2": "The dog said no.",
        "rows.jsonl#3": "The king said 2.",
    }


def test_another_column_is_another_text(index: Index, tmp_path: Path):
    (tmp_path / "rows.jsonl").write_text('{"text": "The boat.", "title": "The king."}')
    changes(index, tmp_path / "rows.jsonl")
    assert changes(index, tmp_path / "rows.jsonl", text_column="title") == {"rows.jsonl": "changed"}
    assert texts(index) == {"rows.jsonl#1": "The king."}


def test_however_a_path_is_written_it_is_the_same_file(index: Index, folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(folder)
    changes(index, "a.txt")
    assert changes(index, folder / "a.txt", "./a.txt", "../files/a.txt") == {"a.txt": "unchanged"}
    monkeypatch.chdir(folder.parent)
    assert changes(index, "files/a.txt") == {"a.txt": "unchanged"}


def test_what_cannot_be_read_stops_nothing_and_loses_nothing(index: Index, folder: Path):
    errors: list[ReadingError] = []
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 and no more")
    (folder / "picture.bin").write_bytes(b"\x00" * 100)
    with open(folder / "rows.jsonl", "a") as rows:
        rows.write("\n{broken\n")
    found = changes(index, folder, folder / "none.txt", on_error=errors.append)
    assert found == dict.fromkeys(["a.txt", "b.txt", "rows.jsonl"], "added")
    assert [os.path.basename(error.path) for error in errors] == ["broken.pdf", "rows.jsonl", "none.txt"]
    (folder / "rows.jsonl").write_bytes(b"\x00\x01" * 500)
    (folder / "a.txt").write_bytes(b"\xff\xfe\xff" * 100)
    changes(index, folder, on_error=errors.append)
    assert {"a.txt", "rows.jsonl#1", "rows.jsonl#5"} <= texts(index).keys()  # the last that could be read
    assert list(index.check()) == []


def test_sync_leaves_what_is_elsewhere_and_what_cannot_be_seen(index: Index, folder: Path, tmp_path: Path):
    (tmp_path / "other.txt").write_text(TEXT)
    changes(index, folder, tmp_path / "other.txt")
    (tmp_path / "other.txt").unlink()
    (folder / "a.txt").unlink()
    assert changes(index, folder, sync=True) == {"a.txt": "removed", "b.txt": "unchanged", "rows.jsonl": "unchanged"}
    assert "other.txt" in texts(index)
    assert changes(index, tmp_path / "other.txt", sync=True) == {"other.txt": "removed"}
    with pytest.raises(ReadingError, match="does not exist"):
        changes(index, tmp_path / "other.txt", sync=True)


def test_the_index_itself_is_not_read(tmp_path: Path, pairs: Path):
    (tmp_path / "a.txt").write_text(TEXT)
    index = Index.open_or_make(tmp_path / "index", pairs)
    assert changes(index, tmp_path) == {"a.txt": "added"}
    assert changes(index, tmp_path) == {"a.txt": "unchanged"}


def test_from_within_the_index_other_folders_are_others(tmp_path: Path, pairs: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.txt").write_text(TEXT)
    Index.open_or_make(tmp_path / "index", pairs)
    monkeypatch.chdir(tmp_path / "index")
    index = Index.open(".", pairs)
    assert changes(index, ".", "../docs", sync=True) == {"a.txt": "added"}
    assert changes(index, "../index", "../docs", sync=True) == {"a.txt": "unchanged"}


def test_a_name_that_is_not_utf_8(index: Index, folder: Path):
    name = os.path.join(os.fsencode(folder), b"caf\xe9.txt")
    try:
        with open(name, "w") as file:
            file.write(TEXT)
    except OSError:
        pytest.skip("this file system takes no such name")
    assert changes(index, folder)["caf?.txt"] == "added"
    assert changes(index, folder, sync=True)["caf?.txt"] == "unchanged"
    os.unlink(name)
    assert changes(index, folder, sync=True)["caf?.txt"] == "removed"
    assert list(index.check()) == []


def test_names_that_look_the_same_are_other_files(index: Index, folder: Path):
    names = [os.fsencode(folder) + name for name in (b"/a\xff.txt", b"/a\xfe.txt", b"/a?.txt", rb"/a\udcff.txt")]
    try:
        for number, name in enumerate(names):
            with open(name, "w") as file:
                file.write(f"The king said {number}.")
    except OSError:
        pytest.skip("this file system takes no such name")
    told = [change.kind for change in update(index, [str(folder)], on_error=stop)]
    assert told == ["added"] * 7
    os.unlink(names[0])
    gone = [change for change in update(index, [str(folder)], sync=True, on_error=stop) if change.kind == "removed"]
    assert [os.path.basename(change.path) for change in gone] == ["a?.txt"]
    said = {row["text"] for row in index.store.scan(["text"])}
    assert {f"The king said {number}." for number in (1, 2, 3)} <= said
    assert list(index.check()) == []


@given(st.lists(st.sampled_from(["\\", "u", "dcff", "\udcff", "\udc80", "?"]), min_size=1).map("".join))
def test_a_source_tells_its_path(name: str):
    assert path_of(source_of(f"/folder/{name}")) == f"/folder/{name}"


def test_standard_input_has_no_name(index: Index):
    with pytest.raises(OtherwordsError, match="standard input has no name"):
        changes(index, "-")


WRITES = ("add", "replace", "delete", "remember", "forget", "delete_sources")


class Killed(Exception):
    pass


@pytest.mark.parametrize(("batch", "when"), [(2, "before"), (2, "after"), (2048, "after")])
def test_a_run_that_ends_at_any_write_is_made_good_by_the_next(
    batch: int, when: str, tmp_path: Path, pairs: Path, monkeypatch: pytest.MonkeyPatch
):
    """A second run over changed files is ended before, or right after, its first write, its second, and so on."""
    real = {name: getattr(Store, name) for name in WRITES}
    ends = 0
    while True:
        home = tmp_path / f"{ends}"
        folder = home / "files"
        folder.mkdir(parents=True)
        _write_first(folder)
        index = Index.open_or_make(home / "index", pairs)
        changes(index, folder, batch=batch)
        first = texts(index)
        _write_second(folder)
        left = [ends]

        def ending(name: str, left: list[int] = left) -> Callable[..., None]:
            def write(*arguments: object) -> None:
                left[0] -= 1
                if left[0] < 0 and when == "before":
                    raise Killed
                real[name](*arguments)
                if left[0] < 0:
                    raise Killed

            return write

        told = {}
        with monkeypatch.context() as patch:
            for name in WRITES:
                patch.setattr(Store, name, ending(name))
            try:
                for change in update(index, [str(folder)], sync=True, on_error=stop, batch=batch):
                    told[os.path.basename(change.path)] = change.kind
            except Killed:
                was_killed = True
            else:
                was_killed = False
        index = Index.open(home / "index", pairs)
        between, last = texts(index), _second()
        damage = [problem for problem in index.check() if "passages are there" not in problem]
        assert damage == []
        for name in first.keys() | last.keys():  # each document is there as it was, or as it is to be
            assert between.get(name) in (first.get(name), last.get(name))
        for name, kind in told.items():
            for document in (document for document in last if document.startswith(name)):
                assert between[document] == last[document], (name, kind)
        changes(index, folder, sync=True)
        assert texts(index) == last
        assert list(index.check()) == []
        assert set(changes(index, folder, sync=True).values()) == {"unchanged"}
        if not was_killed:
            break
        ends += 1
    assert ends >= 4


def _rows(*texts: str) -> str:
    return "\n".join(json.dumps({"text": text}) for text in texts)


def _write_first(folder: Path) -> None:
    (folder / "a.txt").write_text("The boat was late. " * 30)
    (folder / "gone.txt").write_text("The rain said no.")
    (folder / "rows.jsonl").write_text(_rows("One king.", "Two kings.", "Three kings.", "Four kings."))
    (folder / "same.txt").write_text("The same.")


def _second() -> dict[str, str]:
    rows = {"rows.jsonl#1": "One king.", "rows.jsonl#2": "Two dogs.", "rows.jsonl#3": "Three kings."}
    return {"a.txt": "The ferry was late. " * 10, "new.txt": "The night.", "same.txt": "The same.", **rows}


def _write_second(folder: Path) -> None:
    (folder / "gone.txt").unlink()
    second = _second()
    for name in ("a.txt", "new.txt"):
        (folder / name).write_text(second[name])
    (folder / "rows.jsonl").write_text(_rows(*(text for name, text in second.items() if name.startswith("rows"))))


def test_counts(index: Index, folder: Path):
    told = list(update(index, [str(folder)], on_error=stop))
    assert Counter(change.kind for change in told) == {"added": 3}
    assert sum(change.passages for change in told) == index.store.count()
    assert [(os.path.basename(one.path), one.documents, one.is_whole) for one in index.list()] == [
        ("a.txt", 1, True),
        ("b.txt", 1, True),
        ("rows.jsonl", 5, True),
    ]
    (folder / "b.txt").unlink()
    (removed,) = (one for one in update(index, [str(folder)], sync=True, on_error=stop) if one.kind == "removed")
    assert [removed.passages] == [one.passages for one in told if one.path == removed.path]


def test_a_pipe_is_refused(index: Index, folder: Path):
    """Who asks whether it has changed has read it, and there is nothing left to read."""
    os.mkfifo(folder / "pipe.txt")
    told: list[ReadingError] = []
    found = changes(
        index, folder / "pipe.txt", next(path for path in folder.iterdir() if path.is_file()), on_error=told.append
    )
    assert "pipe.txt" not in found
    assert found
    assert "is a pipe or a device" in str(told[0])
