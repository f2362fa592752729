"""Spans end where words end, and never inside what a reader sees as one character."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_models import ANY_TEXT

from otherwords.find.calibration import Calibration, Curve, Evidence
from otherwords.find.snap import _extends, snapped
from otherwords.text import OtherwordsError


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
    ],
)
def test_examples(text: str, part: str, whole: str):
    assert snap(text, part) == whole


def test_data_is_not_a_word():
    text = "x" * 10_000
    first, last = snapped(text, 5000, 5010)
    assert last - first <= 2 * 200 + 10


SLOPES, INTERCEPTS = st.floats(0.01, 5), st.floats(-5, 5)
CURVES = st.builds(Curve, lead=SLOPES, asked=INTERCEPTS, lead_by_asked=st.floats(0, 1), intercept=INTERCEPTS)


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), CURVES, CURVES | st.none())
def test_a_larger_lead_is_never_less_likely(one: float, other: float, here: Curve, place: Curve | None):
    curves = Calibration(here, place)
    low, high = (Evidence(lead, 20, 1000) for lead in sorted((one, other)))
    assert 0 <= curves.probability(low) <= curves.probability(high) <= 1
    assert 0 <= curves.absence(high) <= curves.absence(low) <= 1
    # It is not here, or it is and that is the place, or it is at another place.
    assert curves.probability(low) + curves.absence(low) <= 1 + 1e-9


def test_calibration_of_settings():
    assert Calibration.of({}) == Calibration()
    assert Calibration().probability(Evidence(2, 20, 1000)) == pytest.approx(0.7310585786300049)
    assert Calibration().absence(Evidence(2, 20, 1000)) == pytest.approx(1 - 0.7310585786300049)
    both = {"here": {"lead": 2.0, "intercept": -1.0}, "place": {"lead": 1.0}}
    curves = Calibration.of({"calibration": both})
    assert curves.absence(Evidence(1.5, 5, 10)) == pytest.approx(1 - 0.8807970779778823)
    assert curves.probability(Evidence(1.5, 5, 10)) == pytest.approx(0.8807970779778823 * 0.8175744761936437)
    for one in (Calibration(), curves):
        assert Calibration.of({"calibration": one.settings()}) == one


def test_a_curve_by_hand():
    wary = Curve(2.0, asked=1.0, searched=-1.0, intercept=-1.0)
    assert wary.at(Evidence(0.5, 200, 200)) == pytest.approx(0.5)
    assert wary.at(Evidence(0.5, 200, 400)) == pytest.approx(1 / 3)
    assert wary.at(Evidence(0.5, 300, 150)) == pytest.approx(2 / 3)
    # The odds are 100 to the power of the lead.
    assert Curve(lead_by_asked=1.0).at(Evidence(0.5, 100, 200)) == pytest.approx(10 / 11)
    assert Curve(lead_by_asked=1.0).at(Evidence(-0.5, 100, 200)) == pytest.approx(1 / 11)
    # Beyond what was fitted, a library is as a book, and a letter as a word.
    assert wary.at(Evidence(9, 20, 10**9)) == wary.at(Evidence(9, 20, 10**6))
    assert wary.at(Evidence(9, 0, 0)) == wary.at(Evidence(9, 1, 1))


@pytest.mark.parametrize("written", [{"slope": 0.4, "intercept": 1.0}, {"here": {"slope": 0.4}}])
def test_curves_of_another_version_are_one_clear_line(written: dict[str, object]):
    with pytest.raises(OtherwordsError, match="fit them again"):
        Calibration.of({"calibration": written})
