"""Directions of single words: from a file of word vectors, or from an encoder that reads each word by itself."""

import gzip
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from otherwords.remembered import Remembered
from otherwords.text import OtherwordsError

Floats = NDArray[np.float32]

_EVERYDAY = """
    answer apple bank beautiful bed begin big bird blue body book boy bread bridge bright bring brother build
    burn buy call car card chair cheap child choose church city clean clothes cold colour country cut dance dark
    day deep doctor dog door dream drink dry eat empty eye face fall family farm fast father fear field fight
    find fire fish flower food friend garden girl give gold good grow hair hand happy hard hear heart help high
    hope horse hospital hour house job kill know language laugh law learn letter light long love make market
    meat money month moon mother mountain music name night number old open paint paper pay people phone plant
    play poor price quick rain read rent rich river road room run school sea sell send ship short sing sister
    sleep slow small snow song speak stone street strong summer sun table teach thing think time town train
    travel tree visit wait walk wall war warm water weak week wife win window winter woman wood word work write
    year young
"""
"""Words from all walks of life, whose mean is what an encoder's vectors of single words have in common."""
_REMEMBERED = 50_000


class WordVectors:
    """Unit vectors of words, each asked for once; zeros for a word that the source does not know."""

    def __init__(self, source: Callable[[Sequence[str]], Floats]) -> None:
        self._source = source
        self._known: Remembered[str, Floats] = Remembered(_REMEMBERED)

    def of(self, words: Sequence[str]) -> Floats:
        return np.stack(self._known.many(words, self._source))

    def learn(self, words: Iterable[str]) -> None:
        """Looks up what is new, all at once, which is quicker than word by word."""
        self._known.many(list(dict.fromkeys(words)), self._source)


def word_vectors(path: Path | None = None) -> WordVectors:
    """Those in a file, or those of the encoder in a folder; of the shipped encoder where no path is given."""
    if path is not None and path.is_file():
        return WordVectors(_from_table(read_vectors(path)))
    from otherwords.encoder import load_encoder

    return WordVectors(_less_the_common(load_encoder(path).mean_vectors))


def _less_the_common(vectors_of: Callable[[Sequence[str]], Floats]) -> Callable[[Sequence[str]], Floats]:
    """Directions from the midst of all words: as they come, any two words of a small encoder are near each other."""
    midst: Floats = vectors_of(_EVERYDAY.split()).mean(axis=0)

    def directions(words: Sequence[str]) -> Floats:
        rows = vectors_of(words) - midst
        unit: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.float32(1e-9))
        return unit

    return directions


def _from_table(table: dict[str, Floats]) -> Callable[[Sequence[str]], Floats]:
    nothing = np.zeros_like(next(iter(table.values())))

    def look_up(words: Sequence[str]) -> Floats:
        rows = np.stack([table.get(word, nothing) for word in words])
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        directions: Floats = (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)
        return directions

    return look_up


def read_vectors(path: Path) -> dict[str, Floats]:
    """Words with their vectors: word2vec's text or binary form, GloVe's, or JSON ``{"word": [0.1, …]}``; also .gz."""
    file: IO[bytes]
    with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:  # type: ignore[assignment]
        try:
            kind = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
            if kind == ".json":
                table = {word: np.array(row, dtype=np.float32) for word, row in json.load(file).items()}
            else:
                table = _read_binary(file) if kind == ".bin" else _read_text(file)
        except (ValueError, TypeError, AttributeError, EOFError, OSError) as error:
            raise OtherwordsError(
                f"{path} does not hold word vectors ({error}); give a text file with a word and its numbers a line,"
                " word2vec's .bin, or .json"
            ) from error
    if len({row.shape for row in table.values()}) != 1 or next(iter(table.values())).ndim != 1:
        raise OtherwordsError(f"{path} does not hold word vectors of one length; save it again")
    return table


def _read_text(file: IO[bytes]) -> dict[str, Floats]:
    table: dict[str, Floats] = {}
    for number, line in enumerate(file):
        word, *values = line.decode("utf-8", "replace").rstrip().split(" ")
        if number == 0 and len(values) == 1:
            continue  # word2vec's first line: how many words, and how many numbers each
        table[word] = np.array(values, dtype=np.float32)
    return table


def _read_binary(file: IO[bytes]) -> dict[str, Floats]:
    count, size = (int(part) for part in file.readline().split())
    table: dict[str, Floats] = {}
    for _ in range(count):
        letters = bytearray()
        while (letter := file.read(1)) != b" ":
            if not letter:
                raise ValueError("it ends too early")
            letters += letter
        table[letters.decode("utf-8", "replace").lstrip("\n")] = np.frombuffer(file.read(4 * size), dtype="<f4")
    return table
