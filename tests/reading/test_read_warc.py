"""Web archives: the pages and texts in them, whatever the servers and crawlers did to them."""

import gzip
import random
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_files import read_all, warc_record, warc_response

from otherwords.reading import source

HTML = "Content-Type: text/html; charset=utf-8"
PLAIN = "Content-Type: text/plain"
SENTENCE = "The harbour was closed because of the storm."


def page(number: int) -> bytes:
    return warc_response(f"http://a.example/{number}", f"<title>t</title><p>page {number}</p>".encode(), HTML)


def chunked(data: bytes, size: int = 7) -> bytes:
    parts = [data[i : i + size] for i in range(0, len(data), size)]
    return b"".join(b"%x;x=y\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\nExpires: 0\r\n\r\n"


def bare_deflate(data: bytes) -> bytes:
    packing = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packing.compress(data) + packing.flush()


@pytest.mark.parametrize("suffix", [".warc", ".warc.gz", ".WARC.GZ"])
def test_a_document_for_each_page(tmp_path, reading, suffix):
    records = [
        warc_record("warcinfo", "", "application/warc-fields", b"software: x\r\n"),
        warc_record("request", "http://a.example/1", "application/http; msgtype=request", b"GET / HTTP/1.1\r\n\r\n"),
        page(1),
        warc_response("http://a.example/picture", b"\x89PNG\0", "Content-Type: image/png"),
        warc_response("http://a.example/moved", b"<p>moved</p>", HTML, status="301 Moved Permanently"),
        warc_response("http://a.example/gone", b"<p>gone</p>", HTML, status="404 Not Found"),
        warc_response("http://a.example/a.txt", "pläin\r\ntext".encode(), PLAIN),
        warc_record("metadata", "http://a.example/1", "text/plain", b"not a page"),
        warc_record("resource", "metadata://gnu.org/wget/warc/wget.log", "text/plain", b"a crawler's log"),
        warc_record("conversion", "http://a.example/wet", "text/plain", b"extracted text"),
        warc_record("resource", "<http://a.example/b>", "text/html", b"<p>a <b>re</b>source</p>"),
        warc_record("revisit", "http://a.example/1", "application/http; msgtype=response", b"HTTP/1.1 200 OK\r\n\r\n"),
        page(2),
    ]
    path = tmp_path / f"crawl{suffix}"
    path.write_bytes(b"".join(map(gzip.compress, records) if suffix.lower().endswith("gz") else records))
    documents, errors = reading(path)
    assert not errors
    assert [(document.id.removeprefix("http://a.example/"), document.text) for document in documents] == [
        ("1", "page 1"),
        ("a.txt", "pläin\ntext"),
        ("wet", "extracted text"),
        ("b", "a resource"),
        ("2", "page 2"),
    ]


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        (["Transfer-Encoding: chunked"], chunked),
        (["transfer-encoding:  Chunked"], chunked),
        (["Content-Encoding: gzip"], gzip.compress),
        (["Content-Encoding: x-gzip"], gzip.compress),
        (["Content-Encoding: deflate"], zlib.compress),
        (["Content-Encoding: deflate"], bare_deflate),
        (["Content-Encoding: gzip", "Transfer-Encoding: chunked"], lambda data: chunked(gzip.compress(data))),
        (["Content-Encoding: gzip", "Transfer-Encoding: chunked"], lambda data: data),  # undone by the crawler
        (["Content-Encoding: identity"], lambda data: data),
        (["Content-Encoding: gzip"], lambda data: gzip.compress(data[:99]) + gzip.compress(data[99:])),
        (["Content-Encoding: gzip"], lambda data: gzip.compress(b"") * 2000 + gzip.compress(data)),
        (["Content-Encoding: gzip"], lambda data: gzip.compress(data) + b"\0\0 rubbish"),
    ],
)
def test_what_the_server_did_to_the_body_is_undone(tmp_path, reading, headers, body):
    text = "Älä mene vielä. " * 30
    (tmp_path / "a.warc").write_bytes(warc_response("http://a.example/", body(text.encode()), PLAIN, *headers))
    (document,), errors = reading(tmp_path / "a.warc")
    assert document.text == text
    assert not errors


