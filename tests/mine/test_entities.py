import brute_force
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.mine.entities import date_before, entities


@given(st.text("EoV.", max_size=20))
def test_entities_are_the_runs_of_proper_nouns(tags: str):
    assert entities(tags) == brute_force.entities(tags)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("in 1989", "1989"),
        ("since March 1989", "March 1989"),
        ("on Sept. 1989", "Sept. 1989"),
        ("on 3 March 1989", "3 March 1989"),
        ("on March 3 , 1989", "March 3 , 1989"),
        ("on March 3 1989", "March 3 1989"),
        ("on March 3rd , 1989", "March 3rd , 1989"),
        ("of 3 1989", "1989"),
        ("Oslo , 1989", "1989"),
        ("March , 1989", "1989"),
        ("March 45 , 1989", "1989"),
        ("1989", "1989"),
    ],
)
def test_a_date_is_taken_whole(text: str, date: str):
    tokens = text.split(" ")
    first = date_before(tokens, len(tokens))
    assert first is not None
    assert " ".join(tokens[first:]) == date


@pytest.mark.parametrize("text", ["", "19", "March", "March 3", "19890", "3.14", "0989", "3989"])
def test_what_is_no_date(text: str):
    tokens = text.split()
    assert date_before(tokens, len(tokens)) is None
