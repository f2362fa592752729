"""Wordings by a paraphrase table, a real one in a file."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from otherwords.ask.wordings.rules import Rules
from otherwords.mine.table import Pair, Table, write

PAIRS = [
    Pair("author", "writer", 9, 0.9),
    Pair("author of", "mind behind", 9, 0.3),
    Pair("author of", "one who wrote", 9, 0.5),
    Pair("founded", "set up", 9, 0.6),
    Pair("novel", "book", 9, 0.4),
    Pair("of the", "in a", 9, 0.95),
    Pair("the", "a", 9, 0.99),
]


@pytest.fixture
def table(tmp_path: Path):
    write(PAIRS, tmp_path / "table.parquet", {})
    with Table.open(tmp_path / "table.parquet") as opened:
        yield opened


def texts(rules: Rules, question: str) -> list[str]:
    return [wording.text for wording in rules.wordings(question)]


def test_longest_phrases_first_and_two_at_once(table: Table):
    """*author of* is known, so *author* is not replaced on its own; *of the* is grammar, and stays."""
    found = Rules(table).wordings("Who is the author of the novel?")
    assert [(one.text, round(one.score, 6)) for one in found] == [
        ("Who is the one who wrote the novel?", 0.5),
        ("Who is the author of the book?", 0.4),
        ("Who is the mind behind the novel?", 0.3),
        ("Who is the one who wrote the book?", 0.2),
        ("Who is the mind behind the book?", 0.12),
    ]
    assert {one.source for one in found} == {"rules"}


def test_the_first_word_keeps_its_capital(table: Table):
    assert texts(Rules(table), "Novel of which author?") == [
        "Novel of which writer?",
        "Book of which author?",
        "Book of which writer?",
    ]


def test_in_any_case_and_both_ways(table: Table):
    assert texts(Rules(table), "who SET  UP it") == ["who founded it"]


def test_no_more_than_wanted_and_none_below_the_least_score(table: Table):
    question = "who founded the novel?"
    assert len(texts(Rules(table), question)) == 3
    assert texts(Rules(table, most=2), question) == ["who set up the novel?", "who founded the book?"]
    assert texts(Rules(table, min_score=0.5), question) == ["who set up the novel?"]


def test_at_most_ten(tmp_path: Path):
    write([Pair("film", f"word{n}", 9, n / 100) for n in range(1, 30)], tmp_path / "many.duckdb", {})
    with Table.open(tmp_path / "many.duckdb") as table:
        assert texts(Rules(table), "which film?") == [f"which word{n}?" for n in range(29, 19, -1)]


class LikesBooks:
    def probabilities(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        return np.array([0.9 if "book" in wording else 0.1 for _, wording in pairs], dtype=np.float32)


def test_a_judge_weighs_what_the_table_proposes(table: Table):
    found = Rules(table, LikesBooks()).wordings("who founded the novel?")
    assert [one.text for one in found] == ["who founded the book?", "who set up the book?", "who set up the novel?"]
    assert found[0].score == pytest.approx(0.4 * 0.9)


@pytest.mark.parametrize(
    ("question", "wording"),
    [
        ("how do I buy a cheap car", "how do I buy an inexpensive car"),
        ("Is it an hour from here", "Is it a while from here"),
        ("A cheap car?", "An inexpensive car?"),
        ("who joined a club", "who joined a union"),
        ("is a unit cheap", "is an element cheap"),
        ("the plan a cheap car", "the plan an inexpensive car"),
        ("is the banana cheap", "is the banana inexpensive"),
    ],
)
def test_the_article_fits_the_word_after_it(tmp_path: Path, question: str, wording: str):
    pairs = [("cheap", "inexpensive"), ("hour", "while"), ("club", "union"), ("unit", "element")]
    write([Pair(*sorted(pair), 9, 0.5) for pair in pairs], tmp_path / "table.parquet", {})
    with Table.open(tmp_path / "table.parquet") as table:
        assert wording in texts(Rules(table), question)


def test_another_form_of_the_same_word_is_no_other_wording(tmp_path: Path):
    """Not on its own, and not beside a word that is another."""
    pairs = [("buy", "bought"), ("buy", "buying"), ("car", "cars"), ("buy", "purchase"), ("cheap", "inexpensive")]
    write([Pair(*sorted(pair), 9, 0.5) for pair in pairs], tmp_path / "table.parquet", {})
    with Table.open(tmp_path / "table.parquet") as table:
        assert set(texts(Rules(table), "how do I buy the cheap car")) == {
            "how do I purchase the cheap car",
            "how do I buy the inexpensive car",
            "how do I purchase the inexpensive car",
        }


@pytest.mark.parametrize("question", ["is it of the", "wherefore"])
def test_nothing_known(table: Table, question: str):
    assert texts(Rules(table, LikesBooks()), question) == []