NUMBERS = " ".join(map(str, random.Random(1).choices(range(10**9), k=300)))


def test_of_a_body_that_the_crawler_cut_off_the_start_is_read(tmp_path, reading):
    body = chunked(NUMBERS.encode(), 1000)[:1200]
    (tmp_path / "a.warc").write_bytes(warc_response("http://a.example/", body, PLAIN, "Transfer-Encoding: chunked"))
    (document,), errors = reading(tmp_path / "a.warc")
    assert NUMBERS.startswith(document.text)
    assert len(document.text) > 1000
    assert not errors


@pytest.mark.parametrize("text", ["deadbeefdeadbeefdeadbeef\nis a number", "2024\nwas a good year"])
def test_a_first_line_that_looks_like_a_size_stays(tmp_path, reading, text):
    joined = warc_response("http://a.example/", text.encode(), PLAIN, "Transfer-Encoding: chunked")
    (tmp_path / "a.warc").write_bytes(joined + page(1))
    documents, errors = reading(tmp_path / "a.warc")
    assert [document.text for document in documents] == [text, "page 1"]
    assert not errors


@pytest.mark.parametrize("is_chunked", [True, False])
@pytest.mark.parametrize(
    ("packing", "packed", "problem"),
    [
        ("gzip", gzip.compress(NUMBERS.encode())[:1200], "is packed and cut off"),
        ("gzip", gzip.compress(NUMBERS.encode())[:-1], "is packed and cut off"),
        ("gzip", gzip.compress(b"whole") + gzip.compress(NUMBERS.encode())[:500], "is packed and cut off"),
        ("gzip", gzip.compress(NUMBERS.encode())[:-8] + bytes(8), "is packed and damaged"),
        ("deflate", zlib.compress(NUMBERS.encode())[:1200], "is packed and cut off"),
        ("deflate", bare_deflate(NUMBERS.encode())[:1200], "is packed and cut off"),
    ],
)
def test_a_packed_body_that_is_not_whole_is_an_error(tmp_path, reading, is_chunked, packing, packed, problem):
    headers = [f"Content-Encoding: {packing}", *["Transfer-Encoding: chunked"][:is_chunked]]
    body = chunked(packed, 1000) if is_chunked else packed
    (tmp_path / "a.warc").write_bytes(warc_response("http://a.example/", body, PLAIN, *headers) + page(1))
    documents, (error,) = reading(tmp_path / "a.warc")
    assert [document.text for document in documents] == ["page 1"]
    assert f"record 1, http://a.example/, {problem}" in str(error)


def test_a_packed_body_that_is_cut_off_in_its_only_part_is_an_error(tmp_path, reading):
    body = chunked(gzip.compress(NUMBERS.encode()), 10_000)[:1200]
    headers = ["Content-Encoding: gzip", "Transfer-Encoding: chunked"]
    (tmp_path / "a.warc").write_bytes(warc_response("http://a.example/", body, PLAIN, *headers))
    documents, (error,) = reading(tmp_path / "a.warc")
    assert not documents
    assert "is packed and cut off" in str(error)


def test_an_empty_body_is_not_cut_off(tmp_path, reading):
    (tmp_path / "a.warc").write_bytes(warc_response("http://a.example/", b"", PLAIN, "Content-Encoding: gzip"))
    (document,), errors = reading(tmp_path / "a.warc")
    assert document.text == ""
    assert not errors


def test_a_compression_that_is_not_read_is_named(tmp_path, reading):
    packed = warc_response("http://a.example/br", b"\x0b\x02\x80abc\x03", HTML, "Content-Encoding: br")
    (tmp_path / "a.warc").write_bytes(packed + page(1))
    documents, (error,) = reading(tmp_path / "a.warc")
    assert [document.text for document in documents] == ["page 1"]
    assert "record 1, http://a.example/br, is compressed as 'br'" in str(error)


