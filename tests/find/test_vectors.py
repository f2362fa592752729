"""Prepared documents: blocks on disk, computed once, and again only where a text changed."""

import os
from pathlib import Path

import numpy as np
import pytest
from tiny_models import WORDS, write_reader

from otherwords.encoder import Encoder, load_encoder
from otherwords.find import vectors as module
from otherwords.find.cache import ArrayCache
from otherwords.find.vectors import query_vectors, span_vectors
from otherwords.folders import cache_folder

KEY = "ab" * 32


def test_put_and_get(tmp_path: Path):
    cache = ArrayCache(tmp_path / "deep" / "folder")
    array = np.arange(6, dtype=np.int8).reshape(2, 3)
    assert cache.get(KEY) is None
    cache.put(KEY, array)
    assert np.array_equal(ArrayCache(tmp_path / "deep" / "folder").get(KEY), array)  # type: ignore[arg-type]
    assert [path.suffix for path in tmp_path.rglob("*") if path.is_file()] == [".npy"]


@pytest.mark.parametrize("size", [0, 1, 5, 50, 100, 129])
def test_a_file_that_was_cut_off_counts_as_absent(tmp_path: Path, size: int):
    cache = ArrayCache(tmp_path)
    cache.put(KEY, np.zeros((2, 3), dtype=np.int8))
    (path,) = tmp_path.rglob("*.npy")
    path.write_bytes(path.read_bytes()[:size])
    assert cache.get(KEY) is None


def test_any_damage_to_the_header_counts_as_absent(tmp_path: Path):
    cache = ArrayCache(tmp_path)
    array = np.arange(6, dtype=np.int8).reshape(2, 3)
    cache.put(KEY, array)
    (path,) = tmp_path.rglob("*.npy")
    data = path.read_bytes()
    for i in range(len(data) - array.size):
        for bit in (1, 16, 128):
            path.write_bytes(data[:i] + bytes([data[i] ^ bit]) + data[i + 1 :])
            got = cache.get(KEY)
            assert got is None or isinstance(got, np.ndarray)


def test_a_zip_where_an_array_should_be(tmp_path: Path):
    cache = ArrayCache(tmp_path)
    cache.put(KEY, np.zeros(3, dtype=np.int8))
    (path,) = tmp_path.rglob("*.npy")
    path.write_bytes(b"PK\x03\x04" + bytes(100))
    assert cache.get(KEY) is None


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path):
    (tmp_path / "file").write_text("not a folder")
    cache = ArrayCache(tmp_path / "file" / "cache")
    cache.put(KEY, np.zeros(3, dtype=np.int8))
    assert cache.get(KEY) is None
    cache.trim()


