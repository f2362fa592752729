import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.lexicon import lexicon_of
from otherwords.mine.filters import LIKELY
from otherwords.mine.judge import Judge, features, without_ends
from otherwords.mine.table import Pair

ENGLISH = lexicon_of("en")
some_words = [
    "the",
    "a",
    "of",
    "is",
    "was",
    "closed",
    "closes",
    "list",
    "set",
    "(",
    ",",
    "indexOf",
    "Java",
    "UNION",
    "ALL",
]
words = st.lists(st.sampled_from(some_words), max_size=4)
phrases = words.map(" ".join)


def probability(left: str, right: str, score: float = 1 / 3, context: str = "of the ⟨…⟩ in a") -> float:
    judge = Judge.of("en")
    assert judge is not None
    return judge.probability(Pair(left, right, 1, score, (context,)), ENGLISH)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("the stream", "this stream"),
        ("height , that has", "height that has"),
        ("localisation for errors", "localization for errors"),
        ("output collection", "outputCollection"),
        ("has been removed", "is removed"),
        ("closes the file", "closed the file"),
        ("allow the user", "permit the user"),
        ("String if", "string if"),
    ],
)
def test_what_says_the_same_is_likely(left: str, right: str):
    assert probability(left, right) >= LIKELY


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("collection", "list"),
        ("the fan", "the temperature"),
        ("indexOf", "lastIndexOf"),
        ("closure in", "key or value in"),
        ("UNION", "UNION ALL"),
        ("MutableInt", "MutableIntArray"),
        ("in the stylesheet", "in xml source files"),
    ],
)
def test_siblings_are_unlikely(left: str, right: str):
    assert probability(left, right) < LIKELY


@given(phrases, phrases, st.floats(0, 1))
def test_the_order_of_the_two_does_not_matter(left: str, right: str, score: float):
    assert probability(left, right, score) == probability(right, left, score)


@given(phrases, phrases, words, words)
def test_words_that_both_have_at_the_ends_do_not_matter(left: str, right: str, before: list[str], after: list[str]):
    padded = (" ".join((*before, *phrase.split(), *after)) for phrase in (left, right))
    assert probability(*padded) == probability(left, right)


@given(phrases, phrases, st.floats(0, 1), st.floats(0, 1))
def test_the_higher_the_score_the_likelier(left: str, right: str, one: float, other: float):
    assert (probability(left, right, one) <= probability(left, right, other)) or one > other


def test_places_in_programs_count_against_a_pair():
    assert probability("is", "has been", context="str . ⟨…⟩ ( ) for") < probability("is", "has been")


def test_without_ends():
    assert without_ends(["a", "b", "c", "d"], ["a", "x", "d"]) == (["b", "c"], ["x"])
    assert without_ends(["a", "a"], ["a", "a", "a"]) == ([], ["a"])


def test_every_feature_has_a_weight_and_is_of_moderate_size():
    judge = Judge.of("en")
    assert judge is not None
    values = features(Pair("a firm", "the large companies", 9, 0.5), ENGLISH)
    assert values.keys() == judge.weights.keys()
    assert all(0 <= value <= 1 for value in values.values())


def test_other_languages_have_no_judge():
    assert Judge.of("fi") is None
    assert Judge.of(None) is None
