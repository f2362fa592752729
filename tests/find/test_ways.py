"""Phrases are looked for inside of sentences, in a way of their own."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_models import WORDS, write_phrases, write_reader

from otherwords import Finder
from otherwords.find.calibration import Calibration, Curve
from otherwords.find.ways import is_phrase
from otherwords.reading import read

EXAMPLES = Path(__file__).parents[2] / "examples" / "texts"


@pytest.mark.parametrize("query", ["free of charge", "lorry", " a small fine ", "ilmaiseksi", "the owner, (he) may"])
def test_a_few_words_are_a_phrase(query: str):
    assert is_phrase(query)


@pytest.mark.parametrize(
    "query",
    [
        "It rained.",
        "Who made the matrix?",
        "“Be careful!”",
        "(It rained.) ",
        "それは雨だった。",
        "यह बारिश थी।",
        "„Es regnete.“",
        "members of the library may take home up to ten books",
    ],
)
def test_what_ends_as_a_sentence_or_is_as_long_is_none(query: str):
    assert not is_phrase(query)


TOWN = """The lorry was parked outside the library. Members may borrow up to ten books at no cost, and keep them for
three weeks. Whoever brings them back late pays a small fine. The building was put up in 1923 and is in urgent need of
repair. The mayor, who steps down next year, said the council would make up its mind in June. Prices have
gone up sharply."""


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("at no charge", "at no cost"),
        ("a small penalty", "a small fine"),
        ("was built", "was put up"),
        ("rose steeply", "gone up sharply"),
        ("outside the library", "outside the library"),
        ("a small fine", "a small fine"),
        ("the cost of things has risen a lot", "Prices have\ngone up sharply."),
    ],
)
def test_a_phrase_is_marked_and_no_more(finder: Finder, query: str, said: str):
    answer = finder.find(query, TOWN)
    assert answer.best is not None
    assert answer.best.span.text == said


@pytest.mark.parametrize("query", ["an elephant", "free beer", "the minister resigned"])
def test_a_phrase_that_nobody_says(finder: Finder, query: str):
    assert not finder.find(query, TOWN)


NEWS = (EXAMPLES / "harbour.txt").read_text(encoding="utf-8")
TEXTS = list(read([EXAMPLES], on_error=print))


@pytest.mark.parametrize("query", ["an elephant", "a football match", "the weather", "spaghetti", "a lot of people"])
def test_everyday_words_that_nobody_says(finder: Finder, query: str):
    assert not finder.find(query, NEWS)
    assert not finder.find_in(query, TEXTS)


@pytest.mark.parametrize(
    ("query", "said"), [("had failed six times", "has broken down six times"), ("a wedding", "a wedding")]
)
def test_a_phrase_among_much_else(finder: Finder, query: str, said: str):
    few, many = (finder.find_in(query, texts).best for texts in ([NEWS], TEXTS))
    assert few
    assert many
    assert few.span.text == many.span.text == said


@pytest.mark.parametrize("query", ["an elephant", "nine votes to eight", "lasted until after midnight"])
def test_a_phrase_is_as_sure_whether_one_or_ten_are_asked_for(finder: Finder, query: str):
    one, ten = (finder.find_in(query, TEXTS, always=True, top=top, explain=False).best for top in (1, 10))
    assert one == ten


def test_sentences_are_read_as_without_it(tmp_path: Path, both: Finder):
    plain = Finder(write_reader(tmp_path / "plain"), threads=1, cache=tmp_path / "cache")
    text = " ".join(WORDS[:60])
    sentence = f"{WORDS[3]} {WORDS[4]} {WORDS[5]}."
    assert both.find(sentence, text, always=True) == plain.find(sentence, text, always=True)
    assert [len(both.ways_of(query)) for query in (sentence, sentence[:-1])] == [1, 2]


@pytest.mark.parametrize("size", [40, 4000])
@pytest.mark.parametrize("exhaustive", [False, True])
@pytest.mark.parametrize(
    ("as_sentence", "as_phrase", "taken"),
    [(1.0, 3.0, 0), (-1.0, 3.0, 1), (-1.0, -2.0, 0), (-2.0, -1.0, 1)],
)
def test_what_is_likely_as_a_sentence_is_one_and_else_the_likelier_counts(
    both: Finder,
    size: int,
    exhaustive: bool,
    as_sentence: float,
    as_phrase: float,
    taken: int,
    monkeypatch: pytest.MonkeyPatch,
):
    curves = [Calibration(here=Curve(intercept=of)) for of in (as_sentence, as_phrase)]
    ways = [replace(way, calibration=of) for way, of in zip(both.ways_of("was late zyx"), curves, strict=True)]
    documents = [" ".join(np.random.default_rng(seed).choice(WORDS, size)) for seed in (1, 2)]
    answers = []
    for given_ways in (ways, ways[:1], ways[1:]):
        monkeypatch.setattr(both, "ways_of", lambda query, given_ways=given_ways: given_ways)
        asked = iter(documents)  # which pass by but once
        answers.append(both.find_in("was late zyx", asked, always=True, exhaustive=exhaustive))
    assert answers[0] == answers[1 + taken]
    assert answers[1] != answers[2]


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), st.integers(1, 900), st.booleans())
def test_offsets_hold_for_phrases_in_texts_of_any_length(both: Finder, query: list[str], size: int, exhaustive: bool):
    text = " ".join(WORDS[i % len(WORDS)] for i in range(size))
    for match in both.find(" ".join(query), text, always=True, exhaustive=exhaustive, top=3).matches:
        assert text[match.span.start : match.span.end] == match.span.text
        assert match.span.text.strip()


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Finder:
    folder = write_reader(tmp_path_factory.mktemp("reader"))
    write_phrases(folder)
    return Finder(folder, threads=1, cache=tmp_path_factory.mktemp("cache"))
