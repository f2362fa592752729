"""Nuggets: dates in text, fragments with them, and dates for questions."""

import math
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.evaluate.nuggets.dates import Date, find_dates
from otherwords.evaluate.nuggets.expansion import expanded_terms
from otherwords.evaluate.nuggets.extraction import Nugget, extract, read_nuggets, write_nuggets
from otherwords.evaluate.nuggets.matching import TOP, Ranked, Repository, Term, content_words, phrase, plain_terms
from otherwords.evaluate.nuggets.questions import (
    Question,
    asked_about,
    asks_for_a_date,
    read_questions,
    write_questions,
)
from otherwords.evaluate.nuggets.scoring import Compared, compare, reciprocal_rank
from otherwords.mine.expand import expand
from otherwords.mine.table import Pair, Table, write
from otherwords.text import Document, OtherwordsError


def dates(text: str) -> list[str]:
    return [str(place.date) for place in find_dates(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It opened in 1937.", ["1937"]),
        ("It opened on May 27, 1937, at noon.", ["1937-05-27"]),
        ("It opened on the 27th of May 1937.", ["1937-05-27"]),
        ("Work began in Sept. 1933 and ended in April, 1937", ["1933-09", "1937-04"]),
        ("In office 1928–1933, and again 1935-36.", ["1928", "1933", "1935"]),
        ("Caesar died in 44 BC, Augustus in AD 14, Trajan in 117 CE.", ["-0044", "0014", "0117"]),
        ("Written 2008-05-12.", ["2008-05-12"]),
        ("In the 1960s, 1500 people paid $1200 for 1500 km, 1,937 of them 1500%, or 1500.5.", []),
        ("The May 5 meeting of 300 men", []),
        ("Boeing747-1900 and A1937", []),
    ],
)
def test_dates_with_a_year_are_found(text: str, found: list[str]):
    assert dates(text) == found


every_date = st.builds(
    Date, st.integers(-4000, 2099).filter(bool), st.none() | st.integers(1, 12), st.none() | st.integers(1, 28)
).filter(lambda date: date.month is not None or date.day is None)


@given(every_date)
def test_a_date_can_be_written_and_read_back(date: Date):
    assert Date.parse(str(date)) == date


@pytest.mark.parametrize("text", ["", "May 1937", "37", "1937-5", "1937-05-27-01"])
def test_what_is_no_date_is_named(text: str):
    with pytest.raises(OtherwordsError, match="is no date"):
        Date.parse(text)


@given(st.text(st.sampled_from("12 90-–,.May BCADths$"), max_size=40))
def test_dates_stand_in_order_and_apart(text: str):
    places = list(find_dates(text))
    ends = [0, *(place.end for place in places)]
    assert all(end <= place.start < place.end for end, place in zip(ends, places, strict=False))


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ("1937", "1937-05-27", True),
        ("1937-05", "1937", True),
        ("1937-05", "1937-06", False),
        ("1937-05-27", "1937-05-28", False),
        ("1937", "1938", False),
        ("0044", "-0044", False),
    ],
)
def test_dates_agree_when_what_both_tell_is_the_same(one: str, other: str, agree: bool):
    assert Date.parse(one).agrees_with(Date.parse(other)) is agree


def nuggets(text: str) -> list[tuple[str, str]]:
    return [(nugget.fragment, str(nugget.when)) for nugget in extract(Document(text))]


def test_a_nugget_is_the_sentence_around_a_date():
    assert nuggets("The Golden Gate was built in 1937. It is red. In May 1987, a crowd walked across it.") == [
        ("The Golden Gate was built", "1937"),
        ("a crowd walked across it", "1987-05"),
    ]


def test_another_date_ends_a_fragment():
    text = "He was born on 4 July 1872, became governor in 1919 of his state and died (1933) at home."
    assert nuggets(text) == [
        ("He was born became governor", "1872-07-04"),
        ("became governor of his state and died", "1919"),
        ("of his state and died at home", "1933"),
    ]


def test_a_date_without_words_is_no_nugget():
    assert nuggets("(1914–1918)\n\n1937.") == []


