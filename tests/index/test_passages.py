"""Documents cut into passages."""

from hypothesis import given
from hypothesis import strategies as st
from tiny_models import ANY_TEXT

from otherwords.index.passages import Passage, cut
from otherwords.index.words import compared
from otherwords.text import Document, Mark

SENTENCES = [f"Sentence number {number} is about {number % 7} boats and ferries." for number in range(40)]


@given(ANY_TEXT | st.text("ab .\n", max_size=3000), st.booleans())
def test_joined_passages_are_the_text(text: str, has_lines: bool):
    cuts = list(cut(Document(text, has_lines=has_lines)))
    assert "".join(one.text for one in cuts) == (text if text.strip() else "")
    for one in cuts:
        assert text[one.start : one.start + len(one.text)] == one.text
        assert one.line == (text.count("\n", 0, one.start) + 1 if has_lines else None)


@given(st.lists(st.integers(0, 300), max_size=8, unique=True).map(sorted), st.booleans())
def test_marks_lead_to_the_places_that_the_document_gives(offsets: list[int], timed: bool):
    text = " ".join(SENTENCES[:8])
    times = [(float(n), n + 0.5) for n in range(len(offsets))]
    marks = tuple(
        Mark(offset, time=time) if timed else Mark(offset, page=number)
        for number, (offset, time) in enumerate(zip(offsets, times, strict=True), 1)
    )
    document = Document(text, "d", marks)
    for number, one in enumerate(cut(document)):
        passage = Passage("d", 1, number, one.start, one.text, one.line, one.marks)
        assert passage.location == document.locate(one.start, one.start + len(one.text))


def test_a_passage_is_a_few_sentences():
    cuts = list(cut(Document(" ".join(SENTENCES))))
    assert all(100 < len(one.text) <= 260 for one in cuts[:-1])
    assert all(one.text.startswith("Sentence") for one in cuts)


def test_a_text_without_sentences_is_cut_between_words():
    text = "word " * 1000
    cuts = list(cut(Document(text)))
    assert len(cuts) > 10
    assert max(len(one.text) for one in cuts) <= 405
    assert all(set(one.text.split()) == {"word"} for one in cuts)


def test_no_passage_is_blank():
    cuts = list(cut(Document("word " * 30 + " " * 900 + "end")))
    assert [one.text.split() for one in cuts] == [["word"] * 30, ["end"]]


def test_words_are_compared_without_their_ends():
    assert compared("The Ferries’ passengers, injured!") == "the ferri passe injur"
    assert compared("autojen autoista") == "autoj autoi"
    assert compared("渡し船が") == "渡し し船 船が"
    assert compared("!?") == ""
