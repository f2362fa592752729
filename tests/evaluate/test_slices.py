"""Accuracy on parts of a file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.evaluate.analysis import start_analysis
from otherwords.evaluate.outcome import Outcome
from otherwords.evaluate.prediction import NOT_HERE, Prediction
from otherwords.evaluate.scorers import SCORERS
from otherwords.evaluate.slices import (
    MOST_ROWS,
    NO_DOMAIN,
    NULL,
    OTHERS,
    Buckets,
    Slice,
    Tally,
    by_document_length,
    by_domain,
    by_label,
    by_overlap,
    by_query_length,
)
from otherwords.evaluate.spans import SpanExample

OURS = SCORERS["otherwords"]
DOCUMENT = "one two three four five six"


def outcome(query: str = "one two", id_: str = "1", right: bool = True, null: bool = False, **extra: object) -> Outcome:
    example = SpanExample(id_, query, DOCUMENT, None if null else 0, None if null else 7, extra)
    return Outcome.of(example, Prediction(0, 7) if right else Prediction(8, 13), OURS)


def counts(slice_: Slice, *outcomes: Outcome) -> list[tuple[str, int]]:
    for each in outcomes:
        slice_.add(each)
    return [(name, tally.n) for name, tally in slice_.table()]


def test_a_tally_is_em_and_f1():
    tally = Tally()
    for prediction in (Prediction(0, 7), Prediction(0, 3), NOT_HERE):
        tally.add(Outcome.of(SpanExample("1", "q", DOCUMENT, 0, 7), prediction, OURS))
    assert (tally.n, tally.em, tally.f1) == (3, pytest.approx(100 / 3), pytest.approx(100 * (1 + 2 / 3) / 3))


@pytest.mark.parametrize(("right", "of"), [(0, 1), (1, 1), (5, 10), (90, 100)])
def test_the_interval_holds_em_and_narrows_with_more_examples(right: int, of: int):
    low, high = Tally(of, right).em_interval
    assert 0 <= low <= 100 * right / of <= high <= 100
    more_low, more_high = Tally(100 * of, 100 * right).em_interval
    assert more_high - more_low < high - low


def test_wilsons_interval():
    assert Tally(10, 5).em_interval == pytest.approx((23.66, 76.34), abs=0.01)


def test_labels_with_two_flags_count_twice_and_come_in_turkus_order():
    labels = ["3", "4", "4<", "4>is", "4i", "rewrite"]
    rows = counts(by_label(), *(outcome(label=label) for label in labels), outcome(null=True, label="2"), outcome())
    assert rows == [
        ("4", 1),
        ("4 with < or >", 2),
        ("4 with i", 2),
        ("4 with s", 1),
        ("3", 1),
        ("rewrite", 1),
        ("no label", 1),
        (NULL, 1),
    ]


def test_a_file_without_labels_has_no_such_table():
    assert counts(by_label(), outcome(), outcome(null=True)) == []


@pytest.mark.parametrize(
    ("id_", "extra", "domain"),
    [
        ("dev-news-en-17", {}, "dev-news-en"),
        ("CNN-177596-7", {}, "CNN"),
        ("sv-dev-3-1", {"domain": "episode"}, "episode"),
        ("forum:12", {"domain": 5}, "forum"),
        ("56be85543aeaaa14008c9063", {}, NO_DOMAIN),
        ("17", {}, NO_DOMAIN),
        ("", {}, NO_DOMAIN),
    ],
)
def test_the_domain_is_given_or_is_how_the_id_begins(id_: str, extra: dict[str, object], domain: str):
    rows = counts(by_domain(), outcome(id_=id_, **extra), outcome(id_="other-1"))
    assert sorted(rows) == sorted([(domain, 1), ("other", 1)])


def test_a_file_whose_ids_say_nothing_has_no_domains():
    assert counts(by_domain(), outcome(id_="17"), outcome(id_="18")) == []


def test_a_domain_for_every_example_does_not_fill_the_page():
    rows = counts(by_domain(), *(outcome(domain=f"domain {number}") for number in range(1000)))
    assert len(rows) == MOST_ROWS + 1
    assert rows[-1] == (OTHERS, 1000 - MOST_ROWS)


def test_shared_words():
    asked = [outcome("one two"), outcome("one seven"), outcome("seven eight"), outcome(null=True)]
    assert counts(by_overlap(OURS), *asked) == [("below 20%", 1), ("40 to 60%", 1), ("80% or more", 1), (NULL, 1)]


def test_lengths():
    assert counts(by_query_length(), outcome("one " * 4), outcome("one " * 5), outcome("one " * 99)) == [
        ("below 5 words", 1),
        ("5 to 10 words", 1),
        ("40 words or more", 1),
    ]
    assert counts(by_document_length(), outcome()) == [("below 250 words", 1)]


@given(st.floats(0, 1e6))
def test_every_value_has_a_bucket_in_order(value: float):
    bounds = (10, 100, 1000)
    buckets = Buckets(bounds, "")
    assert buckets.names.index(buckets.name(value)) == sum(value >= bound for bound in bounds)


@given(
    st.lists(st.tuples(st.sampled_from(["one two", "seven", "six five four"]), st.booleans(), st.booleans(), st.text()))
)
def test_the_rows_add_up_to_all_the_examples(answers: list[tuple[str, bool, bool, str]]):
    analysis = start_analysis(OURS, "en")
    for query, right, null, text in answers:
        each = outcome(query, right=right, null=null, domain=text, label=text.replace("<", ""))
        analysis.add(each.example, each.prediction)
    for slice_ in analysis.slices:
        if slice_.table() and slice_.title != "By label":
            assert sum(tally.n for _, tally in slice_.table()) == len(answers)
            assert sum(tally.exact for _, tally in slice_.table()) == len(answers) - analysis.mistakes.total()
