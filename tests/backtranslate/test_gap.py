"""A stretch taken out of a text: nothing may tell where it was."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.backtranslate.gap import taken_out
from otherwords.text import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # a sentence within a paragraph, at its beginning, at its end
        ("One. [Two.] Three.", "One. Three."),
        ("One.\n[Two.] Three.", "One.\nThree."),
        ("One. [Two.]\nThree.", "One.\nThree."),
        # a line and a paragraph of its own
        ("One.\n[Two.]\nThree.", "One.\nThree."),
        ("One.\n\n[Two.]\n\nThree.", "One.\n\nThree."),
        ("One.\n\n[Two.]\nThree.", "One.\n\nThree."),
        ("One.\n[Two.]\n\nThree.", "One.\n\nThree."),
        ("One.\r\n[Two.]\r\nThree.", "One.\r\nThree."),
        # the ends of the document
        ("[One.] Two.", "Two."),
        ("[One.]\n\nTwo.\n", "Two.\n"),
        ("One.\n\n[Two.]", "One."),
        ("One.\n\n[Two.]\n", "One.\n"),
        ("[One.]", ""),
        # punctuation that belonged to it
        ("One. [Two]. Three.", "One. Three."),
        ("He left, [so they say], and slept.", "He left, and slept."),
        ("He left, [so they say]. Then he slept.", "He left. Then he slept."),
        ("He left – [so they say] – and slept.", "He left – and slept."),
        ("[So they say], he left.", "he left."),
        ("It is [as they say], he left.", "It is, he left."),
        # quotation marks and brackets
        ('One. "[Two.]" Three.', "One. Three."),
        ("One ([two]) three.", "One three."),
        ("He said: »[Two.]» Three.", "He said: Three."),
        ("One (two [three]) four.", "One (two) four."),
        ("One ([two] three) four.", "One (three) four."),
        # dashes of speakers, bullets of lists
        ("- One.\n- [Two.]\n- Three.", "- One.\n- Three."),
        ("One.\n- [Two.]\nThree.", "One.\nThree."),
        ("- [One.]\n- Two.", "- Two."),
        ("* One\n* [Two]\n* Three", "* One\n* Three"),
        ("- One.\n[- Two.]\n- Three.", "- One.\n- Three."),
        # scripts without spaces
        ("一。[二。]三。", "一。三。"),
        ("One.[Two.] Three.", "One. Three."),
        ("One. [Two.]Three.", "One. Three."),
    ],
)
def test_nothing_tells(text: str, expected: str):
    start, end = text.index("["), text.index("]") - 1
    assert taken_out(text.replace("[", "").replace("]", ""), start, end) == expected


SPACES = st.sampled_from([" ", "  ", "\n", "\n\n", " \n", "\r\n", "\n\n\n", "\u3000", "\t", "\f"])
SENTENCES = st.from_regex(r"[A-ZÅÄÖ\u4e00-\u4e0f][a-zåäö]{1,5}( [a-zåäö]{1,5}){0,3}[.!?…]", fullmatch=True)


@given(st.lists(st.tuples(SENTENCES, SPACES), min_size=1), SPACES | st.just(""), st.data())
def test_one_stretch_of_white_space_goes_with_every_sentence(pieces, ahead: str, data):
    chosen = data.draw(st.integers(0, len(pieces) - 1))
    text = ahead + "".join(sentence + space for sentence, space in pieces)
    start = len(ahead + "".join(sentence + space for sentence, space in pieces[:chosen]))
    left = taken_out(text, start, start + len(pieces[chosen][0]))

    others = [sentence for number, (sentence, _) in enumerate(pieces) if number != chosen]
    assert "".join(left.split()) == "".join("".join(others).split())
    # Every stretch of white space is one that was there, and a separator is gone: none is left doubled or empty.
    gaps, gaps_before = re.findall(r"\s+", left), re.findall(r"\s+", text)
    assert set(gaps) <= set(gaps_before)
    if others:
        assert len(gaps) == len(gaps_before) - len(re.findall(r"\s+", pieces[chosen][0])) - 1


@given(st.text(alphabet='ab .,-–"()«»\n', max_size=40), st.data())
def test_no_word_but_the_stretchs_is_lost(text: str, data):
    spans = [*words(text)]
    if not spans:
        return
    first = data.draw(st.integers(0, len(spans) - 1))
    last = data.draw(st.integers(first, len(spans) - 1))
    left = taken_out(text, spans[first][0], spans[last][1])
    kept = [text[start:end] for start, end in (*spans[:first], *spans[last + 1 :])]
    assert "".join(re.findall(r"\w", left)) == "".join(re.findall(r"\w", "".join(kept)))
    spaces = re.findall(r"\s+", text)
    assert all(any(gap in space for space in spaces) for gap in re.findall(r"\s+", left))
