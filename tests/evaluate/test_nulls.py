from dataclasses import replace

import pytest

from otherwords.evaluate.nulls import with_nulls
from otherwords.evaluate.spans import SpanExample
from otherwords.text import OtherwordsError

EXAMPLES = [SpanExample(str(i), f"q{i}", f"document {i % 7}", 0, 8) for i in range(400)]


def test_a_share_is_asked_of_another_document():
    asked = list(with_nulls(EXAMPLES, share=0.5, seed=3))
    assert [one.query for one in asked] == [one.query for one in EXAMPLES]
    nulls = [(before, after) for before, after in zip(EXAMPLES, asked, strict=True) if after.gold is None]
    assert 150 < len(nulls) < 250
    assert all(before.document != after.document for before, after in nulls)
    assert all(before == after for before, after in zip(EXAMPLES, asked, strict=True) if after.gold is not None)
    assert asked == list(with_nulls(EXAMPLES, share=0.5, seed=3))
    assert asked != list(with_nulls(EXAMPLES, share=0.5, seed=4))


def test_the_bounds():
    assert list(with_nulls(EXAMPLES, share=0)) == EXAMPLES
    assert all(one.gold is None for one in with_nulls(EXAMPLES, share=1))


def test_offsets_in_the_document_left_behind_are_dropped():
    known = [replace(example, extra={"label": "4", "negatives": [[1, 3]]}) for example in EXAMPLES]
    asked = list(with_nulls(known, share=0.5))
    assert {str(one.extra) for one in asked if one.gold is None} == {"{'label': '4'}"}
    assert all(one.extra["negatives"] == [[1, 3]] for one in asked if one.gold is not None)


def test_a_document_that_says_the_query_to_the_letter_is_no_null():
    """Two versions of three texts, each asked of the other: the query stands in the version that it was taken from."""
    versions = [("A boat came in.", "There came a\nboat, IN the evening"), ("It rained.", "Rain fell."), ("x y", "z")]
    pairs = [pair for a, b in versions for pair in ((a, b), (b, a))]
    examples = [SpanExample(str(i), query, document, 0, 1) for i, (query, document) in enumerate(pairs * 20)]
    for before, after in zip(examples, with_nulls(examples, share=1), strict=True):
        assert after.gold is None
        assert after.document not in (before.document, before.query)
    wrapped = [SpanExample("1", "came a boat; in the", "y", 0, 1), SpanExample("2", "q", versions[0][1], 0, 1)]
    assert next(with_nulls(wrapped, share=1)) == wrapped[0]  # no other document is left to ask


def test_one_document_is_not_enough():
    with pytest.raises(OtherwordsError, match="at least two"):
        list(with_nulls(EXAMPLES[:1]))
