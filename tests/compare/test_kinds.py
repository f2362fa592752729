import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.compare import Kind
from otherwords.compare.kinds import kind_of
from otherwords.compare.wording import Vocabulary


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("Stop!", "stop", Kind.COPIED),
        ("The ferry hit the quay at noon.", "The ferry hit the quay, at noon", Kind.COPIED),
        ("The ferry hit the old quay at noon today.", "The boat hit the quay at noon today.", Kind.NEAR_COPY),
        ("Nobody was hurt in the accident.", "No one got injured when it crashed.", Kind.REWORDED),
        ("It crashed.", "The ferry, which came from the islands, ran into the quay.", Kind.SUMMARISED),
        ("The ferry, which came from the islands, ran into the quay.", "It crashed.", Kind.EXPANDED),
    ],
)
def test_kinds(a: str, b: str, kind: Kind):
    vocabulary = Vocabulary()
    assert kind_of(vocabulary.wording(a).ids, vocabulary.wording(b).ids) is kind


ids = st.lists(st.integers(0, 12), min_size=1, max_size=25).map(lambda numbers: np.array(numbers, dtype=np.int64))


@given(ids, ids)
def test_the_other_way_round(a: np.ndarray, b: np.ndarray):
    assert kind_of(a, b).mirrored is kind_of(b, a)
    assert kind_of(a, a) is Kind.COPIED
