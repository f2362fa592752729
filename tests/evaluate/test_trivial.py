"""Lemmas, synonyms, and the trivial kinds of paraphrase."""

from collections import Counter
from pathlib import Path

import pytest

from otherwords.evaluate import lemmas as lemmas_module
from otherwords.evaluate.function_words import detect_language
from otherwords.evaluate.lemmas import Lemmas, has_lemmas
from otherwords.evaluate.synonyms import Synonyms, read_synonyms
from otherwords.evaluate.trivial import Kind, kind_of
from otherwords.text import OtherwordsError

needs_lemmas = pytest.mark.skipif(not has_lemmas(), reason="simplemma is not installed")

SYNONYMS = Synonyms([["quick", "fast", "rapid"], ["car", "automobile"], ["rapid", "torrent"]])


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Lemmas:
    """As on a machine without simplemma."""
    monkeypatch.setattr(lemmas_module, "has_lemmas", lambda: False)
    return Lemmas("en")


def kind(lemmas: Lemmas, query: str, passage: str, synonyms: Synonyms | None = SYNONYMS) -> Kind:
    return kind_of(lemmas.bags(query, "en"), lemmas.bags(passage, "en"), synonyms)


@pytest.mark.parametrize(
    ("query", "passage", "expected"),
    [
        ("The car is fast.", "Fast is the CAR!", Kind.SAME_LEMMAS),
        ("The car is fast.", "A fast car", Kind.SAME_CONTENT),
        ("The car is fast.", "The automobile is quick.", Kind.SYNONYMS),
        ("The car is fast.", "This quick car was there", Kind.BOTH),
        ("The car is fast.", "The car is red.", Kind.NOT_TRIVIAL),
        ("The car is fast.", "The car is not fast.", Kind.NOT_TRIVIAL),
        ("The car is fast fast.", "The car is fast.", Kind.NOT_TRIVIAL),
        ("It is.", "He was.", Kind.NOT_TRIVIAL),
    ],
)
def test_the_first_kind_that_fits(plain: Lemmas, query: str, passage: str, expected: Kind):
    assert kind(plain, query, passage) is expected
    if expected in (Kind.SYNONYMS, Kind.BOTH):
        assert kind(plain, query, passage, None) is Kind.NOT_TRIVIAL


def test_without_the_extra_words_are_compared_as_they_stand(plain: Lemmas):
    assert not plain.has_lemmas
    assert kind(plain, "Cars run.", "The car ran.") is Kind.NOT_TRIVIAL
    assert plain.bags("Cars RUN", "en").lemmas == {"cars": 1, "run": 1}


@needs_lemmas
@pytest.mark.parametrize(
    ("language", "query", "passage"),
    [("en", "The cars ran.", "A car runs"), ("fi", "taloissa autoja", "auto talon"), ("sv", "bilarna", "en bil")],
)
def test_inflected_words_have_the_same_lemma(language: str, query: str, passage: str):
    lemmas = Lemmas(language)
    assert lemmas.bags(query, language).content == lemmas.bags(passage, language).content


@needs_lemmas
def test_an_unknown_language_is_an_error_that_says_what_to_give():
    with pytest.raises(OtherwordsError, match='"klingon"; give a code'):
        Lemmas("klingon")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The ferry did not arrive on time, and nobody was there.", "en"),
        ("Hän sanoi että se oli jo siellä, mutta minä en ollut.", "fi"),
        ("Jag vill att du ska ge mig det som är under baren.", "sv"),
        ("Ich weiß, dass er das nicht gesehen hat und nach Hause ging.", "de"),
        ("123 xyz", None),
        ("", None),
    ],
)
def test_the_language_is_told_by_its_function_words(text: str, language: str | None):
    assert detect_language(text) == language


def test_a_short_query_is_told_by_its_document():
    lemmas = Lemmas()
    assert lemmas.language_of("Hej!", "Jag vet att det är du som har den.") == "sv"
    assert lemmas.languages == {"sv": 1}


def test_synonyms_of_synonyms_are_none():
    assert SYNONYMS.are_synonyms("fast", "rapid")
    assert SYNONYMS.are_synonyms("rapid", "torrent")
    assert not SYNONYMS.are_synonyms("fast", "torrent")


def test_each_word_is_replaced_by_one():
    assert SYNONYMS.turns_into(Counter(["fast", "rapid"]), Counter(["torrent", "quick"]))
    assert not SYNONYMS.turns_into(Counter(["fast", "quick"]), Counter(["torrent", "rapid"]))
    assert not SYNONYMS.turns_into(Counter(["fast", "fast"]), Counter(["quick"]))


def test_synonyms_are_read_from_ppdb_and_from_plain_lists(tmp_path: Path):
    file = tmp_path / "synonyms.txt"
    lines = [
        "[NN] ||| car ||| automobile ||| PPDB2.0Score=5.1 ||| 0-0 ||| Equivalence",
        "[NN] ||| boy ||| girl ||| PPDB2.0Score=3.1 ||| 0-0 ||| Exclusion",
        "[NP] ||| the car ||| the vehicle ||| Score=1 ||| 0-0 ||| Equivalence",
        "Quick fast rapid",
        "huge\tvery large\tenormous",
        "alone",
    ]
    file.write_text("\n".join(lines))
    read = read_synonyms(file)
    assert read.are_synonyms("car", "automobile")
    assert read.are_synonyms("quick", "rapid")
    assert read.are_synonyms("huge", "enormous")
    assert not read.are_synonyms("boy", "girl")
    assert not read.are_synonyms("very", "large")
    assert not read.are_synonyms("alone", "alone")
    assert len(read) == 7


def test_a_file_without_synonyms_is_an_error(tmp_path: Path):
    (tmp_path / "empty.txt").write_text("alone\n")
    with pytest.raises(OtherwordsError, match="no two words in a line"):
        read_synonyms(tmp_path / "empty.txt")
