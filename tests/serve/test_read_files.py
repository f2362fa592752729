"""Files that are sent are read in memory: nothing that a request names is opened, and nothing it holds is written."""

import gzip
import io
import json
import os
import re
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from serving import FERRY, FOUND, QUERY, Server, serving

from otherwords.reading import read
from otherwords.serve.limits import Limits

EXAMPLES = Path(__file__).parents[2] / "examples" / "texts"
OPENED: list[tuple[str, int]] | None = None
"""The files that were opened since somebody began to listen, and how."""


def listen(event: str, arguments: tuple[object, ...]) -> None:
    if OPENED is not None and event == "open" and isinstance(arguments[0], str | bytes):
        OPENED.append((os.fsdecode(arguments[0]), int(arguments[2] or 0)))  # type: ignore[call-overload]


sys.addaudithook(listen)


@contextmanager
def listening() -> Iterator[list[tuple[str, int]]]:
    global OPENED
    OPENED = []
    try:
        yield OPENED
    finally:
        OPENED = None


def test_the_example_of_the_docs_finds_something(server: Server):
    docs = (EXAMPLES.parents[1] / "docs" / "serve.md").read_text(encoding="utf-8")
    query = re.search(r'query: ("The owner.+?"), documents', docs)
    assert query is not None
    document = server.read("contract.pdf", (EXAMPLES / "contract.pdf").read_bytes()).json()["document"]
    assert server.post("/find", {"query": json.loads(query[1]), "documents": [document]}).json()["matches"]


@pytest.mark.parametrize("name", ["harbour.txt", "bread.html", "contract.pdf", "lighthouse.srt", "fyren.txt"])
def test_a_file_is_read_as_from_the_disk(server: Server, name: str):
    path = EXAMPLES / name
    told = server.read(name, path.read_bytes()).json()
    (own,) = read([path], on_error=lambda error: pytest.fail(str(error)))
    document = told["document"]
    assert (document["id"], document["text"], document["has_lines"]) == (name, own.text, own.has_lines)
    marks = [(mark["offset"], mark["page"], mark["time"] and tuple(mark["time"])) for mark in document["marks"]]
    assert marks == [(mark.offset, mark.page, mark.time) for mark in own.marks]


def test_a_gzipped_file_is_unpacked(server: Server):
    path = EXAMPLES / "contract.pdf"
    packed = server.read("contract.pdf.gz", gzip.compress(path.read_bytes())).json()["document"]
    assert packed == server.read("contract.pdf", path.read_bytes()).json()["document"] | {"id": "contract.pdf.gz"}


def test_what_was_read_can_be_searched(server: Server):
    document = server.read("contract.pdf", (EXAMPLES / "contract.pdf").read_bytes()).json()["document"]
    query = "The owner may enter the apartment for repairs, but only with a day's notice."
    (match,) = server.post("/find", {"query": query, "documents": [document]}).json()["matches"]
    assert match["page"] == 2
    assert document["text"][match["start"] : match["end"]] == match["text"]


def test_a_file_without_an_ending_is_told_by_how_it_begins(server: Server):
    told = server.read("upload", b"WEBVTT\n\n00:01.000 --> 00:02.000\nWell then.\n").json()
    assert told["document"]["text"] == "Well then."
    assert told["document"]["marks"][0]["time"] == [1.0, 2.0]


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("a.pdf", b"%PDF-1.7 broken", "broken"),
        ("a.docx", b"PK\x03\x04 broken", "DOCX"),
        ("a.txt", b"\0\1\2\3" * 100, "a.txt"),
        ("a.parquet", b"PAR1", "many documents"),
        ("upload", b"PAR1" * 10, "many documents"),
        ("a.jsonl", b'{"text": "a"}\n', "many documents"),
        ("a.warc", b"WARC/1.0\r\n\r\n", "many documents"),
        ("a.srt", b"no times here", "no subtitles"),
        ("a.gz", b"\x1f\x8b\x08\0", "a.gz"),
    ],
)
def test_a_bad_file_is_one_line(server: Server, name: str, data: bytes, told: str):
    answer = server.read(name, data)
    assert answer.status_code == 422
    problem = answer.json()["error"]
    assert told in problem
    assert "\n" not in problem


def test_a_docx_that_unpacks_to_too_much_is_refused():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"<a>" + b" " * 3_000_000 + b"</a>")
    with serving(limits=Limits(workers=1, unpacked=2 << 20, patience=600, timeout=600)) as small:
        answer = small.read("bomb.docx", packed.getvalue())
        gzipped = small.read("bomb.txt.gz", gzip.compress(b" " * 3_000_000))
    assert answer.status_code == 422
    assert "unpacks to more than 2 MiB" in answer.json()["error"]
    assert (gzipped.status_code, "larger than 2 MiB" in gzipped.json()["error"]) == (422, True)


def test_a_text_that_is_too_long_is_413(server: Server):
    answer = server.read("long.txt", b"All work and no play. " * 50_000)
    assert answer.status_code == 413


def test_nothing_that_is_sent_touches_the_disk(server: Server, tmp_path: Path):
    """Not the names, which are paths here, and not the texts, not even for a moment."""
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret word is ferry")
    large = "".join(f"Line {i} of a long report says little. " for i in range(20_000))
    questions = ["How can I get a new password?", "Where is the station?"]
    requests = [
        lambda name: server.read(name, b"Some text, which is not a secret."),
        lambda name: server.read("large.html", f"<p>{large}</p>".encode()),
        lambda name: server.read("contract.pdf", pdf),
        lambda name: server.read("contract.pdf.gz", padded),
        lambda name: server.post("/find", {"query": QUERY, "documents": [{"id": name, "text": FERRY}]}),
        lambda name: server.post("/find", {"query": "long report", "documents": [{"id": name, "text": large}]}),
        lambda name: server.post("/compare", {"a": {"id": name, "text": FERRY}, "others": [{"text": FOUND}]}),
        lambda name: server.post("/match", {"question": name, "questions": questions}),
        lambda name: server.post("/rank", {"query": name, "candidates": questions}),
        lambda name: server.get(f"/{name}"),
    ]
    pdf = (EXAMPLES / "contract.pdf").read_bytes()
    padded = gzip.compress(pdf + b"\n" * (20 << 20))
    assert server.read("contract.pdf.gz", padded).status_code == 200
    for ask in requests:  # modules and models are loaded by the first of each kind
        ask("warm.txt")
    for name in (str(secret), f"file://{secret}", "../../../../etc/passwd", "-", f"{secret}.gz"):
        for ask in requests:
            with listening() as opened:
                answer = ask(name)
            assert "secret word" not in answer.text
            assert [path for path, flags in opened if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)] == []
            assert not any("secret" in path or "passwd" in path for path, _ in opened)


def test_the_listening_listens(tmp_path: Path):
    with listening() as opened:
        (tmp_path / "file").write_text("x")
    assert dict(opened)[str(tmp_path / "file")] & os.O_WRONLY