def test_nuggets_are_written_once_and_read_back(tmp_path: Path):
    text = "The gate was built in 1937. It was painted on May 2, 1938."
    path = tmp_path / "nuggets.jsonl.gz"
    assert write_nuggets(path, [Document(text, "a"), Document(text, "b")]) == 2
    assert list(read_nuggets(path)) == list(extract(Document(text, "a")))
    assert [nugget.date for nugget in read_nuggets(path)] == ["1937", "May 2, 1938"]


@pytest.mark.parametrize("row", ["[]", '{"fragment": "a", "date": "1937"}', '{"fragment": 1, "date": 2, "when": 3}'])
def test_a_bad_nugget_is_told_with_its_line(tmp_path: Path, row: str):
    (tmp_path / "nuggets.jsonl").write_text(f"\n{row}\n")
    with pytest.raises(OtherwordsError, match=r"nuggets\.jsonl:2: not a nugget"):
        list(read_nuggets(tmp_path / "nuggets.jsonl"))


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("When was the gate built?", "was the gate built?"),
        ("In what year did Hitler die?", "did Hitler die?"),
        ("What year was it?", "was it?"),
        ("On which date does summer begin?", "does summer begin?"),
        ("In what school year did it open?", "did it open?"),
    ],
)
def test_questions_for_a_date(question: str, about: str):
    assert asks_for_a_date(question)
    assert asked_about(question) == about


@pytest.mark.parametrize("question", ["Who was king when it fell?", "What is a year?", "Whenever", "How old is it?"])
def test_other_questions(question: str):
    assert not asks_for_a_date(question)


def test_questions_are_written_and_read_back(tmp_path: Path):
    questions = [Question("When?", ("1937", "in May 1937")), Question("What year – ”?", ())]
    assert write_questions(tmp_path / "q.jsonl", questions) == 2
    assert list(read_questions(tmp_path / "q.jsonl")) == questions


@pytest.mark.parametrize("row", ["3", '{"question": "When?"}', '{"question": "When?", "answers": [1937]}'])
def test_a_bad_question_is_told_with_its_line(tmp_path: Path, row: str):
    (tmp_path / "q.jsonl").write_text(row)
    with pytest.raises(OtherwordsError, match=r"q\.jsonl:1: not a question"):
        list(read_questions(tmp_path / "q.jsonl"))


def nugget(fragment: str, year: int) -> Nugget:
    return Nugget(fragment, str(year), Date(year))


REPOSITORY = Repository(
    [
        nugget("The Golden Gate bridge was built", 1937),
        nugget("The Golden Gate strait was first seen by Ayala", 1775),
        nugget("Brooklyn's bridge was built", 1883),
        nugget("A firm was set up to paint the Golden Gate", 1940),
        nugget("A brand-new bridge was built over the Golden Horn", 1994),
    ]
)


def years(found: Sequence[Ranked]) -> list[int]:
    return [date.when.year for date in found]


def test_words_are_compared_in_lower_case_without_grammar():
    assert phrase("Brooklyn’s U.S. bridge (1,000) was – built!") == (
        "brooklyn",
        "u.s.",
        "bridge",
        "1,000",
        "was",
        "built",
    )
    assert content_words("was the Bridge of the bridge built?") == ["bridge", "built"]


def test_the_more_of_a_question_a_nugget_holds_the_better():
    found = REPOSITORY.dates(plain_terms("was the Golden Gate bridge built"))
    assert years(found)[0] == 1937
    assert found[0].score == pytest.approx(1)
    assert [date.score for date in found] == sorted((date.score for date in found), reverse=True)


def test_every_word_must_be_held_by_the_rule_of_the_paper():
    assert years(REPOSITORY.dates(plain_terms("the Golden Gate built"), every=True)) == [1937]
    assert REPOSITORY.dates(plain_terms("the Golden Gate constructed"), every=True) == []
    constructed = Term("constructed", ((("built",), 0.3),))
    assert years(REPOSITORY.dates([*plain_terms("Golden Gate"), constructed], every=True)) == [1937]


def test_a_wording_of_several_words_must_stand_in_a_row():
    assert years(REPOSITORY.dates([Term("founded", ((("set", "up"), 0.5),))])) == [1940]
    assert REPOSITORY.dates([Term("founded", ((("up", "set"), 0.5),))]) == []


