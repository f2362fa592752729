"""Through several pivots at once, with the shipped models."""

import pytest
from threadpoolctl import threadpool_limits

from otherwords.ask.wordings.normal import key
from otherwords.ask.wordings.pivots import Pivots
from otherwords.text import OtherwordsError
from otherwords.translate import Translator, translator
from otherwords.translate.stepwise import StepwiseTranslator, stepwise_translator

QUESTION = "where did the battle of Waterloo take place?"


@pytest.fixture(scope="module")
def models() -> tuple[Translator, StepwiseTranslator]:
    return translator("otherwords", "en", "fi"), stepwise_translator("otherwords", "fi", "en")


def test_distinct_wordings_best_first_whatever_the_threads(models: tuple[Translator, StepwiseTranslator]):
    pivots = Pivots(*models, pivots=3, most=5, beam=8)
    found = pivots.wordings(QUESTION)
    scores = [one.score for one in found]
    assert scores == sorted(scores, reverse=True)
    assert 2 <= len(found) <= 5
    assert len({key(QUESTION), *(key(one.text) for one in found)}) == len(found) + 1
    assert {one.source for one in found} == {"pivots"}
    assert "Waterloo" in found[0].text
    with threadpool_limits(2):
        assert pivots.wordings(QUESTION) == found


def test_one_pivot_says_what_the_translator_says(models: tuple[Translator, StepwiseTranslator]):
    """The best of the search through one pivot, as CTranslate2 finds it in its 8 bits."""
    there, back = models
    theirs = translator("otherwords", "fi", "en")
    ((pivot,),) = there.translate([QUESTION])
    reading = back.read([pivot.text])
    from otherwords.ask.wordings.mixture import search

    found = search(reading, [1.0], back.end, beam=6, most=1, longest=30, penalty=0.6)
    assert back.text(found[0].tokens) == theirs.translate([pivot.text])[0][0].text


@pytest.mark.parametrize(("question", "message"), [("", "holds no word"), ("why " * 2000, "the limit is 100")])
def test_bad_questions(models: tuple[Translator, StepwiseTranslator], question: str, message: str):
    with pytest.raises(OtherwordsError, match=message):
        Pivots(*models).wordings(question)


def test_few_words_of_many_tokens(models: tuple[Translator, StepwiseTranslator]):
    with pytest.raises(OtherwordsError, match=r"too long to translate \(the limit is 200\)"):
        Pivots(*models).wordings("what is " + "ẞϗ" * 150)
