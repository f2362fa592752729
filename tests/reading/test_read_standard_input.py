import gzip
import io
import os
import subprocess
import sys
import threading

import duckdb
import pytest


@pytest.fixture
def stdin(monkeypatch):
    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return put


def test_text(reading, stdin):
    stdin("Größe\r\nzwei".encode())
    (document,), errors = reading("-")
    assert (document.id, document.text, document.has_lines) == ("-", "Größe\nzwei", True)
    assert not errors


def test_formats_are_told_by_how_they_begin(tmp_path, reading, stdin, make_pdf, make_docx, make_paragraph):
    duckdb.sql(f"COPY (SELECT 'hello' AS text) TO '{tmp_path}/a.parquet'")
    for data in (
        make_pdf(["hello"]),
        make_docx(make_paragraph("hello")),
        b"<!doctype html><p>hello</p>",
        b"<!-- saved -->\n<!-- <p> --><HTML><p>hello</p>",
        b'<?xml version="1.0"?>\n<!-- x --><!DOCTYPE html PUBLIC "x"><html><head><title/></head><p>hello</p></html>',
        b'\xef\xbb\xbf<?xml version="1.0"?><?xml-stylesheet href="a.css"?><html><p>hello</p></html>',
        b"\xef\xbb\xbf1\r\n00:00:01,000 --> 00:00:02,000\r\nhello\r\n",
        b"WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n",
        b"[Script Info]\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,hello\n",
        (tmp_path / "a.parquet").read_bytes(),
        gzip.compress(b"<html><p>hello</p>"),
    ):
        stdin(data)
        (document,), errors = reading("-")
        assert document.text.strip() == "hello"
        assert not errors


@pytest.mark.parametrize(
    "text", ['<?xml version="1.0"?><rss>hello</rss>', "<!-- a note --> hello <html>", "<!-- " * 1000, "<!---->" * 1000]
)
def test_not_all_that_begins_like_html_is_html(reading, stdin, text):
    stdin(text.encode())
    (document,), _ = reading("-")
    assert document.text == text


def test_csv_where_a_column_is_named(reading, stdin):
    stdin(b"id,t\n1,one\n2,two\n")
    assert [(document.id, document.text) for document in reading("-", text_column="t")[0]] == [
        ("-#2", "one"),
        ("-#3", "two"),
    ]


def test_rows_where_a_column_is_named(reading, stdin):
    stdin(b'{"t": "one"}\n{"t": "two"}\n')
    assert [(document.id, document.text) for document in reading("-", text_column="t")[0]] == [
        ("-#1", "one"),
        ("-#2", "two"),
    ]
    stdin(b'{"t": "one"}\n')
    assert reading("-")[0][0].text == '{"t": "one"}\n'


def test_binary_input_is_an_error(reading, stdin):
    stdin(b"a\0b")
    documents, (error,) = reading("-")
    assert not documents
    assert str(error).startswith("-: is a binary file")


def test_a_pipe_that_is_named(tmp_path, reading):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(gzip.compress(b"hello"),))
    writer.start()
    (document,), _ = reading(pipe)
    writer.join()
    assert document.text == "hello"


def test_importing_it_loads_no_parser():
    heavy = ("pypdf", "pysubs2", "selectolax", "duckdb", "charset_normalizer", "pathspec")
    check = f"import sys, otherwords.reading; print([name for name in {heavy} if name in sys.modules])"
    output = subprocess.run([sys.executable, "-c", check], check=True, capture_output=True, text=True).stdout
    assert output.strip() == "[]"
