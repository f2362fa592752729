"""Offsets of sentences and words, and the way from an offset back to a page, a line or a time."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_models import ANY_TEXT

from otherwords import text as module
from otherwords.text import Document, Location, Mark, Span, clock, sentences, short_sentences, words


def check_order(text: str, spans: list[tuple[int, int]]) -> None:
    end = 0
    for start, stop in spans:
        assert end <= start < stop <= len(text)
        assert text[start:stop] == text[start:stop].strip()
        end = stop


def said(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@given(ANY_TEXT | st.text("a  ", max_size=300), st.integers(2, 40))
@settings(deadline=None, max_examples=300)
def test_pieces_of_sentences_have_no_white_space_around_them(text: str, longest: int):
    spans = list(short_sentences(text, longest))
    for start, end in spans:
        assert text[start:end] == text[start:end].strip() != ""
        assert end - start <= longest
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())


@given(ANY_TEXT)
@settings(deadline=None, max_examples=300)
def test_sentences_hold_every_character_once(text: str):
    spans = list(sentences(text))
    check_order(text, spans)
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())


@given(ANY_TEXT)
@settings(deadline=None, max_examples=300)
def test_words_hold_every_letter_once(text: str):
    spans = list(words(text))
    check_order(text, spans)
    inside = {i for start, end in spans for i in range(start, end)}
    assert all(i in inside for i, character in enumerate(text) if character.isalnum())
    assert not any(text[i].isspace() for i in inside)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The boat was late. Nobody minded!", ["The boat was late.", "Nobody minded!"]),
        ("It cost 3.50 euros, e.g. here. We paid.", ["It cost 3.50 euros, e.g. here.", "We paid."]),
        ("今日は雨です。明日は晴れ。", ["今日は雨です。", "明日は晴れ。"]),
        ("मैं घर गया। वह आई।", ["मैं घर गया।", "वह आई।"]),
        ("😀 Yes. No 👩‍👩‍👧 way.", ["😀 Yes.", "No 👩‍👩‍👧 way."]),
        ("", []),
        (" \n\t ", []),
    ],
)
def test_sentences(text: str, expected: list[str]):
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The boat was\nlate again.", ["The boat was\nlate again."]),  # a small letter goes on
        ("First the rain,\nThen the sun.", ["First the rain,\nThen the sun."]),  # and so does what a comma left open
        ("Chapter one\nThe boat", ["Chapter one", "The boat"]),
        ("a list\n- of things", ["a list\n- of things"]),
        ("one\n\ntwo", ["one", "two"]),  # an empty line ends everything
        ("the end,\n\nNext", ["the end,", "Next"]),
        ("one\ntwo\nthree\nFour", ["one\ntwo\nthree", "Four"]),
        ("one\n12 more", ["one", "12 more"]),
    ],
)
def test_a_sentence_runs_on_across_a_line_break(text: str, expected: list[str]):
    assert said(text) == expected


@pytest.mark.parametrize("unit", ["word ", "word", "日本", "so.\nit ", "so,\n"])
def test_a_line_without_end_is_read_in_pieces(unit: str):
    text = unit * (300_000 // len(unit))
    spans = list(sentences(text))
    check_order(text, spans)
    assert all(end - start <= 50_001 for start, end in spans)
    assert sum(len("".join(text[start:end].split())) for start, end in spans) == len("".join(text.split()))
    if unit == "word ":  # and cut between words
        assert {text[start:end][-4:] for start, end in spans} == {"word"}


class CountedText(str):
    """Counts the characters that a search for a line break may look at."""

    looked_at = 0

    def find(self, sub, start=0, end=None):  # type: ignore[no-untyped-def, override]
        end = len(self) if end is None else min(end, len(self))
        CountedText.looked_at += max(0, end - start)
        return super().find(sub, start, end)


def test_a_long_line_is_looked_through_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "_PIECE", 100)
    assert len(list(sentences(CountedText("word " * 4_000)))) > 100
    assert CountedText.looked_at < 2 * 20_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't, the well-known ’tis", ["Don't", "the", "well-known", "tis"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("عَرَبِيّ", ["عَرَبِيّ"]),
        ("שָׁלוֹם", ["שָׁלוֹם"]),
        ("می‌خواهم", ["می‌خواهم"]),
        (unicodedata.normalize("NFD", "Éléphant à Jyväskylä"), ["Éléphant", "à", "Jyväskylä"]),
        ("1905 e-mail_x", ["1905", "e-mail_x"]),
        ("-- ... '", []),
    ],
)
def test_words(text: str, expected: list[str]):
    found = [text[start:end] for start, end in words(text)]
    assert [unicodedata.normalize("NFC", word) for word in found] == [unicodedata.normalize("NFC", w) for w in expected]


def test_lines():
    document = Document("one\ntwo\n\nfour", has_lines=True)
    assert [document.locate(i, i + 1).line for i in (0, 3, 4, 8, 9)] == [1, 1, 2, 3, 4]
    assert Document("one\ntwo").locate(4, 7) == Location()
    assert str(document.locate(9, 13)) == "line 4"


def test_pages():
    document = Document("aaa\nbbb\nccc", marks=(Mark(0, page=1), Mark(4, page=2), Mark(8, page=4)))
    assert [document.locate(i, i + 1).page for i in (0, 3, 4, 7, 8, 10)] == [1, 1, 2, 2, 4, 4]
    assert document.locate(2, 11).page == 1  # where it starts
    assert str(document.locate(8, 11)) == "page 4"


def test_times_run_from_the_first_cue_to_the_last():
    document = Document("aaa\nbbb\nccc", marks=tuple(Mark(4 * i, time=(i, i + 0.5)) for i in range(3)))
    assert document.locate(0, 3).time == (0, 0.5)
    assert document.locate(1, 4).time == (0, 0.5)  # the end is not inside
    assert document.locate(1, 5).time == (0, 1.5)
    assert document.locate(4, 11).time == (1, 2.5)
    assert document.locate(4, 4).time == (1, 1.5)


def test_before_the_first_mark_there_is_no_place():
    document = Document("title\ntext", marks=(Mark(6, page=1),), has_lines=True)
    assert document.locate(0, 5) == Location(line=1)
    assert document.locate(6, 10) == Location(page=1, line=2)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00:00.0"), (3723.5, "1:02:03.5"), (59.96, "0:01:00.0"), (3599.99, "1:00:00.0"), (36000.04, "10:00:00.0")],
)
def test_clock(seconds: float, shown: str):
    assert clock(seconds) == shown


def test_span():
    assert Document("hello").span(1, 3) == Span(1, 3, "el")
