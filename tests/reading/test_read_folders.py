import os
import pickle
import subprocess
from pathlib import Path

import pytest

from otherwords.reading import ReadingError, read


def names(folder, documents):
    return [os.path.relpath(document.id, folder) for document in documents]


def write(folder, *paths, text="text"):
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def test_recursive_sorted_and_without_hidden_files(tmp_path, reading):
    write(tmp_path, "b/z.txt", "b/a/c.md", "a.txt", "c.txt", ".hidden", ".git2/x.txt", "b/.h/y.txt")
    documents, errors = reading(tmp_path)
    assert names(tmp_path, documents) == ["a.txt", "b/a/c.md", "b/z.txt", "c.txt"]
    assert not errors


def test_a_hidden_file_or_folder_that_is_named_is_read(tmp_path, reading):
    write(tmp_path, ".hidden/a.txt", ".b.txt")
    documents, _ = reading(tmp_path / ".hidden", tmp_path / ".b.txt")
    assert len(documents) == 2


def test_ids_are_paths_as_given(tmp_path, reading, monkeypatch):
    write(tmp_path, "d/a.txt")
    monkeypatch.chdir(tmp_path)
    for path in ("d", "d/", "d/a.txt"):
        assert [document.id for document in reading(path)[0]] == ["d/a.txt"]


def test_what_several_paths_lead_to_is_read_once(tmp_path, reading, monkeypatch):
    write(tmp_path, "d/a.txt", "d/b/c.txt", "d/b/.e/f.txt", "d/z.txt")
    monkeypatch.chdir(tmp_path)
    assert [one.id for one in reading("d/a.txt", "./d/a.txt", tmp_path / "d/a.txt")[0]] == ["d/a.txt"]
    assert [one.id for one in reading("d", "d/../d/", "d/z.txt")[0]] == ["d/a.txt", "d/b/c.txt", "d/z.txt"]
    everything = ["d/a.txt", "d/b/.e/f.txt", "d/b/c.txt", "d/z.txt"]
    for paths in (("d", "d/b", "d/b/.e"), ("d/b/.e", "d/b", "d"), ("d/b/.e", "d"), (".", "d/b/.e/f.txt")):
        assert sorted(os.path.normpath(one.id) for one in reading(*paths)[0]) == everything


def test_a_binary_file_that_is_named_beside_its_folder_is_told(tmp_path, reading):
    write(tmp_path, "a.txt")
    (tmp_path / "b.bin").write_bytes(b"\0\1\2")
    documents, errors = reading(tmp_path, tmp_path / "b.bin")
    assert (names(tmp_path, documents), len(errors)) == (["a.txt"], 1)


def test_one_path_is_not_taken_for_its_letters(tmp_path, monkeypatch):
    write(tmp_path, "d/a.txt", "d/b/c.txt")
    monkeypatch.chdir(tmp_path)
    for path in ("d", Path("d")):
        assert [document.id for document in read(path, on_error=pytest.fail)] == ["d/a.txt", "d/b/c.txt"]


def test_what_git_ignores_is_what_we_ignore(tmp_path, reading):
    write(tmp_path, ".gitignore", text="*.log\n/build/\n!keep.log\n!\n[z-a]\n# comment\nsub/*.tmp\n")
    write(tmp_path, "sub/.gitignore", text="!again.log\nonly.txt\n/inner/*\n!/inner/kept.txt\n")
    write(tmp_path, "a.log", "keep.log", "build/x.txt", "sub/build/x.txt", "sub/again.log", "sub/other.log")
    write(tmp_path, "only.txt", "sub/only.txt", "sub/deep/only.txt", "sub/a.tmp", "sub/inner/a.txt")
    write(tmp_path, "sub/inner/kept.txt", "name with space.txt", "é.txt")
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    listed = subprocess.run(
        ["git", "-C", str(tmp_path), "ls-files", "-z", "--others", "--exclude-standard"],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull},
    )
    expected = sorted(name for name in listed.stdout.split("\0") if name and not name.endswith(".gitignore"))
    documents, errors = reading(tmp_path)
    assert sorted(names(tmp_path, documents)) == expected
    assert not errors


def test_rules_of_the_folders_above_up_to_the_repository(tmp_path, reading):
    write(tmp_path, ".gitignore", text="outside.txt\n")
    write(tmp_path, "repo/.gitignore", text="*.log\n/d/only.txt\n")
    write(tmp_path, "repo/d/a.log", "repo/d/only.txt", "repo/d/outside.txt", "repo/.git/HEAD")
    assert names(tmp_path, reading(tmp_path / "repo/d")[0]) == ["repo/d/outside.txt"]