def test_trim_removes_what_was_used_longest_ago(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    cache = ArrayCache(tmp_path)
    keys = [f"{i:02}" * 32 for i in range(5)]
    for age, key in enumerate(keys):
        cache.put(key, np.zeros(872, dtype=np.int8))  # 1000 bytes with its header
        (path,) = tmp_path.rglob(f"{key}.npy")
        os.utime(path, (1000 + age, 1000 + age))
    assert cache.get(keys[0]) is not None  # used just now
    monkeypatch.setattr("otherwords.find.cache._LARGEST", 3000)
    cache.trim()
    assert [cache.get(key) is not None for key in keys] == [True, False, False, True, True]


def test_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("OTHERWORDS_CACHE", raising=False)
    assert cache_folder() == tmp_path / "otherwords"
    monkeypatch.setenv("OTHERWORDS_CACHE", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"


class Counting:
    """An encoder that counts the rows it encodes."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.rows = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._encoder, name)

    def run(self, rows: list, *outputs: str) -> object:  # type: ignore[type-arg]
        self.rows += len(rows)
        return self._encoder.run(rows, *outputs)


@pytest.fixture
def counting(tiny_reader: Path) -> Counting:
    return Counting(load_encoder(tiny_reader, threads=1))


def some_text(count: int, seed: int = 0) -> str:
    return " ".join(np.random.default_rng(seed).choice(WORDS, count))


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SHORTEST_BLOCK", 64)
    monkeypatch.setattr(module, "_LONGEST_BLOCK", 512)
    monkeypatch.setattr(module, "_BLOCK_BITS", 6)


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 511, 512, 513, 4001])
def test_blocks_hold_every_token(length: int, small_blocks: None):
    ids = np.random.default_rng(length).integers(0, 5, length).astype(np.int32)
    blocks = list(module._blocks(ids))
    assert [i for begin, end in blocks for i in range(begin, end)] == list(range(length))
    assert all(end - begin <= 512 for begin, end in blocks)
    assert all(end - begin >= 64 for begin, end in blocks[:-1])


def test_a_document_is_encoded_once(counting: Counting, tmp_path: Path, small_blocks: None):
    text, cache = some_text(2000), ArrayCache(tmp_path)
    shares: list[float] = []
    first = span_vectors(counting, text, cache, shares.append)  # type: ignore[arg-type]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(shares) == len(list(tmp_path.rglob("*.npy"))) > 5
    assert counting.rows > 0
    counting.rows = 0
    second = span_vectors(counting, text, cache)  # type: ignore[arg-type]
    assert counting.rows == 0
    assert np.array_equal(first._vectors, second._vectors)
    assert np.array_equal(first._scales, second._scales)


@pytest.mark.parametrize("edit", ["insert", "replace", "remove", "append"])
def test_an_edited_document_is_encoded_where_it_changed(
    counting: Counting, tmp_path: Path, small_blocks: None, edit: str
):
    words, cache = some_text(6000).split(), ArrayCache(tmp_path)
    span_vectors(counting, " ".join(words), cache)  # type: ignore[arg-type]
    everything = counting.rows
    counting.rows = 0
    place = len(words) if edit == "append" else 1500
    words[place : place + (edit in ("replace", "remove"))] = [] if edit == "remove" else ["xyz"]
    text = " ".join(words)
    edited = span_vectors(counting, text, cache)  # type: ignore[arg-type]
    assert 0 < counting.rows < everything / 4
    fresh = span_vectors(counting, text, ArrayCache(tmp_path / "other"))  # type: ignore[arg-type]
    assert np.array_equal(edited._vectors, fresh._vectors)


def test_a_damaged_block_is_computed_again(counting: Counting, tmp_path: Path):
    text, cache = some_text(300), ArrayCache(tmp_path)
    first = span_vectors(counting, text, cache)  # type: ignore[arg-type]
    (path,) = tmp_path.rglob("*.npy")
    whole = path.read_bytes()
    path.write_bytes(whole[:1000])
    assert np.array_equal(span_vectors(counting, text, cache)._vectors, first._vectors)  # type: ignore[arg-type]
    assert path.read_bytes() == whole


def test_other_weights_have_other_vectors(counting: Counting, tmp_path: Path):
    cache = ArrayCache(tmp_path / "cache")
    span_vectors(counting, "the boat was late", cache)  # type: ignore[arg-type]
    other = Counting(load_encoder(write_reader(tmp_path / "other", seed=8), threads=1))
    span_vectors(other, "the boat was late", cache)  # type: ignore[arg-type]
    assert other.rows == 1


@pytest.mark.parametrize("length", [1, 40, 253, 254, 255, 318, 319, 320, 445, 1000])
def test_every_token_has_the_vector_of_a_window_that_holds_it(tiny_reader: Path, tmp_path: Path, length: int):
    """And of one that sees 32 tokens on either side of it, where the text has them."""
    encoder = load_encoder(tiny_reader, threads=1)
    text = some_text(length)
    got = span_vectors(encoder, text, ArrayCache(tmp_path))
    assert len(got._vectors) == len(got.tokens) == length
    ids = got.tokens.ids.tolist()
    windows = {begin: ids[begin : begin + 254] for begin in range(0, max(1, length - 64), 190)}
    real = {}
    for begin, window in windows.items():
        (_, (vectors,)) = next(encoder.run([encoder.single(window, kind=1)], "span_vectors"))
        real |= {(begin, begin + i): vector for i, vector in enumerate(vectors[1:-1])}
    for place in range(length):
        candidates = [
            real[begin, place]
            for begin, window in windows.items()
            if begin + min(32, begin) <= place < begin + len(window) - (32 if begin + len(window) < length else 0)
        ]
        mine = got._vectors[place].astype(np.float32) * got._scales[place]
        step = np.abs(candidates[0]).max() / 127
        assert min(np.abs(mine - one).max() for one in candidates) <= 0.51 * step + 1e-3 * 127 * step


def test_a_model_with_a_small_window(tmp_path: Path):
    encoder = load_encoder(write_reader(tmp_path / "small", positions=40), threads=1)
    got = span_vectors(encoder, some_text(300), ArrayCache(tmp_path / "cache"))
    assert (np.abs(got._vectors).max(axis=1) == 127).all()  # none was left at zero


def test_an_empty_document(counting: Counting, tmp_path: Path):
    nothing = np.zeros(0, dtype=np.int64)
    got = span_vectors(counting, "", ArrayCache(tmp_path))  # type: ignore[arg-type]
    assert len(got.scores(np.zeros(16, dtype=np.float32), nothing)) == 0


def test_query_vectors_are_the_first_token_s(tiny_reader: Path):
    encoder = load_encoder(tiny_reader, threads=1)
    tokens = encoder.tokenizer.tokens("the dog")
    row = encoder.single(tokens.ids.tolist())
    (_, (vectors,)) = next(encoder.run([row], "query_vectors"))
    assert np.array_equal(query_vectors(encoder, tokens), vectors[0])