@pytest.mark.parametrize(
    ("charset", "declaration", "encoding"),
    [
        ("; charset=shift_jis", "", "shift_jis"),
        ('; Charset="EUC-JP"', "", "euc_jp"),
        ("", '<meta charset="shift_jis">', "shift_jis"),
        ("; charset=unknown", '<meta charset="shift_jis">', "shift_jis"),
        ("; charset=utf-8", '<meta charset="shift_jis">', "utf-8"),
        ("", "", "utf-8"),
    ],
)
def test_the_server_and_then_the_page_say_the_encoding(tmp_path, reading, charset, declaration, encoding):
    text = "これは日本語の文章です。吾輩は猫である。"
    body = f"{declaration}<p>{text}</p>".encode(encoding)
    (tmp_path / "a.warc").write_bytes(warc_response("http://a.example/", body, f"Content-Type: text/html{charset}"))
    (document,), _ = reading(tmp_path / "a.warc")
    assert document.text == text


def test_a_bad_byte_is_replaced_for_nobody_can_mend_the_pages_of_others(tmp_path, reading):
    body = "<p>Älä mene vielä ulos, sillä siellä myrskyää.</p>".encode().replace(b"ulos", b"u\xfflos")
    (tmp_path / "a.warc").write_bytes(warc_response("http://a.example/", body, HTML) + page(1))
    documents, errors = reading(tmp_path / "a.warc")
    assert [document.text for document in documents] == ["Älä mene vielä u\ufffdlos, sillä siellä myrskyää.", "page 1"]
    assert not errors


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-32-be"])
def test_a_text_with_a_bad_byte_loses_its_mark_and_its_line_breaks_as_others_do(tmp_path, reading, encoding):
    bad = {"utf-8": b"\xff", "utf-16-le": b"\x00\xdc", "utf-32-be": b"\x00\x11\x00\x00"}[encoding]
    body = "\ufeffÄlä mene\r\nvielä\rulos, ".encode(encoding) + bad + "sillä siellä myrskyää.".encode(encoding)
    (tmp_path / "a.warc").write_bytes(warc_response("http://a.example/", body, PLAIN))
    (document,), errors = reading(tmp_path / "a.warc")
    assert document.text == "Älä mene\nvielä\nulos, \ufffdsillä siellä myrskyää."
    assert not errors


@pytest.mark.parametrize(("kind", "start"), [("application/xhtml+xml", ""), ("text/html", '<?xml version="1.0"?>')])
@pytest.mark.parametrize("as_prose", [True, False])
def test_a_tag_of_xhtml_that_closes_itself_hides_nothing(tmp_path, reading, kind, start, as_prose):
    body = f'{start}<html><head><script src="a.js"/></head><p>{SENTENCE}</p></html>'.encode()
    (tmp_path / "a.warc").write_bytes(warc_response("http://a.example/", body, f"Content-Type: {kind}"))
    (document,), _ = reading(tmp_path / "a.warc", as_prose=as_prose)
    assert document.text == SENTENCE


def test_an_image_that_the_server_took_for_a_text_is_passed_over(tmp_path, reading):
    (tmp_path / "a.warc").write_bytes(warc_response("http://a.example/", b"\x89PNG\0\1", HTML) + page(1))
    documents, errors = reading(tmp_path / "a.warc")
    assert [document.text for document in documents] == ["page 1"]
    assert not errors


def archive(*, is_gzipped: bool) -> tuple[bytes, list[int]]:
    """Ten records, and where each ends."""
    noise = random.Random(2)
    ends, data = [], b""
    for number in range(10):
        body = f"<p>page {number} {noise.random()}</p>".encode()
        record = warc_response(f"http://a.example/{number}", body, HTML)
        data += gzip.compress(record) if is_gzipped else record
        ends.append(len(data))
    return data, ends


