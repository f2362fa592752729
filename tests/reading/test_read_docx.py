from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_files import docx_bytes, paragraph, read_all

from otherwords.reading import source


def write(tmp_path, data):
    path = tmp_path / "a.docx"
    path.write_bytes(data)
    return path


def test_paragraphs_tabs_breaks_and_hyphens(tmp_path, reading, make_docx):
    body = (
        "<w:p><w:pPr><w:tabs><w:tab w:val='left' w:pos='720'/></w:tabs></w:pPr>"
        "<w:r><w:t>One</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t><w:noBreakHyphen/><w:t>four</w:t></w:r></w:p>"
        "<w:p/><w:p><w:r><w:t>Sp</w:t></w:r><w:r><w:t>lit</w:t></w:r></w:p>"
    )
    (document,), errors = reading(write(tmp_path, make_docx(body)))
    assert document.text == "One\ttwo\nthree\u2011four\n\nSplit"
    assert not errors


def test_tables_cell_by_cell(tmp_path, reading, make_docx, make_paragraph):
    cells = "".join(f"<w:tc>{make_paragraph(text)}</w:tc>" for text in ("a", "b"))
    body = f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>{make_paragraph('after')}"
    (document,), _ = reading(write(tmp_path, make_docx(body)))
    assert document.text == "a\nb\nafter"


def test_what_was_deleted_moved_or_doubled_is_left_out(tmp_path, reading, make_docx, make_paragraph):
    body = (
        "<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
        "<w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom>"
        "<w:r><w:instrText>PAGE</w:instrText><w:t>stays</w:t></w:r></w:p>"
        f"<mc:AlternateContent><mc:Choice>{make_paragraph('box')}</mc:Choice>"
        f"<mc:Fallback>{make_paragraph('box')}</mc:Fallback></mc:AlternateContent>"
    )
    (document,), _ = reading(write(tmp_path, make_docx(body)))
    assert document.text == "stays\nbox"


def test_notes_follow_the_text(tmp_path, reading, make_docx, make_paragraph):
    notes = {"footnotes": make_paragraph("a footnote"), "endnotes": make_paragraph("an endnote")}
    (document,), _ = reading(write(tmp_path, make_docx(make_paragraph("text"), **notes)))
    assert document.text == "text\na footnote\nan endnote"


def test_the_main_part_may_be_numbered(tmp_path, reading, make_docx, make_paragraph):
    (document,), _ = reading(write(tmp_path, make_docx(make_paragraph("text"), main="word/document2.xml")))
    assert document.text == "text"


@given(st.lists(st.text(alphabet="ab <>&é漢😀", min_size=1), min_size=1))
def test_generated_paragraphs(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("docx") / "a.docx"
    path.write_bytes(docx_bytes("".join(paragraph(escape(text)) for text in texts)))
    (document,), _ = read_all(path)
    assert document.text == "\n".join(texts)


def test_a_document_type_is_refused(tmp_path, reading, make_docx, make_paragraph):
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    documents, (error,) = reading(write(tmp_path, make_docx(make_paragraph("&b;"), doctype=bomb)))
    assert not documents
    assert "entities" in str(error)


def test_a_document_that_unpacks_too_large_is_an_error(tmp_path, reading, make_docx, make_paragraph, monkeypatch):
    monkeypatch.setattr(source, "LARGEST", 1000)
    documents, (error,) = reading(write(tmp_path, make_docx(make_paragraph("a" * 2000))))
    assert not documents
    assert "unpacks" in str(error)


@pytest.mark.parametrize("cut", [0, 10, 100, -30])
def test_a_broken_document_is_an_error(tmp_path, reading, make_docx, make_paragraph, cut):
    documents, (error,) = reading(write(tmp_path, make_docx(make_paragraph("text"))[:cut]))
    assert not documents
    assert "DOCX" in str(error)


def test_damaged_packing_is_not_called_gzip(tmp_path, reading, make_docx, make_paragraph):
    data = bytearray(make_docx(make_paragraph("text " * 100)))
    name = b"word/document.xml"
    start = data.index(name) + len(name)
    data[start : start + 20] = b"\xff" * 20
    documents, (error,) = reading(write(tmp_path, bytes(data)))
    assert not documents
    assert "is broken, or is not a DOCX" in str(error)
    assert "gzip" not in str(error)


def test_broken_xml_and_other_archives_are_errors(tmp_path, reading, make_docx):
    _, (error,) = reading(write(tmp_path, make_docx("<w:p>")))
    assert "is broken" in str(error)
    _, (error,) = reading(write(tmp_path, make_docx("", main="xl/workbook.xml")))
    assert "no Word document" in str(error)
