"""Queries, documents and settings out of the ordinary: each has its answer, or an error that says what to do."""

import pytest
from harbour import HARBOUR, QUERY, UNRELATED, check

from otherwords import Document, Finder
from otherwords.text import OtherwordsError


@pytest.mark.parametrize("text", ["", " \n ", "\x00\x00"])
@pytest.mark.parametrize("options", [{}, {"exhaustive": True}, {"always": True}])
def test_a_document_of_nothing(finder: Finder, text: str, options: dict[str, bool]):
    answer = finder.find(QUERY, text, **options)  # type: ignore[arg-type]
    assert (answer.matches, answer.best) == ((), None)
    assert answer.no_match is not None
    assert (answer.no_match.probability, answer.no_match.nearest) == (1.0, None)


def test_no_documents(finder: Finder):
    answer = finder.find_in(QUERY, [])
    assert answer.no_match is not None
    assert answer.no_match.probability == 1.0


@pytest.mark.parametrize("query", ["", "  \n", "\x00"])
def test_an_empty_query(finder: Finder, query: str):
    with pytest.raises(OtherwordsError, match="the query is empty"):
        finder.find(query, HARBOUR)


def test_a_query_that_is_too_long(finder: Finder):
    with pytest.raises(OtherwordsError, match="the limit is 317"):
        finder.find("boat " * 400, HARBOUR)


def test_a_query_at_the_limit_is_asked_whole(finder: Finder):
    check(finder.find("boat " * 317, HARBOUR * 3, exhaustive=True), Document(HARBOUR * 3))


@pytest.mark.parametrize("top", [0, -1])
def test_a_bad_top(finder: Finder, top: int):
    with pytest.raises(OtherwordsError, match="top must be at least 1"):
        finder.find(QUERY, HARBOUR, top=top)


@pytest.mark.parametrize("probability", [-0.1, 1.01, float("nan")])
def test_a_bad_probability(finder: Finder, probability: float):
    with pytest.raises(OtherwordsError, match="between 0 and 1"):
        finder.find(QUERY, HARBOUR, min_probability=probability)


@pytest.mark.parametrize("options", [{}, {"exhaustive": True}])
def test_a_document_that_is_not_text(finder: Finder, options: dict[str, bool]):
    with pytest.raises(OtherwordsError, match=r"bad\.txt is not text: character 3"):
        finder.find(QUERY, Document("abc\ud800", "bad.txt"), **options)  # type: ignore[arg-type]
    with pytest.raises(OtherwordsError, match="not text"):
        finder.prepare("abc\ud800")


def test_documents_may_be_strings(finder: Finder):
    assert finder.find_in(QUERY, [UNRELATED, HARBOUR]) == finder.find_in(
        QUERY, [Document(UNRELATED), Document(HARBOUR)]
    )
    for one in (HARBOUR, Document(HARBOUR)):
        with pytest.raises(OtherwordsError, match="as a list"):
            finder.find_in(QUERY, one)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "other"),
    [
        ("Полиция закрыла мост после аварии.", "Моя сестра пьёт кофе без сахара."),
        ("أغلقت الشرطة الجسر بعد الحادث.", "تحب أختي القهوة بدون سكر."),
        ("경찰은 사고 후 다리를 폐쇄했다.", "내 여동생은 설탕 없는 커피를 좋아한다."),
        ("警察は事故の後、橋を閉鎖しました。", "妹は砂糖なしのコーヒーが好きです。"),
    ],
)
def test_scripts_that_the_models_cannot_read(finder: Finder, said: str, other: str):
    """There a span is as probable as its letters bear out, and what the reader thinks does not count."""
    text = f"{said} {HARBOUR}"
    found = finder.find(said, text).best
    assert found is not None
    assert said.rstrip(".。") in found.span.text
    answer = finder.find(other, text)
    assert answer.no_match is not None
    assert answer.no_match.probability > 0.5
    assert finder.find(other, text, always=True).matches[0].probability < 0.5


@pytest.mark.parametrize("query", ["the repairs are finished", "fees had brought in", "the beach", "Lorries", "beach"])
@pytest.mark.parametrize("exhaustive", [False, True])
def test_what_stands_there_word_for_word_is_found(finder: Finder, screened: None, query: str, exhaustive: bool):
    """Also a part of a sentence, in the middle of much else."""
    noise = "\n".join(f"In {1800 + i} the town of Number {i} held {i % 7} markets and sold wool." for i in range(60))
    text = f"{noise}\n{HARBOUR}\n{noise}"
    answer = finder.find(query, text, exhaustive=exhaustive)
    check(answer, Document(text))
    assert answer.best is not None
    assert query in answer.best.span.text
    twice = finder.find(query, f"{HARBOUR}\n{HARBOUR}", top=2, always=True)
    assert sum(query in match.span.text for match in twice.matches) == 2


def test_a_sentence_of_one_word_is_not_the_word(finder: Finder):
    """It is said everywhere to say something else, and counts no more than what the reader makes of it."""
    text = "Well, the pump broke. The well ran dry. Nobody came. It was late."
    word, sentence = (finder.find(query, text, always=True).best for query in ("well", "Well."))
    assert word is not None
    assert sentence is not None
    assert word.span.text.lower() == "well"
    assert word.score >= 12 > sentence.score
