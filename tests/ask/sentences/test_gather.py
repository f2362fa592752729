"""Sentences out of many documents: the right ones, where they stand, and no more in memory than that."""

import gc
import weakref
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_models import ANY_TEXT
from word_reads import by_shared_words, shared

from otherwords.ask.sentences.gather import PLACES, Place, from_documents, from_index
from otherwords.text import Document, Excerpt, Mark, OtherwordsError, sentences

WORDS = ["ferry", "harbour", "captain", "night", "ice"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join), min_size=1, max_size=30).map(
    lambda parts: " ".join(f"The {part} {i}." for i, part in enumerate(parts))
)


@given(st.lists(TEXTS, max_size=6), st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True))
def test_the_best_places_of_all_documents(texts: list[str], queries: list[str]):
    """Against all sentences of all documents at once, in order of their score and of their place."""
    documents = [Document(text, id=str(number)) for number, text in enumerate(texts)]
    expected = set()
    for query in queries:
        every = [
            (-shared(query, text[start:end]), number, start)
            for number, text in enumerate(texts)
            for start, end in sentences(text)
        ]
        best = sorted(every)[:PLACES]
        expected |= {documents[number].text[start:].split(".")[0] + "." for _, number, start in best}
    assert {one.span.text for one in from_documents(documents, queries, by_shared_words)} == expected


@given(st.lists(ANY_TEXT, max_size=4))
def test_the_offset_law(texts: list[str]):
    documents = {str(i): Document(text, id=str(i), has_lines=True) for i, text in enumerate(texts)}
    everything = lambda text, queries: [[Place(0, len(text), 1.0)] for _ in queries]  # noqa: E731
    found = from_documents(documents.values(), ["why"], everything)
    assert {one.span.text for one in found} == {t[start:end] for t in texts for start, end in sentences(t)}
    assert len({one.span.text for one in found}) == len(found)
    for one in found:
        text = documents[one.document_id].text
        assert text[one.span.start : one.span.end] == one.span.text
        assert text[one.context.start : one.context.end] == one.context.text
        assert one.context.start <= one.span.start <= one.span.end <= one.context.end
        assert one.location.line == text.count("\n", 0, one.span.start) + 1


def test_sentences_are_whole_though_a_place_cuts_them():
    text = "It was cold. The ferry left at noon with the captain on board. Ice came."
    inside = lambda text, queries: [[Place(20, 30, 1.0)]]  # noqa: E731
    (one,) = from_documents([Document(text)], ["when"], inside)
    assert one.span.text == "The ferry left at noon with the captain on board."


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("It was cold. The ferry left at noon.", "It was cold."),
        ("\n\n The ferry\n\nIt left at noon.", "The ferry"),
        ("and so on " * 40 + ". The ferry left.", ""),
        ("x", "x"),
    ],
)
def test_what_a_document_begins_with(text: str, opening: str):
    end = lambda text, queries: [[Place(len(text) - 1, len(text), 1.0)]]  # noqa: E731
    (one,) = from_documents([Document(text)], ["when"], end)
    assert one.opening == opening


def test_pages_and_times_are_told():
    text = "The ferry left. The ferry came back."
    document = Document(text, id="a.pdf", marks=(Mark(0, page=1), Mark(16, page=2)))
    pages = {one.span.text: one.location.page for one in from_documents([document], ["ferry"], by_shared_words)}
    assert pages == {"The ferry left.": 1, "The ferry came back.": 2}


def test_of_a_sentence_that_many_documents_hold_the_first_is_kept():
    documents = [Document(f"Number {i}. The ferry left.", id=str(i)) for i in range(5)]
    found = [
        one.document_id for one in from_documents(documents, ["ferry"], by_shared_words) if "ferry" in one.span.text
    ]
    assert found == ["0"]


class SmallIndex:
    """What ``from_index`` asks of an index."""

    def __init__(self, *excerpts: Excerpt) -> None:
        self.excerpts = excerpts

    def search(self, query: str, top: int) -> tuple[Excerpt, ...]:
        return self.excerpts

    def around(self, found: tuple[Excerpt, ...], width: int) -> tuple[Excerpt, ...]:
        return found

    def beginnings(self, wholes: Iterable[int]) -> dict[int, str]:
        return {}


def test_documents_of_one_address_do_not_hide_each_other():
    index = SmallIndex(Excerpt("The ferry left.", "a.example", whole=1), Excerpt("Ice came.", "a.example", whole=2))
    assert [one.span.text for one in from_index(index, ["ferry"])] == ["The ferry left.", "Ice came."]


def test_documents_are_let_go():
    """However many there are: what is kept of them are sentences."""
    alive: weakref.WeakSet[Document] = weakref.WeakSet()
    most = 0

    def documents() -> Iterator[Document]:
        nonlocal most
        for number in range(200):
            document = Document(f"The ferry number {number} left. " * 50, id=str(number))
            alive.add(document)
            gc.collect(0)
            most = max(most, len(alive))
            yield document

    from_documents(documents(), ["ferry number 7"], by_shared_words)
    assert most < 10


def test_half_a_character_is_no_text():
    with pytest.raises(OtherwordsError, match=r"^b.txt is not text: character 2"):
        from_documents([Document("It is.", id="a.txt"), Document("It\ud800", id="b.txt")], ["it"], by_shared_words)
