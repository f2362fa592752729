from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_kb import EXAMPLE, write_tsv

from otherwords.ask.kb.link import link
from otherwords.ask.kb.load import load
from otherwords.ask.kb.terms import key
from otherwords.text import OtherwordsError, words

KB = load(EXAMPLE)


@pytest.mark.parametrize(
    ("question", "name", "wording"),
    [
        ("who made the matrix", "The Matrix", "who made []"),
        ("who made [Matrix]?", "Matrix", "who made []?"),
        ("who directed Toivon tuolla puolen", "Toivon tuolla puolen", "who directed []"),
        ("where was Alfonso Cuaron born", "Alfonso Cuarón", "where was [] born"),
        ("where was keanu reves born", "Keanu Reeves", "where was [] born"),
        ("where was [Keanu Reevs] born", "Keanu Reeves", "where was [] born"),
        ("where was clooney born", "George Clooney", "where was [] born"),  # a part of the name
        ("what are Keanu Reeves's films", "Keanu Reeves", "what are []'s films"),
        ("who made t.m.", "The Matrix", "who made []."),  # initials
    ],
)
def test_found(question: str, name: str, wording: str):
    best = link(KB, question)[0]
    assert (best.name, best.wording) == (name, wording)


def test_several_are_kept_and_the_longer_name_is_first():
    names = [one.name for one in link(KB, "who starred in The Other Side of Hope with Speed")]
    assert names == ["The Other Side of Hope", "Speed"]


def test_relations_and_classes_are_no_things():
    assert link(KB, "which film has which genre") == []
    assert link(KB, "who is [Nobody At All]") == []


def test_initials(tmp_path: Path):
    rows = [("United States of America", "capital", "Washington"), ("Terrell Owens", "team", "Bengals")]
    kb = load(write_tsv(tmp_path / "kb.tsv", rows))
    for question in (
        "what is the capital of the USA",
        "what is the capital of the usa",
        "what is the capital of U.S.A.",
    ):
        assert link(kb, question)[0].name == "United States of America"
    assert link(kb, "where to go") == []  # which is not where Terrell Owens goes
    accents = load(write_tsv(tmp_path / "accents.tsv", [("École Normale Supérieure", "city", "Paris")]))
    assert link(accents, "in which city is the ENS")[0].name == "École Normale Supérieure"


def test_each_thing_once_and_the_better_known_first(tmp_path: Path):
    known = [("Bob Ruud", f"relation {i}", f"thing {i}") for i in range(5)]
    kb = load(write_tsv(tmp_path / "kb.tsv", [("Al Ruud", "team", "Reds"), *known, ("Cy Ruud", "team", "Blues")]))
    assert [one.name for one in link(kb, "where does ruud live")] == ["Bob Ruud", "Al Ruud", "Cy Ruud"]
    terms = [one.term for one in link(kb, "where does Bob Rud live")]
    assert len(terms) == len({*terms})


@pytest.mark.parametrize("question", ["", " ", "?!"])
def test_nothing_asked(question: str):
    with pytest.raises(OtherwordsError, match="the question is empty"):
        link(KB, question)


def test_two_thousand_words():
    with pytest.raises(OtherwordsError, match="at most 200 words; this one has 2000"):
        link(KB, "who " * 2000)
    assert link(KB, "well " * 195 + "who directed Speed")[0].name == "Speed"


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40))
def test_any_text_is_a_question(text: str):
    if [*words(text)]:
        assert all(0 < one.score <= 1 and "[]" in one.wording for one in link(KB, text))
    else:
        with pytest.raises(OtherwordsError, match="empty"):
            link(KB, text)


def test_keys():
    assert key("Alfonso  CUARÓN!") == "alfonso cuaron"
    assert key("हिन्दी") == "हिन्दी"
