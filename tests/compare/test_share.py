import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.compare import Kind, Pair
from otherwords.compare.share import shares
from otherwords.compare.side import Side
from otherwords.compare.wording import Vocabulary
from otherwords.text import Document, Location, Span


def told(draft: str, *places: tuple[int, int, str]) -> tuple[float, float]:
    """The shares of a draft of which stretches are paired with other texts."""
    vocabulary = Vocabulary()
    document = Document(draft)
    pairs = [
        Pair(document.span(start, end), Span(0, len(other), other), "", "", 0.9, Kind.REWORDED, Location(), Location())
        for start, end, other in places
    ]
    return shares(Side.of(document, vocabulary), vocabulary, pairs)


def test_copied_words_count_in_full():
    draft = "one two three four five six seven eight nine ten"
    assert told(draft, (0, len(draft), f"so {draft} then")) == (1.0, 1.0)


def test_words_of_the_draft_alone_count_a_fifth():
    assert told("one two three four", (0, 18, "a b c d")) == (pytest.approx(0.2), 1.0)


def test_shorter_rows_count_for_less():
    reused, found = told("one two three four x x x x", (0, 26, "one two three four y y y y"))
    assert found == 1.0
    assert reused == pytest.approx((4 * (0.2 + 0.8 * 4 / 8) + 4 * 0.2) / 8)


def test_a_short_passage_that_is_the_same_is_no_long_row():
    assert told("one two three four", (0, 18, "one two three four")) == (pytest.approx(0.6), 1.0)
    assert told("one", (0, 3, "one")) == (pytest.approx(0.2), 1.0)


def test_what_is_in_two_pairs_counts_once():
    draft = "one two three four five six seven eight"
    assert told(draft, (0, 39, draft), (0, 39, "a b c")) == (1.0, 1.0)
    assert told(draft, (0, 13, "one two three"), (0, 7, "a b")) == (pytest.approx(3 * (0.2 + 0.8 * 3 / 8) / 8), 3 / 8)


def test_nothing():
    assert told("one two three") == (0.0, 0.0)
    assert told("") == (0.0, 0.0)


@given(st.text(alphabet="ab ", max_size=40), st.data())
def test_reused_is_never_more_than_found(draft: str, data: st.DataObject):
    spans = st.tuples(st.integers(0, len(draft)), st.integers(0, len(draft))).map(sorted)
    places = data.draw(st.lists(st.tuples(spans, st.text(alphabet="ab ", max_size=40)), max_size=4))
    reused, found = told(draft, *((start, end, other) for (start, end), other in places))
    assert 0 <= reused <= found <= 1
