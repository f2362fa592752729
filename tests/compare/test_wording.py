from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from otherwords.compare.wording import Vocabulary, folded
from otherwords.text import words


def said(text: str) -> list[str]:
    vocabulary = Vocabulary()
    return vocabulary.words(vocabulary.wording(text))


def test_words_are_the_same_but_for_case_and_ways_to_write_a_letter():
    vocabulary = Vocabulary()
    one, other = vocabulary.wording("Don’t STRASSE café ｆull"), vocabulary.wording("don't straße cafe\u0301 full")
    assert one.ids.tolist() == other.ids.tolist()


def test_scripts_without_spaces_are_read_character_by_character():
    assert said("漢字 and kana: ひらがな") == ["漢", "字", "and", "kana", "ひ", "ら", "が", "な"]
    assert said("ที่นี่") == ["ที่", "นี่"]  # marks stay with what they stand on


@given(st.text())
def test_words_lie_in_order_and_cover_what_words_are(text: str):
    vocabulary = Vocabulary()
    wording = vocabulary.wording(text)
    places = list(zip(wording.starts.tolist(), wording.ends.tolist(), strict=True))
    assert vocabulary.words(wording) == [folded(text[start:end]) for start, end in places]
    assert all(end <= later for (_, end), (later, _) in pairwise(places))
    assert "".join(text[s:e] for s, e in places) == "".join(text[s:e] for s, e in words(text))


@given(st.text(alphabet="ab .", max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_what_begins_in_a_stretch(text: str, first: int, last: int):
    wording = Vocabulary().wording(text)
    start, end = min(first, last), max(first, last)
    expected = [place for place, begin in enumerate(wording.starts.tolist()) if start <= begin < end]
    assert list(range(len(wording)))[wording.within(start, end)] == expected
    kept = wording.without([(start, end)] if start < end else [])
    assert kept.starts.tolist() == [b for b in wording.starts.tolist() if not (start < end and start <= b < end)]