@pytest.mark.parametrize("is_gzipped", [True, False])
@given(data=st.data())
@settings(max_examples=40)
def test_a_truncated_archive_gives_what_came_before_and_an_error(tmp_path_factory, is_gzipped, data):
    whole, ends = archive(is_gzipped=is_gzipped)
    cut = data.draw(st.integers(1, len(whole)))
    folder = tmp_path_factory.mktemp("cut")
    (folder / ("a.warc.gz" if is_gzipped else "a.warc")).write_bytes(whole[:cut])
    (folder / "b.txt").write_text("the rest")
    documents, errors = read_all(folder)
    assert documents[-1].text == "the rest"
    numbers = [int(document.text.split()[1]) for document in documents[:-1]]
    done = sum(end <= cut for end in ends)
    assert numbers in (list(range(done)), list(range(done + 1)))  # of the last record, only the end marks may be lost
    if cut not in ends and (is_gzipped or len(numbers) == done):
        (error,) = errors
        assert "get it again" in str(error)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"<p>no archive</p>", "is no WARC"),
        (page(1).replace(b"Content-Length: ", b"Content-Length: minus ") + page(2), "does not say how long it is"),
        (page(1) + b"rubbish" + page(2), "broken before record 2"),
        (page(1) + b"WARC/1.0\r\n" + b"x" * 100_000, "in the head of record 2"),
        (page(1) + b"WARC/1.0\r\n" + b"a: b\r\n" * 5000, "in the head of record 2"),
    ],
)
def test_broken_archives(tmp_path, reading, content, problem):
    (tmp_path / "a.warc").write_bytes(content)
    documents, (error,) = reading(tmp_path / "a.warc")
    assert len(documents) == content.startswith(page(1))
    assert problem in str(error)


def test_an_empty_archive(tmp_path, reading):
    (tmp_path / "a.warc").touch()
    assert reading(tmp_path / "a.warc") == ([], [])


def test_a_record_that_is_too_large_is_left_out_alone(tmp_path, reading, monkeypatch):
    monkeypatch.setattr(source, "LARGEST", 10_000)
    large = warc_response("http://a.example/large", b"<p>" + b"x" * 20_000, HTML)
    bomb = warc_response("http://a.example/bomb", gzip.compress(b"x" * 20_000), HTML, "Content-Encoding: gzip")
    picture = warc_response("http://a.example/picture", b"x" * 20_000, "Content-Type: image/png")
    (tmp_path / "a.warc").write_bytes(large + picture + bomb + page(1))
    documents, errors = reading(tmp_path / "a.warc")
    assert [document.text for document in documents] == ["page 1"]
    assert ["is larger than" in str(errors[0]), "unpacks to more than" in str(errors[1])] == [True, True]


def test_a_film_is_skipped_without_a_word(tmp_path, reading, monkeypatch):
    monkeypatch.setattr(source, "LARGEST", 1 << 20)
    film = warc_response("http://a.example/film", bytes(3 << 20), "Content-Type: video/mp4")
    other = warc_record("response", "http://a.example/film", "application/octet-stream", bytes(3 << 20))
    (tmp_path / "a.warc").write_bytes(film + page(1) + other + page(2))
    documents, errors = reading(tmp_path / "a.warc")
    assert [document.text for document in documents] == ["page 1", "page 2"]
    assert not errors


def test_as_prose_a_page_gives_its_main_text(tmp_path, reading):
    body = f"<nav><p>{SENTENCE}</p></nav><p>{SENTENCE}</p><p>Read on</p>".encode()
    (tmp_path / "a.warc").write_bytes(warc_response("http://a.example/", body, HTML))
    (document,), _ = reading(tmp_path / "a.warc", as_prose=True)
    assert document.text == SENTENCE
    (document,), _ = reading(tmp_path / "a.warc")
    assert document.text == f"{SENTENCE}\n{SENTENCE}\nRead on"


def test_headers_may_be_folded_and_lines_end_in_any_way(tmp_path, reading):
    block = b"HTTP/1.0 200 OK\nContent-Type:\n text/html;\n\tcharset=utf-8\n\n<p>folded</p>"
    record = warc_record("response", "http://a.example/", "application/http;\r\n msgtype=response", block)
    head, _, body = record.partition(b"\r\n\r\n")
    (tmp_path / "a.warc").write_bytes(head.replace(b"\r\n", b"\n") + b"\n\n" + body)
    (document,), errors = reading(tmp_path / "a.warc")
    assert document.text == "folded"
    assert not errors