def test_without_a_repository_the_folders_above_do_not_count(tmp_path, reading):
    write(tmp_path, ".gitignore", text="*.log\n")
    write(tmp_path, "d/a.log")
    assert names(tmp_path, reading(tmp_path / "d")[0]) == ["d/a.log"]


def test_an_ignored_file_or_folder_that_is_named_is_read(tmp_path, reading):
    write(tmp_path, ".gitignore", text="build/\n*.log\n")
    write(tmp_path, "build/a.txt", "b.log", ".git/HEAD")
    documents, _ = reading(tmp_path / "build", tmp_path / "b.log")
    assert names(tmp_path, documents) == ["build/a.txt", "b.log"]


def test_binary_files_are_passed_over_in_a_folder_unless_their_name_promises_text(tmp_path, reading):
    write(tmp_path, "a.txt")
    (tmp_path / "b.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    (tmp_path / "c.bin").write_bytes(b"x" * 100_000 + b"\0")
    (tmp_path / "d.txt").write_bytes(b"x\0y")
    documents, (error,) = reading(tmp_path)
    assert names(tmp_path, documents) == ["a.txt"]
    assert error.path.endswith("d.txt")
    _, errors = reading(tmp_path / "b.png", tmp_path / "c.bin")
    assert ["binary" in str(error) for error in errors] == [True, True]


def test_links(tmp_path, reading):
    write(tmp_path, "d/a.txt")
    (tmp_path / "d/loop").symlink_to(tmp_path / "d")
    (tmp_path / "d/self").symlink_to(tmp_path / "d/self")
    (tmp_path / "d/gone").symlink_to(tmp_path / "nowhere")
    (tmp_path / "d/link.txt").symlink_to(tmp_path / "d/a.txt")
    os.mkfifo(tmp_path / "d/pipe")
    documents, errors = reading(tmp_path / "d")
    assert names(tmp_path, documents) == ["d/a.txt", "d/link.txt"]
    assert sorted(os.path.basename(error.path) for error in errors) == ["gone", "self"]
    assert ["permissions" in str(error) for error in errors] == [False, False]
    assert names(tmp_path, reading(tmp_path / "d/loop")[0])[0] == "d/loop/a.txt"


def test_a_path_that_is_not_there(tmp_path, reading):
    write(tmp_path, "a.txt")
    documents, errors = reading(tmp_path / "missing.txt", tmp_path / "a.txt", "with\0nul", "new\nline")
    assert len(documents) == 1
    assert "does not exist" in str(errors[0])
    assert len(errors) == 3


def test_an_unreadable_file(tmp_path, reading, monkeypatch):
    write(tmp_path, "a.txt", "b.txt")

    def refuse(path, *args, **options):
        if str(path).endswith("a.txt"):
            raise PermissionError(13, "Permission denied", path)
        return open(path, *args, **options)

    monkeypatch.setattr("otherwords.reading.source.open", refuse, raising=False)
    documents, (error,) = reading(tmp_path)
    assert names(tmp_path, documents) == ["b.txt"]
    assert "(Permission denied); check its permissions" in str(error)


def test_an_unreadable_folder(tmp_path, reading, monkeypatch):
    write(tmp_path, "a/x.txt", "b/y.txt")
    scan = os.scandir

    def refuse(path):
        if str(path).endswith("a"):
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr("otherwords.reading.folders.os.scandir", refuse)
    documents, (error,) = reading(tmp_path)
    assert names(tmp_path, documents) == ["b/y.txt"]
    assert error.path.endswith("a")


def test_a_name_that_is_not_utf8(tmp_path, reading):
    path = os.fsencode(tmp_path) + b"/caf\xe9.txt"
    with open(path, "wb") as file:
        file.write(b"text")
    (document,), _ = reading(tmp_path)
    assert document.id.encode("utf-8").endswith(b"caf?.txt")
    _, (error,) = reading(os.fsdecode(path) + ".missing")
    assert str(error).encode("utf-8")


def test_errors_that_the_caller_raises_come_once_and_stop_the_work(tmp_path):
    write(tmp_path, "a.jsonl", text="{broken\n")
    seen = []

    def strict(error):
        seen.append(error)
        raise error

    with pytest.raises(ReadingError, match="line 1"):
        list(read([tmp_path], on_error=strict))
    assert len(seen) == 1


def test_documents_come_one_by_one(tmp_path):
    write(tmp_path, "a.txt", "b.txt")
    stream = read([tmp_path], on_error=lambda error: None)
    assert next(stream).id.endswith("a.txt")
    (tmp_path / "b.txt").write_text("changed")
    assert next(stream).text == "changed"


def test_an_error_travels_between_processes():
    error = pickle.loads(pickle.dumps(ReadingError("a.txt", "is gone; look for it")))
    assert (str(error), error.path) == ("a.txt: is gone; look for it", "a.txt")
