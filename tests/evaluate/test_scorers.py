"""EM and F1 of two texts."""

import re
import string
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from otherwords.evaluate.scorers import SCORERS, Scorer, find_scorer
from otherwords.text import OtherwordsError

OURS, TURKU = SCORERS["otherwords"], SCORERS["turku"]

# Few words and much punctuation, so that texts do overlap.
texts = st.one_of(
    st.text(),
    st.lists(st.sampled_from(["the", "The", "a", "an", "cat", "Cat.", "»hund«", "—", "Ä", "...", "$5", "ÄITI"])).map(
        " ".join
    ),
)
answers = st.one_of(st.none(), texts)
scorers = st.sampled_from([OURS, TURKU])


@given(scorers, answers, answers)
def test_f1_is_symmetric_and_bounded_and_never_below_em(scorer: Scorer, one: str | None, other: str | None):
    f1, em = scorer.f1(one, other), scorer.em(one, other)
    assert f1 == scorer.f1(other, one)
    assert em == scorer.em(other, one)
    assert 0 <= em <= f1 <= 1


@given(scorers, answers)
def test_an_answer_agrees_with_itself(scorer: Scorer, answer: str | None):
    assert scorer.em(answer, answer) == scorer.f1(answer, answer) == 1


@given(texts)
def test_ours_never_takes_text_for_not_here(text: str):
    assert OURS.em(text, None) == OURS.f1(text, None) == OURS.f1(None, text) == 0


@pytest.mark.parametrize(
    ("one", "other", "em", "f1"),
    [
        ("The cat.", "the CAT", 1, 1),
        ("»Hunden«, sade hon – nej…", "hunden sade hon nej", 1, 1),
        ("彼は「行く」。", "彼は行く", 1, 1),
        ("The cat", "a cat", 0, 0.5),
        ("the the cat", "the cat sat", 0, 2 / 3),
        ("a b", "b a", 0, 1),
        ("cat", "dog", 0, 0),
        ("straße", "STRASSE", 1, 1),
    ],
)
def test_ours_disregards_case_and_punctuation_of_every_script_but_no_article(one: str, other: str, em: int, f1: float):
    assert OURS.em(one, other) == em
    assert OURS.f1(one, other) == pytest.approx(f1)


def test_the_paper_disregards_english_articles_and_ascii_punctuation_only():
    assert TURKU.em("The cat.", "a CAT") == 1
    assert TURKU.em("»cat«", "cat") == 0
    assert TURKU.em(None, "the.") == 1


def squad_normal_form(text: str) -> str:
    """SQuAD's own evaluation script, written down once more."""
    text = "".join(character for character in text.lower() if character not in set(string.punctuation))
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def squad_f1(one: str, other: str) -> float:
    ours, theirs = squad_normal_form(one).split(), squad_normal_form(other).split()
    if not ours or not theirs:
        return int(ours == theirs)
    same = sum((Counter(ours) & Counter(theirs)).values())
    if same == 0:
        return 0
    precision, recall = same / len(ours), same / len(theirs)
    return 2 * precision * recall / (precision + recall)


@given(answers, answers)
@example("a.b the", "ab")
def test_turku_is_squads_script(one: str | None, other: str | None):
    assert TURKU.em(one, other) == (squad_normal_form(one or "") == squad_normal_form(other or ""))
    assert TURKU.f1(one, other) == pytest.approx(squad_f1(one or "", other or ""))


def test_an_unknown_scorer_is_an_error_that_lists_the_known():
    with pytest.raises(OtherwordsError, match="otherwords, turku"):
        find_scorer("bleu")
