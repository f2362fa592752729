"""Training examples, from a corpus whose tokens tell which segment, wording and place they come from."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from otherwords.train.corpus import Corpus, Source
from otherwords.train.fit import _fill
from otherwords.train.windows import LONGEST_QUERY, NULL_SHARE, RIVAL_SHARE, Example, Examples, Vocabulary, batch

SIZE = 10
"""Tokens a wording: two clauses of five. Its segment, its side and the place follow from a token's id."""
FIRST_ID = 1000
LINE_BREAK = 1
DOCUMENTS, SEGMENTS = 60, 30


def token(segment: int, side: int, place: int) -> int:
    return FIRST_ID + (segment * 2 + side) * SIZE + place


def origin(index: int) -> tuple[int, int, int]:
    """Segment, side, place."""
    wording, place = divmod(int(index) - FIRST_ID, SIZE)
    return wording // 2, wording % 2, place


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    size = token(DOCUMENTS * SEGMENTS, 0, 0)
    starts_word = np.ones(size, dtype=bool)
    ends_clause = np.zeros(size, dtype=bool)
    ends_clause[FIRST_ID:] = np.arange(size - FIRST_ID) % 5 == 4
    return Vocabulary(101, 102, LINE_BREAK, starts_word, ends_clause, ~ends_clause)


def corpus_of(kind: str) -> Corpus:
    count = DOCUMENTS * SEGMENTS
    tokens = np.arange(FIRST_ID, token(count, 0, 0), dtype=np.uint16)
    segments = np.arange(2 * count).reshape(-1, 2)
    step = 1 if kind == "loose" else SEGMENTS
    source = Source("made", ("en", "en"), 1.0, kind, segments, np.arange(0, count + 1, step))
    return Corpus(tokens, np.arange(0, len(tokens) + 1, SIZE), (source,))


def said(tokens: np.ndarray) -> dict[int, tuple[int, list[int]]]:
    """For every segment its side and places, line breaks left out."""
    found: dict[int, tuple[int, list[int]]] = {}
    for index in tokens:
        if index != LINE_BREAK:
            segment, side, place = origin(index)
            assert found.setdefault(segment, (side, []))[0] == side
            found[segment][1].append(place)
    return found