def test_the_word_itself_is_worth_more_than_its_wordings():
    plain = REPOSITORY.dates([Term("strait"), Term("built")])
    reworded = REPOSITORY.dates([Term("narrows", ((("strait",), 0.5),)), Term("built")])
    assert years(plain)[0] == 1775
    assert years(reworded)[0] == 1883


def test_a_date_is_named_once_and_only_the_best_are():
    repository = Repository([nugget(f"gate {'x ' * year}", 1900 + year // 2) for year in range(30)])
    found = repository.dates(plain_terms("gate"))
    assert years(found) == list(range(1900, 1900 + TOP))
    assert all(len(date.nugget.fragment.split()) % 2 == 1 for date in found)


VOCABULARY = ["gate", "bridge", "built", "set up", "the", "firm", "red"]
fragments = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=5).map(" ".join)
weighed = st.tuples(st.sampled_from(VOCABULARY).map(phrase), st.floats(0.01, 0.99))
terms = st.builds(Term, st.sampled_from([*VOCABULARY[:3], "absent"]), st.lists(weighed, max_size=3).map(tuple))


@given(st.lists(fragments, max_size=12), st.lists(terms, max_size=3, unique_by=lambda term: term.word), st.booleans())
def test_the_index_ranks_as_reading_every_nugget_does(texts: list[str], asked: list[Term], every: bool):
    known = [nugget(text, 1900 + number) for number, text in enumerate(texts)]

    def holds(text: str, wording: tuple[str, ...]) -> bool:
        return f" {' '.join(wording)} " in f" {text} "

    def worth(wording: tuple[str, ...]) -> float:
        return math.log(1 + len(texts) / (1 + sum(holds(text, wording) for text in texts)))

    def score(text: str) -> float:
        parts = [
            max(
                weight * min(worth((term.word,)), worth(wording)) * holds(text, wording)
                for wording, weight in (((term.word,), 1.0), *term.wordings)
            )
            for term in asked
        ]
        return 0 if every and 0 in parts else sum(parts) / (sum(worth((term.word,)) for term in asked) or 1)

    expected = sorted((-score(text), len(phrase(text)), number) for number, text in enumerate(texts) if score(text) > 0)
    found = Repository(known).dates(asked, every=every)
    assert [date.score for date in found] == pytest.approx([-score for score, _, _ in expected[:TOP]])


def test_an_expanded_question_finds_what_is_said_in_other_words(tmp_path: Path):
    pairs = [
        Pair("built", "constructed", count=8, score=0.5),
        Pair("established", "set up", count=9, score=0.6),
        Pair("business", "firm", count=7, score=0.2),
    ]
    write(pairs, tmp_path / "table.parquet", {})
    with Table.open(tmp_path / "table.parquet") as table:
        terms = expanded_terms(expand("was the business set up to paint the constructed Gate?", table, context=False))
    assert [(term.word, [words for words, _ in term.wordings]) for term in terms] == [
        ("business", [("firm",)]),
        ("set", [("established",)]),
        ("up", [("established",)]),
        ("paint", []),
        ("constructed", [("built",)]),
        ("gate", []),
    ]
    weight_of = {words: weight for term in terms for words, weight in term.wordings}
    assert 0 < weight_of["firm",] < weight_of["built",] < weight_of["established",] < 1
    without_built = [term for term in terms if term.word != "constructed"]
    assert REPOSITORY.dates([Term(term.word) for term in without_built], every=True) == []
    assert years(REPOSITORY.dates(without_built, every=True)) == [1940]


def test_the_first_right_date_counts():
    question = Question("When?", ("May 1883", "1937"))
    found = REPOSITORY.dates(plain_terms("bridge built"))
    assert reciprocal_rank(question, found) == 1
    assert reciprocal_rank(Question("When?", ("June 1994",)), found) == 1 / (1 + years(found).index(1994))
    assert reciprocal_rank(Question("When?", ("1066",)), found) == 0


def test_what_got_better_and_worse():
    assert compare([1, 0.5, 0, 0.25], [0.5, 1, 0, 0]) == Compared(1.75, 2, 1)
