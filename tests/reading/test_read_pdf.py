import io
import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_files import pdf_bytes, read_all
from pypdf import PdfReader, PdfWriter
from pypdf.errors import DependencyError


def encrypted(data: bytes, user: str, algorithm: str = "RC4-128") -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    writer.encrypt(user_password=user, owner_password="owner", algorithm=algorithm)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@settings(max_examples=25)
@given(pages=st.lists(st.from_regex(r"([a-z]{1,8}( [a-z]{1,8}){0,5})?", fullmatch=True), min_size=1, max_size=5))
def test_a_mark_for_each_page(tmp_path_factory, pages):
    path = tmp_path_factory.mktemp("pdf") / "a.pdf"
    path.write_bytes(pdf_bytes(pages))
    documents, errors = read_all(path)
    if not any(pages):
        assert not documents
        assert "OCR" in str(errors[0])
        return
    assert [mark.page for mark in documents[0].marks] == list(range(1, len(pages) + 1))
    for mark, page in zip(documents[0].marks, pages, strict=True):
        assert documents[0].text[mark.offset :].startswith(page)
        if page:
            assert documents[0].locate(mark.offset, mark.offset + len(page)).page == mark.page


def test_an_empty_user_password_opens(tmp_path, reading, make_pdf):
    (tmp_path / "a.pdf").write_bytes(encrypted(make_pdf(["open to all"]), user=""))
    (document,), errors = reading(tmp_path / "a.pdf")
    assert document.text.strip() == "open to all"
    assert not errors


def test_a_password_is_an_error(tmp_path, reading, make_pdf):
    (tmp_path / "a.pdf").write_bytes(encrypted(make_pdf(["secret"]), user="hush"))
    documents, (error,) = reading(tmp_path / "a.pdf")
    assert not documents
    assert "password" in str(error)


def test_aes_without_the_package_names_the_command(tmp_path, reading, make_pdf, monkeypatch):
    def no_package(*_args, **_options):
        raise DependencyError("cryptography>=3.1 is required for AES algorithm")

    monkeypatch.setattr("pypdf.PdfReader", no_package)
    (tmp_path / "a.pdf").write_bytes(make_pdf(["text"]))
    _, (error,) = reading(tmp_path / "a.pdf")
    assert 'pip install "pypdf[crypto]"' in str(error)


def test_aes_with_the_package(tmp_path, reading, make_pdf):
    pytest.importorskip("cryptography")
    (tmp_path / "a.pdf").write_bytes(encrypted(make_pdf(["open to all"]), user="", algorithm="AES-256"))
    (document,), _ = reading(tmp_path / "a.pdf")
    assert document.text.strip() == "open to all"


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4\n", b"no pdf at all", b"%PDF-1.4\n" + b"x" * 2000 + b"\n%%EOF"])
def test_a_broken_pdf_is_an_error_and_nothing_is_logged(tmp_path, reading, caplog, data):
    (tmp_path / "a.pdf").write_bytes(data)
    (tmp_path / "b.txt").write_text("good")
    with caplog.at_level(logging.DEBUG):
        documents, (error,) = reading(tmp_path)
    assert [document.text for document in documents] == ["good"]
    assert "not a PDF" in str(error)
    assert not caplog.records


def test_a_broken_page_is_named_and_the_others_are_read(tmp_path, reading, make_pdf, monkeypatch):
    from pypdf import PageObject

    extract = PageObject.extract_text

    def fail_on_bad(page):
        text = extract(page)
        if text == "bad":
            raise KeyError("font")
        return text

    monkeypatch.setattr(PageObject, "extract_text", fail_on_bad)
    (tmp_path / "a.pdf").write_bytes(make_pdf(["one", "bad", "three"]))
    (document,), (error,) = reading(tmp_path / "a.pdf")
    assert "page 2" in str(error)
    start = document.text.index("three")
    assert document.locate(start, start + 5).page == 3


def test_words_are_whole_and_marks_stay_right(tmp_path, reading, make_pdf):
    lines = ") Tj 0 -14 Td ("
    (tmp_path / "a.pdf").write_bytes(make_pdf([f"The infor-{lines}mation was new.", "Second page."]))
    (document,), _ = reading(tmp_path / "a.pdf")
    assert document.text.startswith("The information was new.")
    second = document.text.index("Second")
    assert (document.locate(0, 5).page, document.locate(second, second + 6).page) == (1, 2)
    assert document.marks[1].offset == second
