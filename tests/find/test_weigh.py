"""What a span stands out from."""

import pytest

from otherwords.find.found import Found
from otherwords.find.weigh import ordinary_lead
from otherwords.text import Document

TEXT = Document("The lawyer met a lawyer, the Lawyer. A judge, a clerk, a guard, a boy, a dog and a cat came.", "a")


def found(*leads: tuple[str, float]) -> list[Found]:
    places = {}
    for word, _ in leads:
        places[word] = TEXT.text.index(word, places.get(word, -1) + 1)
    return [Found(TEXT, places[word], places[word] + len(word), lead) for word, lead in leads]


def test_the_third_to_the_sixth_wording_tell_how_near_anything_comes():
    others = ("lawyer", 9.0), ("judge", 8.0), ("clerk", 4.0), ("guard", 3.0), ("boy", 2.0), ("dog", 1.0), ("cat", -9.0)
    assert ordinary_lead(found(*others)) == pytest.approx(2.5)


def test_what_is_said_again_in_the_same_words_is_no_rival():
    once = ("lawyer", 9.0), ("judge", 1.0), ("clerk", -4.0)
    again = ("lawyer", 9.0), ("lawyer", 8.5), ("Lawyer", 8.0), ("judge", 1.0), ("clerk", -4.0)
    assert ordinary_lead(found(*again)) == ordinary_lead(found(*once))


def test_a_text_of_a_few_words_has_nothing_to_stand_out_from():
    assert ordinary_lead(found(("lawyer", 9.0))) == ordinary_lead([]) < -5
