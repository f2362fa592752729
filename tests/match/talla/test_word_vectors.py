"""Files of word vectors in their usual forms, and an encoder in place of a file."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from otherwords.match.talla.word_vectors import read_vectors, word_vectors
from otherwords.text import OtherwordsError

TABLE = {"car": [3.0, 4.0], "näppi": [0.0, -2.0]}
LINES = "".join(f"{word} {' '.join(map(str, row))}\n" for word, row in TABLE.items()).encode()
BINARY = b"2 2\n" + b"\n".join(word.encode() + b" " + np.array(row, "<f4").tobytes() for word, row in TABLE.items())


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("glove.txt", LINES),
        ("word2vec.vec", b"2 2\n" + LINES),
        ("packed.txt.gz", gzip.compress(LINES, mtime=0)),
        ("word2vec.bin", BINARY),
        ("packed.bin.gz", gzip.compress(BINARY, mtime=0)),
        ("words.json", json.dumps(TABLE).encode()),
    ],
)
def test_a_file(tmp_path: Path, name: str, content: bytes):
    (tmp_path / name).write_bytes(content)
    assert {word: row.tolist() for word, row in read_vectors(tmp_path / name).items()} == TABLE
    vectors = word_vectors(tmp_path / name)
    assert vectors.of(["näppi", "unknown", "car"]) == pytest.approx(np.array([[0, -1], [0, 0], [0.6, 0.8]]))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("words.txt", b"car 1 2\nhouse 1 x\n"),
        ("uneven.txt", b"car 1 2\nhouse 1 2 3\n"),
        ("empty.txt", b""),
        ("cut.bin", BINARY[:-9]),
        ("list.json", b"[1, 2]"),
        ("deep.json", b'{"car": [[1]]}'),
        ("broken.txt.gz", b"no gzip"),
    ],
)
def test_a_file_without_word_vectors(tmp_path: Path, name: str, content: bytes):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(OtherwordsError, match="does not hold word vectors"):
        word_vectors(tmp_path / name)


def test_without_a_file_the_shipped_encoder_reads_the_words():
    vectors = word_vectors()
    car, cars, vehicle, wife = vectors.of(["car", "cars", "vehicle", "wife"])
    assert car @ cars > car @ vehicle > 0.3 > car @ wife
    assert np.linalg.norm(car) == pytest.approx(1, abs=1e-5)
