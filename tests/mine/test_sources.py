"""From files and folders to the texts that sentences are taken from."""

import gzip
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from made_files import warc_response

from otherwords.mine.sentences import Rules, kept_of_all
from otherwords.mine.sources import files, pieces
from otherwords.mine.untagged import no_tagger
from otherwords.reading import ReadingError, plain
from otherwords.text import OtherwordsError

SENTENCE = "The harbour was closed because of the storm."
OTHER = "Nobody was hurt, although a wedding cake did not survive."
RULES = Rules(needs_verb=False)


def texts(*paths: Path) -> tuple[list[str], list[ReadingError]]:
    errors: list[ReadingError] = []
    found = [piece for file in files(paths, errors.append) for piece in pieces(file, errors.append)]
    return found, errors


def test_everything_that_find_reads(tmp_path: Path):
    page = f"<nav><p>{OTHER}</p></nav><p>{SENTENCE}</p>"
    (tmp_path / "a.html").write_text(page)
    (tmp_path / "b.jsonl").write_text(json.dumps({"text": SENTENCE}) + "\n" + json.dumps({"text": OTHER}))
    (tmp_path / "c.txt.gz").write_bytes(gzip.compress(SENTENCE.encode()))
    (tmp_path / "d.warc.gz").write_bytes(
        gzip.compress(warc_response("http://a.example/", page.encode(), "Content-Type: text/html"))
    )
    (tmp_path / "e.srt").write_text(f"1\n00:00:01,000 --> 00:00:02,000\n{SENTENCE}\n")
    found, errors = texts(tmp_path)
    assert found == [SENTENCE, SENTENCE, OTHER, SENTENCE, SENTENCE, SENTENCE]
    assert not errors


def test_files_are_sorted_and_each_is_there_once_whatever_the_order(tmp_path: Path):
    for name in ("b/c.txt", "b/a.txt", "a.txt", ".hidden.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(SENTENCE)
    folder, named, hidden = tmp_path, tmp_path / "b" / "a.txt", tmp_path / ".hidden.txt"
    found = files([folder, named, hidden], print)
    assert [os.path.relpath(file.path, tmp_path) for file in found] == [".hidden.txt", "a.txt", "b/a.txt", "b/c.txt"]
    assert [file.is_named for file in found] == [True, False, True, False]
    assert files([hidden, named, folder, named], print) == found
    assert pickle.loads(pickle.dumps(found)) == found  # they go to other processes


def test_what_cannot_be_read_is_told_and_the_rest_is_read(tmp_path: Path):
    (tmp_path / "a.warc.gz").write_bytes(
        gzip.compress(warc_response("http://a.example/1", f"<p>{OTHER}</p>".encode(), "Content-Type: text/html"))
        + gzip.compress(warc_response("http://a.example/2", f"<p>{OTHER}</p>".encode(), "Content-Type: text/html"))[:60]
    )
    (tmp_path / "b.pdf").write_bytes(b"no PDF")
    (tmp_path / "c.unknown").write_bytes(b"\0\1\2")  # passed over in silence
    (tmp_path / "d.txt").write_text(SENTENCE)
    found, errors = texts(tmp_path, tmp_path / "missing.txt")
    assert found == [OTHER, SENTENCE]
    assert [Path(error.path).name for error in errors] == ["a.warc.gz", "b.pdf", "missing.txt"]
    assert "not a whole gzip file" in str(errors[0])


def test_a_binary_file_that_is_named_is_told(tmp_path: Path):
    (tmp_path / "c.unknown").write_bytes(b"\0\1\2")
    found, (error,) = texts(tmp_path / "c.unknown")
    assert not found
    assert "is a binary file" in str(error)


def test_standard_input_is_refused():
    with pytest.raises(OtherwordsError, match="save it to a file"):
        files(["-"], print)


def sentence(number: int) -> str:
    return f"Сегодня вечером мы{' снова' * (number % 7)}\nпойдём в театр номер {number}, а потом поужинаем."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32-le", "cp1251"])
@pytest.mark.parametrize("between", ["\n\n", "\r\n\r\n"])
def test_a_long_text_in_pieces_gives_the_sentences_of_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str, between: str
):
    data = between.join(map(sentence, range(300))).encode(encoding)
    path = tmp_path / "a.txt"
    path.write_bytes((b"\xff\xfe\0\0" if encoding == "utf-32-le" else b"") + data)
    (whole,), errors = texts(path)
    expected = list(kept_of_all([whole], no_tagger, RULES))
    assert len(expected) == 300
    for size in (1001, 4096, 5555):
        monkeypatch.setattr(plain, "_PIECE", size)
        found, errors = texts(path)
        assert not errors
        assert len(found) > 4
        assert "".join(found) == whole
        assert list(kept_of_all(found, no_tagger, RULES)) == expected


@pytest.mark.parametrize("mark", ["\n", " ", "é"])
def test_a_piece_ends_with_a_line_or_a_word_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: str
):
    text = f"abcdefg{mark}" * 1000
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr(plain, "_PIECE", 777)
    found, errors = texts(tmp_path)
    assert "".join(found) == text
    assert not errors
    assert max(map(len, found)) <= 2 * 777
    if mark != "é":
        assert all(piece.endswith(mark) for piece in found if piece)


@pytest.mark.parametrize(
    ("bad", "problem"),
    [(b"\xff", "begins as UTF-8 but is not valid at byte 9000"), (b"\0", "is a binary file")],
)
def test_a_long_text_that_goes_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: bytes, problem: str):
    monkeypatch.setattr(plain, "_PIECE", 1000)
    (tmp_path / "a.txt").write_bytes("göra så\n".encode() * 900 + bad + b"more\n" * 400)
    found, (error,) = texts(tmp_path / "a.txt")
    assert "".join(found).startswith("göra så\n" * 700)
    assert problem in str(error)


def test_a_character_that_the_end_cuts_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(plain, "_PIECE", 1000)
    (tmp_path / "a.txt").write_bytes(b"word " * 500 + "é".encode()[:1])
    _, (error,) = texts(tmp_path / "a.txt")
    assert "not valid at byte 2500" in str(error)


def test_one_line_of_a_gigabyte_fits_in_memory(tmp_path: Path):
    """Of a gigabyte the first 200 MB, whose memory is the same, and whose time is less."""
    path = tmp_path / "line.txt"
    with open(path, "w") as file:
        for _ in range(200):
            file.write(f"{SENTENCE} " * (1_000_000 // (len(SENTENCE) + 1)))
    code = (
        "import re, sys; from otherwords.mine.sources import files, pieces\n"
        "found = [len(piece) for file in files(sys.argv[1:], print) for piece in pieces(file, print)]\n"
        # Not getrusage, which also remembers what the process was before it became this program.
        "print(len(found), sum(found), *re.findall(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read()))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, encoding="utf-8", check=True)
    count, characters, kilobytes = map(int, done.stdout.split())
    assert count > 10
    assert characters == path.stat().st_size
    assert kilobytes < 200_000
