"""Words and marks: nothing is lost, nothing holds white space, and what belongs together stays together."""

import pytest
from hypothesis import example, given, settings
from tiny_models import ANY_TEXT

from otherwords.mine.tokens import tokens
from otherwords.mine.untagged import no_tagger
from otherwords.text import words


@given(ANY_TEXT)
@settings(max_examples=500)
def test_tokens_hold_every_character_once_and_no_white_space(text: str):
    found = tokens(text)
    assert "".join(found) == "".join(text.split())
    assert " ".join(found).split() == found  # so that a sentence is one string, with one space between its tokens
    assert all(found)


@given(ANY_TEXT)
@example("A.¹\u0300")
@example("the U.S's")
@settings(max_examples=500)
def test_no_token_cuts_a_word_in_two(text: str):
    starts = set()
    at = 0
    for token in tokens(text):
        at = text.index(token, at)
        starts.add(at)
        at += len(token)
    for start, end in words(text):
        assert not starts & set(range(start + 1, end))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The boat, (a ferry) came.", "The|boat|,|(|a|ferry|)|came|."),
        ("They don't, it’s well-known", "They|don't|,|it’s|well-known"),
        ("1,000 or 3.14 at 10:30, 5.", "1,000|or|3.14|at|10:30|,|5|."),
        ("version 2.6.32-rc1 of Python3.11", "version|2.6.32-rc1|of|Python3.11"),
        ("the U.S. Army, e.g. in N.Y.", "the|U.S.|Army|,|e.g.|in|N.Y."),
        ("Dr. Smith and Mrs. Jones", "Dr.|Smith|and|Mrs.|Jones"),
        ("the end.I am", "the|end|.|I|am"),
        ("plan b.is it", "plan|b|.|is|it"),
        ("well... yes -- no", "well|...|yes|--|no"),
        ("((a)), 50% of $5", "(|(|a|)|)|,|50|%|of|$|5"),
        ("os.path.join(x)", "os|.|path|.|join|(|x|)"),
        ("Älä mene, sanoi Åsa; göra så.", "Älä|mene|,|sanoi|Åsa|;|göra|så|."),
        ("हिन्दी भाषा।", "हिन्दी|भाषा|।"),
        ("", ""),
        (" \n\t", ""),
    ],
)
def test_tokens(text: str, expected: str):
    assert tokens(text) == (expected.split("|") if expected else [])


@pytest.mark.parametrize(
    ("sentence", "tags"),
    [
        ("The boat came to Turku .", "ooooE."),
        ("“ The boat came to New York . ”", ".ooooEE.."),
        ("In 1905 , 3.14 or 10:30 , the 1990s", "oN.NoN.oo"),
        ("Åbo är en stad i Finland", "oooooE"),
        ("2 Boats came", "NEo"),
        ("_ Ǆ x", ".oo"),  # the first word is the first that is no mark
        ("x ǅ", "oE"),
        ("...", "."),
        ("", ""),
    ],
)
def test_tags_by_shape(sentence: str, tags: str):
    assert no_tagger([sentence.split()]) == [tags]


@given(ANY_TEXT, ANY_TEXT)
def test_a_tag_for_each_token_whatever_the_batch(one: str, other: str):
    batch = [tokens(one), tokens(other)]
    tags = no_tagger(batch)
    assert [len(tag) for tag in tags] == [len(sentence) for sentence in batch]
    assert tags == no_tagger(batch[:1]) + no_tagger(batch[1:])
