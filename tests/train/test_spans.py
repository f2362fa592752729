"""Span examples as whole numbers, and the windows cut from them."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_models import write_bert
from toy_spans import examples, tokenizer

from otherwords.evaluate.spans import SpanExample
from otherwords.train.spans import SpanSet, SpanWindows
from otherwords.train.windows import LONGEST_QUERY

DOCUMENT = "the boat was late.\nnobody minded, and the king said so."


def tokenised(tmp_path: Path, *rows: SpanExample) -> tuple[SpanSet, Counter[str]]:
    return SpanSet.of(rows, tokenizer(write_bert(tmp_path / "base")))


def test_a_span_becomes_its_tokens(tmp_path: Path):
    start = DOCUMENT.index("and the king")
    rows = [
        SpanExample("1", "the dog", DOCUMENT, start, start + len("and the king")),
        SpanExample("2", "the cat", DOCUMENT, None, None),
    ]
    spans, left_out = tokenised(tmp_path, *rows)
    reader = tokenizer(tmp_path / "base")
    (query, document, first, end), null = spans.rows.tolist()
    assert spans.text(query).tolist() == reader.tokens("the dog").ids.tolist()
    assert spans.text(document)[first:end].tolist() == reader.tokens("and the king").ids.tolist()
    assert null[1:] == [document, -1, -1]  # the document is held once
    assert not left_out
    spans.save(tmp_path / "spans.npz")
    again = SpanSet.load(tmp_path / "spans.npz")
    assert all(np.array_equal(a, b) for a, b in ((again.tokens, spans.tokens), (again.rows, spans.rows)))


def test_a_span_within_a_word_is_the_whole_token(tmp_path: Path):
    spans, _ = tokenised(tmp_path, SpanExample("1", "the dog", "the boat was late", 5, 7))
    assert spans.rows[0, 2:].tolist() == [1, 2]


def test_what_cannot_be_learned_from_is_counted(tmp_path: Path):
    rows = [
        SpanExample("1", "dog " * (LONGEST_QUERY + 1), DOCUMENT, 0, 3),
        SpanExample("2", "\u200b", DOCUMENT, 0, 3),
        SpanExample("3", "dog", "boat \u200b late", 5, 6),
        SpanExample("4", "dog", DOCUMENT, 0, 3),
    ]
    spans, left_out = tokenised(tmp_path, *rows)
    assert len(spans.rows) == 1
    assert left_out.total() == 3


@pytest.fixture(scope="module")
def spans(tmp_path_factory: pytest.TempPathFactory) -> SpanSet:
    made = [*examples(40, words=100, nulls=0.3), *examples(10, words=12, seed=1)]
    return SpanSet.of(made, tokenizer(write_bert(tmp_path_factory.mktemp("base"))))[0]


@given(seed=st.integers(0, 2**32), length=st.integers(12, 130))
def test_every_window_is_right(spans: SpanSet, seed: int, length: int):
    windows = SpanWindows(spans, length, seed)
    epoch = list(windows.epoch())
    assert len(epoch) == len(windows)
    (king,) = {int(spans.text(d)[f]) for _, d, f, _ in spans.rows if f >= 0}
    held: Counter[bytes] = Counter()
    for example in epoch:
        assert 0 < len(example.window) <= length - 3 - len(example.query)
        if example.start >= 0:
            assert example.window[example.start : example.end].tolist() == [king]
            held[example.query.tobytes()] += 1
        else:
            assert (example.start, example.end) == (-1, -1)
            assert king not in example.window
    assert set(held.values()) <= {1}
    fitting = sum(f >= 0 and length - 3 - len(spans.text(q)) > 0 for q, _, f, _ in spans.rows)
    assert len(held) == fitting
    assert windows.left_out == len(spans.rows) - sum(length - 3 - len(spans.text(q)) > 0 for q, *_ in spans.rows)


def test_windows_elsewhere_only_where_there_is_more_to_read(spans: SpanSet):
    assert len(SpanWindows(spans, 500, 1)) == len(spans.rows)
    long = sum(f >= 0 and len(spans.text(d)) > 90 for _, d, f, _ in spans.rows)
    assert len(SpanWindows(spans, 30, 1)) == len(spans.rows) + round(long / 2)


def test_the_target_stands_anywhere(tmp_path: Path):
    text = " ".join(["boat"] * 200 + ["king"] + ["boat"] * 200)
    spans, _ = tokenised(tmp_path, SpanExample("1", "dog", text, 1000, 1004))
    windows = SpanWindows(spans, 44, 1)
    places = Counter(e.start for _ in range(2000) for e in windows.epoch() if e.start >= 0)
    assert set(places) == set(range(40))
    assert max(places.values()) < 100


def test_each_epoch_is_another_and_a_seed_the_same(spans: SpanSet):
    def told(windows: SpanWindows) -> list[tuple[bytes, bytes, int]]:
        return [(e.query.tobytes(), e.window.tobytes(), e.start) for e in windows.epoch()]

    one, other = SpanWindows(spans, 50, 7), SpanWindows(spans, 50, 7)
    first = told(one)
    assert first == told(other)
    assert first != told(one)
