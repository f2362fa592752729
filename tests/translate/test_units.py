from hypothesis import given
from hypothesis import strategies as st

from otherwords.translate.translation import Translation
from otherwords.translate.units import joined, units


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in units(text)]


def test_a_finnish_ordinal_ends_no_sentence():
    text = "Hän syntyi 4. syyskuuta 1981. Hän kasvoi Houstonissa."
    assert pieces(text) == ["Hän syntyi 4. syyskuuta 1981.", "Hän kasvoi Houstonissa."]


@given(st.text(alphabet="ab 4.!\n", max_size=60))
def test_no_letter_is_lost(text: str):
    assert "".join("".join(pieces(text)).split()) == "".join(text.split())


def test_the_best_of_a_text_are_made_of_the_best_of_its_sentences():
    a = [Translation("a1", -1.0), Translation("a2", -3.0)]
    b = [Translation("b1", -1.0), Translation("b2", -2.0)]
    found = joined([a, b], ["", " "], 3)
    assert [(one.text, one.score) for one in found] == [("a1 b1", -2.0), ("a1 b2", -3.0), ("a2 b1", -4.0)]
