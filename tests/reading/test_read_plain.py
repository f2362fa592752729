import codecs
import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.reading import source
from otherwords.reading.decoding import decoded, without_surrogates
from otherwords.reading.errors import ReadingError

FRENCH = "Le café est très bon, où êtes-vous ? La forêt était à côté du château."


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.unknown", "README"])
def test_text_is_kept_as_it_stands(tmp_path, reading, name):
    (tmp_path / name).write_bytes("\n  # Title\n\tThe\u00a0text.  \n\n".encode())
    (document,), errors = reading(tmp_path / name)
    assert document.text == "\n  # Title\n\tThe\u00a0text.  \n\n"
    assert document.id == str(tmp_path / name)
    assert document.has_lines
    assert not errors


def test_line_breaks_count_as_an_editor_counts_them(tmp_path, reading):
    (tmp_path / "a.txt").write_bytes(b"one\r\ntwo\rthree\nfour")
    (document,), _ = reading(tmp_path / "a.txt")
    assert document.text == "one\ntwo\nthree\nfour"
    start = document.text.index("four")
    assert document.locate(start, start + 4).line == 4


@pytest.mark.parametrize(
    ("suffixes", "documents", "errors"),
    [("txt html srt vtt ass", 1, 0), ("jsonl ndjson warc wet", 0, 0), ("pdf docx parquet", 0, 1)],
)
def test_what_an_empty_file_is(tmp_path, reading, suffixes, documents, errors):
    for suffix in suffixes.split():
        path = tmp_path / f"a.{suffix}"
        path.touch()
        found, problems = reading(path)
        assert [document.text for document in found] == [""] * documents
        assert len(problems) == errors


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (FRENCH, "utf-8"),
        (FRENCH, "utf-8-sig"),
        (FRENCH, "utf-16"),
        (FRENCH, "utf-32"),
        (FRENCH, "latin-1"),
        ("It’s a “fine” day – don’t you think? The café’s open.", "cp1252"),
        ("It’s fine.", "cp1252"),
        ("naïve", "latin-1"),
        ("これは日本語の文章です。吾輩は猫である。名前はまだ無い。", "shift_jis"),
        ("Сегодня вечером мы пойдём в театр, а потом поужинаем.", "cp1251"),
        ("今天天气很好，我们去公园散步吧。", "gb18030"),
    ],
)
def test_encodings(tmp_path, reading, text, encoding):
    (tmp_path / "a.txt").write_bytes(text.encode(encoding))
    (document,), errors = reading(tmp_path / "a.txt")
    assert document.text == text
    assert not errors


@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_byte_order_marks_of_either_order(mark):
    assert decoded(("\ufeff" + FRENCH).encode(mark), "a.txt") == FRENCH


def test_one_accent_far_into_an_ascii_file():
    text = "plain words here\n" * 20_000 + "café\n" + "plain words here\n" * 20_000
    assert decoded(text.encode("latin-1"), "a.txt") == text


@pytest.mark.parametrize("name", ["a.txt", "a.html", "a.srt"])
def test_what_would_fill_the_memory_is_an_error(tmp_path, reading, monkeypatch, name):
    monkeypatch.setattr(source, "LARGEST", 1000)
    (tmp_path / name).write_text("a" * 1001)
    documents, (error,) = reading(tmp_path / name)
    assert not documents
    assert "larger than" in str(error)


def test_a_very_long_line():
    line = b"word " * 4_000_000
    assert len(decoded(line, "a.txt")) == len(line)


@given(st.text(alphabet=st.characters(exclude_characters="\r\0", exclude_categories=["Cs"])))
def test_utf8_comes_back_exactly(text):
    beginnings = ("%PDF-", "PK\x03\x04", "BZh", "GIF8", "\ufeff")
    if not text.startswith(beginnings):
        assert decoded(text.encode("utf-8"), "a.txt") == text


@given(st.binary())
def test_any_bytes_are_text_or_an_error(data):
    with contextlib.suppress(ReadingError):
        decoded(data, "a.txt").encode("utf-8")


@given(st.text(alphabet=st.one_of(st.characters(), st.characters(categories=["Cs"]))))
def test_surrogates_never_stay(text):
    clean = without_surrogates(text)
    assert clean.encode("utf-8").decode("utf-8") == clean
    assert without_surrogates("a\ud800b\ud83d\ude00") == "a\ufffdb😀"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"text with a \0 byte", "binary"),
        (b"\x89PNG\r\n\x1a\n data", "binary"),
        ("Größe, Übermut und Köln, ".encode() + b"\xff\xfe broken", "UTF-8 at byte"),
        ("Größe, Übermut und Köln,\n".encode() + b"\xff\xfe broken", "UTF-8 at byte"),
        (codecs.BOM_UTF8 + b"caf\xe9", "UTF-8"),
        (codecs.BOM_UTF16_LE + b"a\0b", "UTF-16"),
        (codecs.BOM_UTF16_LE + b"\0\xd8a\0", "UTF-16"),
        (bytes(range(128, 256)) * 4, "encoding"),
    ],
)
def test_what_is_no_text_is_an_error(tmp_path, reading, data, reason):
    (tmp_path / "a.txt").write_bytes(data)
    (tmp_path / "b.txt").write_text("good")
    documents, (error,) = reading(tmp_path / "a.txt", tmp_path / "b.txt")
    assert [document.text for document in documents] == ["good"]
    assert error.path == str(tmp_path / "a.txt")
    assert reason in str(error)


def test_words_that_begin_as_a_format_does(tmp_path, reading):
    (tmp_path / "a.txt").write_text("BZh was a company.")
    (document,), _ = reading(tmp_path / "a.txt")
    assert document.text == "BZh was a company."
