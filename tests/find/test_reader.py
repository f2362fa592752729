"""Spans out of scores, slices out of documents, and queries that are never cut."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from otherwords import Finder
from otherwords.encoder import Encoder, Tokens, load_encoder
from otherwords.encoder.encoder import Floats, Row
from otherwords.find.reader import OVERLAP, Reader, best_spans
from otherwords.text import OtherwordsError


def cost(length: int, asked: int) -> np.float32:
    return np.float32(3) * max(np.float32(0), np.abs(np.log(np.float32(length) / np.float32(asked))) - np.float32(0.5))


def straightforward(starts: np.ndarray, ends: np.ndarray, asked: int, top: int) -> list[tuple[int, int, float]]:
    places = range(len(starts))
    spans = [(i, j, float(starts[i] + ends[j] - cost(j - i + 1, asked))) for i in places for j in places if i <= j]
    found: list[tuple[int, int, float]] = []
    for i, j, score in sorted(spans, key=lambda span: (-span[2], span[0], span[1])):
        if len(found) < top and all(j < first or last < i for first, last, _ in found):
            found.append((i, j, score))
    return found


@pytest.mark.parametrize("length", [0, 1, 2, 3, 7, 16, 33])
@pytest.mark.parametrize("top", [1, 2, 3, 5])
def test_best_spans(length: int, top: int):
    random = np.random.default_rng(100 * length + top)
    for _ in range(20):
        starts, ends = random.standard_normal((2, length)).astype(np.float32)
        asked = int(random.integers(1, 40))
        assert best_spans(starts, ends, asked, top) == straightforward(starts, ends, asked, top)


def test_best_spans_with_ties():
    random = np.random.default_rng(0)
    for _ in range(50):
        starts, ends = random.integers(0, 3, (2, 6)).astype(np.float32)
        assert best_spans(starts, ends, 2, 3) == straightforward(starts, ends, 2, 3)


def test_of_two_ends_the_likelier_length_wins():
    starts, ends = np.zeros((2, 20), dtype=np.float32)
    starts[0], ends[4], ends[19] = 5, 5, 6
    assert best_spans(starts, ends, 5, 1)[0][:2] == (0, 4)
    assert best_spans(starts, ends, 20, 1)[0][:2] == (0, 19)


def some_tokens(length: int) -> Tokens:
    places = np.arange(length, dtype=np.int32)
    return Tokens(places + 110, places, places + 1)


@pytest.fixture(scope="module")
def reader(tiny_reader: Path) -> Reader:
    return Reader(load_encoder(tiny_reader, threads=1))


@pytest.mark.parametrize("query", [1, 5, 60, 189, 190, 250, 317])
@pytest.mark.parametrize("length", [0, 1, 63, 64, 255, 256, 376, 377, 1000, 5003])
def test_slices_hold_every_token_and_overlap(reader: Reader, query: int, length: int):
    asked = some_tokens(query)
    slices = list(reader.slices(asked, length))
    assert [i for part in slices for i in range(part.start, part.stop)] != [] or length == 0
    assert {i for part in slices for i in range(part.start, part.stop)} == set(range(length))
    room = reader.room(asked)
    assert all(0 < part.stop - part.start <= room for part in slices)
    assert query + room + 3 <= 512  # query, slice and special tokens fit, all of them
    assert room >= 192
    shared = {left.stop - right.start for left, right in pairwise(slices)}
    assert shared <= {min(OVERLAP, room // 2)}
    if query <= 60:
        assert shared <= {128}


def test_a_query_is_whole_or_an_error(reader: Reader):
    assert reader.longest_query == 512 - 3 - 192
    assert len(reader.query("dog " * 317)) == 317
    with pytest.raises(OtherwordsError, match=r"too long: 318 tokens \(about 318 words\), and the limit is 317"):
        reader.query("dog " * 318)


@pytest.mark.parametrize("query", ["", " \n\t", "\x00", "\u00ad"])
def test_an_empty_query(reader: Reader, query: str):
    with pytest.raises(OtherwordsError, match="the query is empty"):
        reader.query(query)


def test_a_query_that_is_not_text(reader: Reader):
    with pytest.raises(OtherwordsError, match="not text"):
        reader.query("caf\udce9")


def test_a_small_model_has_a_small_window(tiny_answerer: Path):
    reader = Reader(load_encoder(tiny_answerer, threads=1))
    assert reader.longest_query == 128 - 3 - 64
    asked = reader.query("dog " * 61)
    assert reader.room(asked) == 64
    readings = list(reader.read(asked, [some_tokens(64).ids, some_tokens(1).ids]))
    assert [reading.window for reading in readings] == [0, 1]


def test_a_model_that_scores_no_spans(tiny_answerer: Path):
    encoder = load_encoder(tiny_answerer)
    encoder.outputs = {"token_vectors"}
    with pytest.raises(OtherwordsError, match="scores no spans"):
        Reader(encoder)


class ScoredByHand:
    """An encoder whose scores are written down: a token's start and end score is its id, [CLS]'s is given."""

    def __init__(self, nulls: dict[int, float], outputs: set[str]) -> None:
        self.nulls, self.outputs, self.max_length = nulls, outputs, 512
        template = SimpleNamespace(before=[101], between=[102], after=[102], second_type=1, size=3)
        self.tokenizer = SimpleNamespace(template=template, line_break=1)
        self.weights = SimpleNamespace(folder="by-hand", settings={})

    pair = Encoder.pair

    def run(self, rows: Sequence[Row], *outputs: str) -> Iterator[tuple[int, tuple[Floats, ...]]]:
        for i in reversed(range(len(rows))):  # in no order that a reader may rely on
            ids = np.array(rows[i][0], dtype=np.float32)
            ids[rows[i][0].index(102)] = 1e6  # [SEP] and the query outshine everything, and must not count
            ids[-1] = 1e6
            ids[0] = self.nulls[rows[i][0][-2]]
            both = np.stack([ids, ids], axis=1)
            yield i, (both,) if outputs == ("span_scores",) else (ids, ids)


@pytest.mark.parametrize("outputs", [{"span_scores"}, {"start_logits", "end_logits"}])
def test_readings(outputs: set[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("otherwords.find.reader._CHUNK", 2)
    encoder = ScoredByHand({9: -2.5, 3: 4.0, 8: 0.25, 1: 1.0}, outputs)
    reader = Reader(encoder)  # type: ignore[arg-type]
    query = Tokens(*np.full((3, 1), 999, dtype=np.int32))  # as long as the spans, which so cost nothing
    windows = [np.array(ids, dtype=np.int32) for ids in ([5, 7, 9], [3], [1, 8], [1])]
    readings = list(reader.read(query, windows, top=2))
    assert [reading.window for reading in readings] == [0, 1, 2, 3]
    assert [reading.null for reading in readings] == [-5.0, 8.0, 0.5, 2.0]
    assert readings[0].spans == [(2, 2, 18.0), (1, 1, 14.0)]
    assert readings[1].spans == [(0, 0, 6.0)]
    assert readings[2].spans == [(1, 1, 16.0)]  # a line break neither begins nor ends a span
    assert readings[3].spans == []


def test_the_example_in_the_documentation(finder: Finder):
    text = "The ferry hit the quay. No one was injured in the crash. It sailed on."
    assert str(text) in str(Finder.__doc__)
    best = finder.find("Nobody was hurt in the accident.", text).best
    assert best is not None
    assert best.span.text == "No one was injured in the crash."
