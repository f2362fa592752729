import gzip
import json

import duckdb
import pytest

from otherwords.reading import source


def contents(make_pdf, make_docx, make_paragraph, tmp_path):
    duckdb.sql(f"COPY (SELECT 'hello there' AS text) TO '{tmp_path}/rows.parquet'")
    return {
        "a.txt": b"hello there",
        "a.md": b"hello there",
        "a.HTML": b"<p>hello <b>there</b></p>",
        "a.pdf": make_pdf(["hello there"]),
        "a.docx": make_docx(make_paragraph("hello there")),
        "a.srt": b"1\n00:00:01,000 --> 00:00:02,000\nhello there\n",
        "a.vtt": b"WEBVTT\n\n00:01.000 --> 00:02.000\nhello there\n",
        "a.jsonl": json.dumps({"text": "hello there"}).encode(),
        "a.parquet": (tmp_path / "rows.parquet").read_bytes(),
    }


def test_every_format_is_also_read_gzipped(tmp_path, reading, make_pdf, make_docx, make_paragraph):
    for name, data in contents(make_pdf, make_docx, make_paragraph, tmp_path).items():
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(data))
        (tmp_path / name).write_bytes(data)
        (plain,), _ = reading(tmp_path / name)
        (document,), errors = reading(tmp_path / f"{name}.gz")
        assert not errors
        assert document.text.strip() == plain.text.strip() == "hello there"
        assert document.marks == plain.marks
        assert document.has_lines == plain.has_lines
        assert document.id == plain.id.replace(name, f"{name}.gz")


def test_members_one_after_the_other(tmp_path, reading):
    (tmp_path / "a.txt.gz").write_bytes(gzip.compress(b"one ") + gzip.compress(b"two"))
    (document,), _ = reading(tmp_path / "a.txt.gz")
    assert document.text == "one two"


@pytest.mark.parametrize("name", ["a.txt.gz", "a.pdf.gz", "a.parquet.gz"])
@pytest.mark.parametrize("data", [gzip.compress(bytes(range(65, 91)) * 1000, mtime=0)[:-20], b"no gzip at all"])
def test_truncated_or_false_gzip_is_an_error(tmp_path, reading, name, data):
    (tmp_path / name).write_bytes(data)
    (tmp_path / "b.txt").write_text("good")
    documents, (error,) = reading(tmp_path)
    assert [document.text for document in documents] == ["good"]
    assert "gzip" in str(error)


def test_rows_before_the_break_are_read(tmp_path, reading):
    rows = "".join(json.dumps({"text": f"row {number} {number**9}"}) + "\n" for number in range(20_000))
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(rows.encode())[:-100])
    documents, (error,) = reading(tmp_path / "a.jsonl.gz")
    assert documents[0].text == "row 0 0"
    assert "gzip" in str(error)


@pytest.mark.parametrize("name", ["a.txt.gz", "a.pdf.gz", "a.parquet.gz", "a.jsonl.gz"])
def test_a_bomb_is_an_error_and_never_a_cut(tmp_path, reading, monkeypatch, name):
    monkeypatch.setattr(source, "LARGEST", 1 << 20)
    (tmp_path / name).write_bytes(gzip.compress(b"a" * (2 << 20)))
    documents, (error,) = reading(tmp_path / name)
    assert not documents
    assert "1 MiB" in str(error)


def test_an_archive_in_a_folder_is_passed_over(tmp_path, reading):
    (tmp_path / "a.tar.gz").write_bytes(gzip.compress(b"name\0\0\0data"))
    assert reading(tmp_path) == ([], [])
    _, (error,) = reading(tmp_path / "a.tar.gz")
    assert "binary" in str(error)
