"""Which word of a passage says which word of the query."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_models import ANY_TEXT

from otherwords import Finder
from otherwords.find.explain import align
from otherwords.text import Span


@given(query=ANY_TEXT, passage=ANY_TEXT, before=st.integers(0, 50))
@settings(deadline=None, max_examples=150)
def test_alignments_obey_the_law(tiny: Finder, query: str, passage: str, before: int):
    text = "x" * before + passage
    seen = -1
    for alignment in align(tiny._encoder, query, Span.of(text, before, len(text))):
        for whole, span in ((query, alignment.query), (text, alignment.passage)):
            assert span.text
            assert whole[span.start : span.end] == span.text
        assert alignment.passage.start >= before
        assert alignment.query.start > seen
        seen = alignment.query.start
        assert 0.35 <= alignment.similarity <= 1.0001


def test_words_align_with_themselves(finder: Finder):
    text = "Nobody saw the ferry leave"
    pairs = align(finder._encoder, text, Span.of(text, 0, len(text)))
    assert [(pair.query, pair.similarity) for pair in pairs] == [(pair.passage, 1.0) for pair in pairs]
    assert len(pairs) == 5
    assert align(finder._encoder, text, Span(0, 0, "")) == ()
