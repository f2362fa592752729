"""What is dropped when wordings are put together, and what never is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.ask.wording import Wording
from otherwords.ask.wordings.merge import LONGEST, Merged, checked, distinct
from otherwords.ask.wordings.normal import key, stem, word_list
from otherwords.text import OtherwordsError

WORDS = [
    "who",
    "Who",
    "is",
    "was",
    "the",
    "a",
    "film",
    "films",
    "Film's",
    "made",
    "make",
    "not",
    "stopped",
    "?",
    ",",
    "’s",
]
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
wordings = st.lists(st.builds(Wording, texts, st.just("rules"), st.floats(-1, 1)), max_size=12)


class Fixed:
    def __init__(self, name: str, found: list[Wording]) -> None:
        self.name, self._found = name, found

    def wordings(self, question: str) -> list[Wording]:
        return self._found


@given(texts, wordings)
def test_no_two_alike_and_never_the_question(question: str, found: list[Wording]):
    kept = list(distinct(question, found))
    keys = [key(wording.text) for wording in kept]
    assert len(set(keys)) == len(keys)
    assert key(question) not in keys
    assert question.casefold() not in [wording.text.casefold() for wording in kept]
    assert () not in keys
    # What is kept stands in its order, and each of the others is said by the question or by one kept before it.
    places = [found.index(wording) for wording in kept]
    assert places == sorted(places)
    for place, wording in enumerate(found):
        said = {key(question), ()} | {its for its, at in zip(keys, places, strict=True) if at <= place}
        assert key(wording.text) in said
    assert list(distinct(question, kept)) == kept


@given(texts, wordings, wordings)
def test_several_generators_are_as_one_after_the_other(question: str, first: list[Wording], second: list[Wording]):
    try:
        checked(question)
    except OtherwordsError:
        return
    merged = Merged([Fixed("one", first), Fixed("two", second)]).wordings(question)
    assert merged == list(distinct(question, [*first, *second]))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Who made the film?", "who made film"),
        ("Which films were stopped", "which film is stopping?"),
        ("When was he born?", "Where was he born?"),
        ("What are Bach’s cities?", "what is Bach's city"),
    ],
)
def test_rewrites_of_nothing(one: str, other: str):
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Who did not win?", "Who did win?"),
        ("Who directed Heat?", "Who is the director of Heat?"),
        ("man bites dog", "dog bites man"),
        ("bus", "bu"),
        ("who is it", "who was that"),
    ],
)
def test_rewrites_of_something(one: str, other: str):
    assert key(one) != key(other)


@given(st.text(alphabet="abdeginorsty'", min_size=1, max_size=9))
def test_a_stem_is_never_nothing(word: str):
    assert stem(word)


def test_possessives_are_two_words():
    assert word_list("Bach’s and the Joneses' sons") == ["bach", "'s", "and", "the", "joneses", "sons"]


@pytest.mark.parametrize("question", ["", "  \n", "?!"])
def test_a_question_without_a_word(question: str):
    with pytest.raises(OtherwordsError, match="holds no word; say what to ask"):
        Merged([]).wordings(question)


def test_a_question_of_2000_words():
    with pytest.raises(OtherwordsError, match=r"2000 words is too long \(the limit is 100\)"):
        Merged([]).wordings("why " * 2000)
    assert checked("why " * LONGEST) == " ".join(["why"] * LONGEST)


def test_half_a_character_is_no_fault():
    assert checked("why \ud800 not") == "why ? not"
