"""Spans end where words end, and never inside what a reader sees as one character."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_models import ANY_TEXT

from otherwords.find.snap import _extends, snapped

SCOTLAND = "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in "gbsct") + "\U000e007f"


def snap(text: str, part: str) -> str:
    start = text.index(part)
    first, last = snapped(text, start, start + len(part))
    return text[first:last]


@given(ANY_TEXT, st.data())
@settings(deadline=None, max_examples=400)
def test_laws(text: str, data: st.DataObject):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    first, last = snapped(text, start, end)
    assert 0 <= first <= start <= end <= last <= len(text)
    if last - first < 200:
        assert snapped(text, first, last) == (first, last)
        # Nothing but letters, marks and what joins them was taken in.
        taken = [*range(first, start), *range(end, last)]
        assert not any(text[i].isspace() and not _extends(text[i + 1 : i + 2] or " ") for i in taken)
    if 0 < first < len(text) and text[first].isascii() and text[first - 1].isascii():
        assert not (text[first].isalnum() and text[first - 1].isalnum())


@pytest.mark.parametrize(
    ("text", "part", "whole"),
    [
        ("the boathouse burns", "boat", "boathouse"),
        ("the boathouse burns", "house", "boathouse"),
        ("the boat, burns", "boat", "boat"),
        ("I don't know", "don", "don't"),
        ("I don't know", "t", "don't"),
        ("the dogs' bed", "dogs", "dogs"),  # a quotation mark at a word's end is no part of it
        ("a well-known man", "known", "well-known"),
        ("well - known", "known", "known"),
        ("in 1905 BC", "90", "1905"),
        ("cafe\u0301s open", "cafe", "cafe\u0301s"),
        ("Jyväskylässä", "skyl", "Jyväskylässä"),
        ("एक हिन्दी शब्द", "हिन", "हिन्दी"),
        ("एक हिन्दी शब्द", "न", "हिन्दी"),
        ("وَالكِتَابُ جديد", "كِتَاب", "وَالكِتَابُ"),
        ("هذا كتابنا", "كتاب", "كتابنا"),
        ("זה הַסֵּפֶר שלי", "ספר"[:1], "הַסֵּפֶר"),
        ("می‌خواهم بروم", "خواهم", "می‌خواهم"),
        ("한국어를 배운다", "한국어", "한국어를"),
        # No spaces between words: a clause is not one word.
        ("今日は雨です", "雨", "雨"),
        ("カタカナとひらがな", "カタ", "カタ"),
        ("ภาษาไทยง่าย", "ไทย", "ไทย"),
        ("ນີ້ແມ່ນພາສາ", "ແມ່ນ", "ແມ່ນ"),
        ("ភាសាខ្មែរ", "ភាសា", "ភាសា"),
        # But a mark stays with its letter, there too.
        ("ภาษาไทยง่าย", "ง", "ง่"),
        ("が\u3099", "が", "が\u3099"),
        # One picture, several code points.
        ("see 👩‍👩‍👧 go", "👩", "👩‍👩‍👧"),
        ("see 👩‍👩‍👧 go", "👧", "👩‍👩‍👧"),
        ("ok 👍🏽!", "👍", "👍🏽"),
        ("love ❤️ it", "❤", "❤️"),
        (f"in {SCOTLAND} now", SCOTLAND[:1], SCOTLAND),
        (f"in {SCOTLAND} now", SCOTLAND[2:4], SCOTLAND),
    ],
)
def test_examples(text: str, part: str, whole: str):
    assert snap(text, part) == whole


def test_data_is_not_a_word():
    text = "x" * 10_000
    first, last = snapped(text, 5000, 5010)
    assert last - first <= 2 * 200 + 10
