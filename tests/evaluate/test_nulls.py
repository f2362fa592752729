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


def test_one_document_is_not_enough():
    with pytest.raises(OtherwordsError, match="at least two"):
        list(with_nulls(EXAMPLES[:1]))
