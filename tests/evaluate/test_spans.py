"""The spans format: what is written is read again, and a bad row is named."""

import gzip
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.evaluate import files
from otherwords.evaluate.spans import SpanExample, Written, read_spans, write_spans
from otherwords.text import OtherwordsError

ROW = {"id": "1", "query": "a cat", "document": "Here sits a feline.", "start": 10, "end": 18}


@st.composite
def examples(draw: st.DrawFn) -> SpanExample:
    document = draw(st.text())
    start = end = None
    if document and draw(st.booleans()):
        start = draw(st.integers(0, len(document) - 1))
        end = draw(st.integers(start + 1, len(document)))
    query = draw(st.text().filter(str.strip))
    extra = {"label": draw(st.text())} if draw(st.booleans()) else {}
    return SpanExample(draw(st.text()), query, document, start, end, extra)


@pytest.mark.parametrize("name", ["spans.jsonl", "spans.jsonl.gz"])
@given(rows=st.lists(examples(), max_size=5))
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, name: str, rows: list[SpanExample]):
    path = tmp_path_factory.mktemp("spans") / name
    written = write_spans(path, rows)
    assert written == Written(len(rows), sum(row.gold is None for row in rows))
    assert list(read_spans(path)) == rows


def test_the_same_rows_give_the_same_bytes(tmp_path: Path):
    row = SpanExample("1", "q", "document", 0, 3)
    for name in ("one.jsonl.gz", "two.jsonl.gz"):
        write_spans(tmp_path / name, [row])
    assert (tmp_path / "one.jsonl.gz").read_bytes() == (tmp_path / "two.jsonl.gz").read_bytes()
    assert gzip.decompress((tmp_path / "one.jsonl.gz").read_bytes()).endswith(b'"end": 3}\n')


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"end": 99}, "outside the document, which has 19 characters"),
        ({"start": -1}, "outside the document"),
        ({"start": 18}, "is empty"),
        ({"start": None}, "both be null"),
        ({"start": 1.5}, '"start" must be a whole number or null'),
        ({"end": True}, '"end" must be a whole number or null'),
        ({"document": None}, '"document" must be a string'),
        ({"query": " "}, "the query is empty"),
        ({"document": "Here sits a feline.\ud800"}, "surrogate"),
    ],
)
def test_a_bad_row_is_named_with_its_line(tmp_path: Path, changes: dict[str, object], complaint: str):
    path = tmp_path / "spans.jsonl"
    path.write_text("\n".join([json.dumps(ROW), "", json.dumps(ROW | changes)]))
    with pytest.raises(OtherwordsError, match=complaint) as caught:
        list(read_spans(path))
    assert str(caught.value).startswith(f"{path}:3: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b'{"id": "1", "query"', "not valid JSON"),
        (b'["a list"]', "must be a JSON object"),
        (b'{"id": "1", "query": "q", "start": null}', "missing document, end"),
        (b'{"id": "\xff"}', "not UTF-8"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: bytes, complaint: str):
    path = tmp_path / "spans.jsonl"
    path.write_bytes(line)
    with pytest.raises(OtherwordsError, match=complaint) as caught:
        list(read_spans(path))
    assert str(caught.value).startswith(f"{path}:1: ")


def test_a_line_without_end_is_an_error_and_not_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(files, "LONGEST_LINE", 1000)
    path = tmp_path / "spans.jsonl"
    path.write_text(json.dumps(ROW | {"document": "x" * 2000}))
    with pytest.raises(OtherwordsError, match=":1: the line is longer"):
        list(read_spans(path))


def test_rows_before_a_bad_one_are_given(tmp_path: Path):
    path = tmp_path / "spans.jsonl"
    path.write_text(json.dumps(ROW) + "\nnonsense\n")
    assert next(read_spans(path)).gold == (10, 18)


def test_a_byte_order_mark_is_no_text(tmp_path: Path):
    path = tmp_path / "spans.jsonl"
    path.write_text("\ufeff" + json.dumps(ROW))
    assert [example.id for example in read_spans(path)] == ["1"]


# Named, because the bytes hold the time: as names they would differ between the processes that run the tests.
@pytest.mark.parametrize("content", [b"not gzip at all", gzip.compress(b"x" * 5000)[:-12]], ids=["not gzip", "cut off"])
def test_a_broken_gzip_file_is_one_clear_line(tmp_path: Path, content: bytes):
    path = tmp_path / "spans.jsonl.gz"
    path.write_bytes(content)
    with pytest.raises(OtherwordsError, match="gzip"):
        list(read_spans(path))


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(OtherwordsError, match=r"cannot read .*nowhere\.jsonl"):
        list(read_spans(tmp_path / "nowhere.jsonl"))
    with pytest.raises(OtherwordsError, match="cannot write"):
        write_spans(tmp_path / "no" / "folder.jsonl", [])


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path):
    path = tmp_path / "spans.jsonl"
    path.write_text("what was there")

    def broken():
        yield SpanExample("1", "q", "document", None, None)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_spans(path, broken())
    assert path.read_text() == "what was there"
    assert list(tmp_path.iterdir()) == [path]


def test_what_a_link_leads_to_is_written_and_the_link_stays(tmp_path: Path):
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to("target")
    with files.writing(tmp_path / "link") as file:
        file.write("new")
    assert ((tmp_path / "link").is_symlink(), (tmp_path / "target").read_text()) == (True, "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "target"]


def test_a_pipe_stays_a_pipe(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with files.writing(tmp_path / "pipe") as file:
        file.write("told")
    assert (os.read(reader, 100), (tmp_path / "pipe").is_fifo()) == (b"told", True)
    os.close(reader)