def check(example: Example, length: int, kind: str) -> None:
    assert 0 < len(example.query) <= LONGEST_QUERY
    assert len(example.window) > 0
    assert len(example.query) + len(example.window) + 3 <= length
    if example.start < 0:
        assert (example.start, example.end) == (-1, -1)
        return
    assert 0 <= example.start < example.end <= len(example.window)
    target = example.window[example.start : example.end]
    assert LINE_BREAK not in (target[0], target[-1])
    asked, told = said(example.query), said(target)
    assert list(asked) == list(told)  # the same segments in the same order
    for segment, (side, places) in told.items():
        assert asked[segment][0] == 1 - side  # in the other wording
        assert places in ([*range(10)], [*range(5)], [*range(5, 10)])
        queried = asked[segment][1]
        assert queried == places or (segment == list(told)[-1] and queried == places[:-1])
    if kind == "ordered":  # what stands around it is the document, in order
        around = [origin(i)[0] for i in example.window if i != LINE_BREAK]
        assert around == sorted(around)
        assert len({segment // SEGMENTS for segment in around}) == 1
        assert len({origin(i)[1] for i in example.window if i != LINE_BREAK}) == 1
    if kind == "questions":
        assert {side for side, _ in asked.values()} == {0}


@given(
    seed=st.integers(0, 2**32),
    length=st.sampled_from([60, 160, 161, 256, 384]),
    kind=st.sampled_from(["ordered", "loose", "questions"]),
)
@settings(deadline=None, max_examples=40)
def test_every_example_is_right(vocabulary: Vocabulary, seed: int, length: int, kind: str):
    for example in islice(Examples(corpus_of(kind), vocabulary, seed).stream(length), 40):
        if example.query.tolist() != [102]:  # the very first query of another document is nobody's
            check(example, length, kind)


@pytest.fixture(scope="module", params=["ordered", "loose"])
def many(vocabulary: Vocabulary, request: pytest.FixtureRequest) -> list[Example]:
    return list(islice(Examples(corpus_of(request.param), vocabulary, 1).stream(160), 2000))


def test_the_share_of_nulls(many: list[Example]):
    assert sum(example.start < 0 for example in many) / len(many) == pytest.approx(NULL_SHARE, abs=0.03)


def test_no_place_is_likelier(many: list[Example]):
    """A reader could learn where answers stand, instead of what they say."""
    room = Counter(int(10 * e.start / (len(e.window) - (e.end - e.start) + 1)) for e in many if e.start >= 0)
    assert min(room[i] for i in range(10)) / room.total() > 0.05
    assert max(room.values()) / room.total() < 0.25


def test_a_null_does_not_hold_what_is_asked(many: list[Example]):
    holding = nulls = 0
    for example in many:
        if example.start < 0 and example.query.tolist() != [102]:
            asked = {(segment, 1 - side) for segment, side, _ in map(origin, example.query)}
            here = Counter(origin(i)[:2] for i in example.window if i != LINE_BREAK)
            holding += all(here[one] >= SIZE for one in asked)
            nulls += 1
    assert holding / nulls < 0.05  # the next example may by chance come from the same document


def test_no_gap_tells_a_null(many: list[Example]):
    for example in many:
        breaks = example.window == LINE_BREAK
        assert not (breaks[1:] & breaks[:-1]).any()


def test_units_vary(many: list[Example]):
    sizes = Counter(
        sum(len(places) for _, places in said(e.window[e.start : e.end]).values()) for e in many if e.start >= 0
    )
    assert {10, 20} <= sizes.keys()
    wrapped = [LINE_BREAK in e.window[e.start : e.end] for e in many if e.start >= 0]
    assert 0.05 < sum(wrapped) / len(wrapped) < 0.8
    assert 0.2 < np.mean([LINE_BREAK in e.window for e in many]) < 0.9


def test_the_same_seed_gives_the_same_examples(vocabulary: Vocabulary):
    def first(seed: int | list[int]) -> list[tuple[list[int], list[int], int]]:
        stream = Examples(corpus_of("ordered"), vocabulary, seed).stream(200)
        return [(e.query.tolist(), e.window.tolist(), e.start) for e in islice(stream, 20)]

    assert first([1, 0]) == first([1, 0])
    assert first([1, 0]) != first([1, 1])


def test_real_text_around_loose_sentences(vocabulary: Vocabulary):
    loose = corpus_of("loose")
    half = DOCUMENTS * SEGMENTS // 2
    (all_pairs,) = loose.sources
    pairs = Source("pairs", ("en", "en"), 1.0, "loose", all_pairs.segments[:half], all_pairs.starts[: half + 1])
    context = Source("text", ("en",), 1.0, "context", all_pairs.segments[half:, :1], np.arange(0, half + 1, 40))
    other = Source("text", ("fi",), 9.0, "context", all_pairs.segments[half:, 1:], np.arange(0, half + 1, 40))
    examples = Examples(Corpus(loose.tokens, loose.starts, (pairs, context, other)), vocabulary, 1)
    shares = Counter()
    for example in islice(examples.stream(256), 500):
        around = [origin(i) for i in np.delete(example.window, slice(max(0, example.start), max(0, example.end)))]
        kinds = {segment >= half for i, (segment, _, _) in enumerate(around) if around[i][0] >= 0}
        shares[max(kinds, default=False)] += 1
        assert {side for segment, side, _ in around if segment >= half} <= {0}  # never that of another language
    assert shares[True] / 500 == pytest.approx(0.4, abs=0.1)


def test_batch(vocabulary: Vocabulary):
    def made(query: list[int], window: list[int], start: int, end: int) -> Example:
        return Example(np.array(query, dtype=np.uint16), np.array(window, dtype=np.uint16), start, end)

    examples = [made([5, 6], [7, 8, 9], 1, 3), made([5], [7], -1, -1), made([4], [9, 9], 0, 1), made([3], [2], 0, 1)]
    got = batch(examples, vocabulary, 9, apart=2)
    assert got.ids[0].tolist() == [101, 5, 6, 102, 7, 8, 9, 102, 0]
    assert got.types[0].tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 0]
    assert (got.starts.tolist(), got.ends.tolist()) == ([5, 0, 3, 3], [6, 0, 3, 3])
    assert got.query_ids.tolist() == [[101, 5, 6, 102], [101, 4, 102, 0]]
    assert got.window_ids.tolist() == [[101, 7, 8, 9, 102, 0, 0, 0, 0], [101, 9, 9, 102, 0, 0, 0, 0, 0]]
    for row, (first, last) in enumerate(zip(got.window_starts, got.window_ends, strict=True)):
        asked = examples[2 * row]
        assert got.window_ids[row, first : last + 1].tolist() == asked.window[asked.start : asked.end].tolist()


def test_rivals_in_a_batch(vocabulary: Vocabulary):
    ids = {name: np.array(value, dtype=np.uint16) for name, value in {"q": [5, 6], "w": [7, 8], "r": [9]}.items()}
    plain, paired = Example(ids["q"], ids["w"], 0, 1), Example(ids["q"], ids["w"], 1, 2, rival=ids["r"])
    got = batch([plain, paired, plain, paired], vocabulary, 8, apart=9)
    assert got.rivals.tolist() == [[1, 4], [3, 5]]
    for right, wrong in got.rivals:
        assert got.ids[right].tolist() == [101, 5, 6, 102, 7, 8, 102, 0]
        assert got.ids[wrong].tolist() == [101, 5, 6, 102, 9, 102, 0, 0]
        assert (got.starts[right], got.starts[wrong]) == (5, 0)
    assert len(got.query_ids) == 4  # a rival says nothing, so there is no span of it to learn


@pytest.mark.parametrize("rows", [16, 17, 64])
@pytest.mark.parametrize("kind", ["ordered", "loose"])
def test_a_batch_is_filled_rivals_included(vocabulary: Vocabulary, kind: str, rows: int):
    stream = Examples(shared_words(kind), vocabulary, 1).stream(256)
    for _ in range(20):
        assert len(batch(_fill(stream, rows), vocabulary, 256, apart=9).ids) == rows


def shared_words(kind: str) -> Corpus:
    """The last token of a wording is one of a few, so that segments share it."""
    corpus = corpus_of(kind)
    tokens = corpus.tokens.copy()
    tokens[SIZE - 1 :: SIZE] = np.arange(len(tokens) // SIZE) // 2 % 50 + 200
    return Corpus(tokens, corpus.starts, corpus.sources)


@pytest.mark.parametrize("kind", ["ordered", "loose"])
def test_a_rival_shares_a_word_and_says_something_else(vocabulary: Vocabulary, kind: str):
    rivals = 0
    for example in islice(Examples(shared_words(kind), vocabulary, 1).stream(256), 300):
        if example.rival is None:
            continue
        rivals += 1
        told = example.window[example.start : example.end]
        segments = {origin(i)[0] for i in told if i >= FIRST_ID}
        assert segments.isdisjoint({origin(i)[0] for i in example.rival if i >= FIRST_ID})
        assert 0 < len(example.rival) <= len(example.window)
        if kind == "loose" or len(example.rival) == len(example.window):
            continue  # cut, so that the shared word may be outside
        assert set(told[told < FIRST_ID].tolist()) & set(example.rival[example.rival < FIRST_ID].tolist())
    assert 0 < rivals / 300 < RIVAL_SHARE


def test_vocabulary():
    words = {"[CLS]": 0, "[SEP]": 1, "\n": 2, "boat": 3, "##s": 4, ".": 5, ",": 6, "'": 7}
    vocabulary = Vocabulary.of(words)
    assert (vocabulary.cls, vocabulary.sep, vocabulary.line_break) == (0, 1, 2)
    assert np.flatnonzero(vocabulary.starts_word).tolist() == [3]
    assert np.flatnonzero(vocabulary.ends_clause).tolist() == [5, 6]
