"""What a row gives does not depend on its neighbours, its place or the threads: equal to the last bit."""

from pathlib import Path

import numpy as np
import pytest
from tiny_models import WORDS, write_bert

from otherwords.encoder import Encoder, load_encoder
from otherwords.encoder.encoder import Row

SIZES = [1, 2, 3, 7, 15, 16, 17, 31, 33, 64, 65, 127, 200, 511, 512]


def rows_of(encoder: Encoder, sizes: list[int], seed: int = 0) -> list[Row]:
    random = np.random.default_rng(seed)
    return [(random.integers(1, 200, size).tolist(), random.integers(0, 2, size).tolist()) for size in sizes]


def outputs(encoder: Encoder, rows: list[Row]) -> list[np.ndarray]:
    found = {i: vectors for i, (vectors,) in encoder.run(rows, "token_vectors")}
    assert len(found) == len(rows)
    return [found[i] for i in range(len(rows))]


@pytest.fixture(scope="module")
def alone(tiny: Encoder) -> list[np.ndarray]:
    return [outputs(tiny, [row])[0] for row in rows_of(tiny, SIZES)]


def test_a_row_is_cut_to_its_own_length(tiny: Encoder, alone: list[np.ndarray]):
    assert [vectors.shape for vectors in alone] == [(size, 32) for size in SIZES]


@pytest.mark.parametrize("order", [SIZES, SIZES[::-1], SIZES[7:] + SIZES[:7]])
def test_whatever_the_order(tiny: Encoder, alone: list[np.ndarray], order: list[int]):
    rows = rows_of(tiny, SIZES)
    got = outputs(tiny, [rows[SIZES.index(size)] for size in order])
    assert all(np.array_equal(vectors, alone[SIZES.index(size)]) for vectors, size in zip(got, order, strict=True))


@pytest.mark.parametrize("copies", [2, 3, 13, 70])
def test_whatever_the_neighbours(tiny: Encoder, alone: list[np.ndarray], copies: int):
    """The neighbours are of the same length, so that they share the batch."""
    for i in (4, 6, 9):
        neighbours = rows_of(tiny, [SIZES[i]] * copies, seed=copies)
        place = copies // 2
        rows = [*neighbours[:place], rows_of(tiny, SIZES)[i], *neighbours[place:]]
        assert np.array_equal(outputs(tiny, rows)[place], alone[i])


@pytest.mark.parametrize("tokens", [1, 100, 1000, 1 << 20])
def test_whatever_the_batch(tiny: Encoder, alone: list[np.ndarray], tokens: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("otherwords.encoder.encoder._BATCH_TOKENS", tokens)
    rows = rows_of(tiny, SIZES)
    assert all(map(np.array_equal, outputs(tiny, rows * 2), alone * 2))


def test_whatever_the_threads(tiny_folder: Path, tiny: Encoder, alone: list[np.ndarray]):
    assert all(map(np.array_equal, outputs(load_encoder(tiny_folder, threads=3), rows_of(tiny, SIZES)), alone))


def test_padding_changes_nothing_much(tiny: Encoder, monkeypatch: pytest.MonkeyPatch):
    """Not to the bit, for another shape may be summed otherwise; but a mask that leaks would show."""
    rows = rows_of(tiny, [5])
    padded = outputs(tiny, rows)[0]
    monkeypatch.setattr("otherwords.encoder.encoder._LENGTH_STEP", 1)
    assert np.allclose(outputs(tiny, rows)[0], padded, atol=1e-5)


def test_no_rows(tiny: Encoder):
    assert list(tiny.run([], "token_vectors")) == []


def test_a_row_over_the_limit(tiny: Encoder):
    with pytest.raises(ValueError, match="513 tokens is longer than the model's limit of 512"):
        list(tiny.run(rows_of(tiny, [513]), "token_vectors"))


def test_pair_and_single(tiny: Encoder):
    assert tiny.pair([7, 8], [9]) == ([101, 7, 8, 102, 9, 102], [0, 0, 0, 0, 1, 1])
    assert tiny.single([7, 8]) == ([101, 7, 8, 102], [0, 0, 0, 0])
    assert tiny.single([7, 8], kind=1) == ([101, 7, 8, 102], [1, 1, 1, 1])


def test_mean_vectors_are_directions_of_means(tiny: Encoder):
    texts = ["the boat was late", "dog", "the boat was late"]
    table = tiny.mean_vectors(texts)
    assert np.allclose(np.linalg.norm(table, axis=1), 1, atol=1e-6)
    assert np.array_equal(table[0], table[2])
    (vectors,) = outputs(tiny, [tiny.single(tiny.tokenizer.ids(["dog"])[0])])
    assert np.allclose(table[1], vectors[1] / np.linalg.norm(vectors[1]), atol=1e-6)


def test_mean_vectors_of_nothing(tiny: Encoder):
    assert len(tiny.mean_vectors([])) == 0
    assert np.isfinite(tiny.mean_vectors(["", "\x00"])).all()


def test_a_long_text_is_read_whole(tmp_path: Path):
    """Through a model of 32 places, as the mean over its parts; its last word counts."""
    encoder = load_encoder(write_bert(tmp_path, positions=32))
    text = " ".join(WORDS * 5)
    ids = encoder.tokenizer.ids([text])[0]
    rows = [encoder.single(ids[i : i + 30]) for i in range(0, len(ids), 30)]
    assert len(rows) > 3
    total = sum(vectors[1:-1].sum(axis=0) for vectors in outputs(encoder, rows))
    (mean,) = encoder.mean_vectors([text])
    assert np.allclose(mean, total / np.linalg.norm(total), atol=1e-5)
    assert not np.array_equal(mean, encoder.mean_vectors([text + " dog"])[0])
