"""What reads texts to vectors: a BiLSTM that learns, as in the paper, or our encoder, which is as it is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.para4qa.lstm import Tape, lstm_shapes, read, read_back
from otherwords.ask.para4qa.rmsprop import Noise
from otherwords.ask.para4qa.word_table import WordTable

Floats = NDArray[np.float32]

DIMENSIONS, HIDDEN = 100, 50
"""Of words, and of an LSTM's states each way."""


@dataclass(frozen=True)
class Read:
    vectors: Floats
    tape: Tape | None
    kept: Floats | None


class Reader(Protocol):
    width: int

    def shapes(self) -> dict[str, tuple[int, ...]]: ...

    def read(self, parameters: Mapping[str, Floats], texts: Sequence[str], noise: Noise | None = None) -> Read: ...

    def back(
        self, parameters: Mapping[str, Floats], one: Read, by_vectors: Floats, gradients: dict[str, Floats]
    ) -> None: ...


class LstmReader:
    def __init__(self, name: str, table: WordTable, hidden: int) -> None:
        self._name, self._table, self._hidden = name, table, hidden
        self.width = 2 * hidden

    def shapes(self) -> dict[str, tuple[int, ...]]:
        return lstm_shapes(self._name, self._table.rows.shape[1], self._hidden)

    def read(self, parameters: Mapping[str, Floats], texts: Sequence[str], noise: Noise | None = None) -> Read:
        ids = self._table.ids(texts)
        vectors, tape = read(parameters, self._name, self._table.rows, ids, noise)
        if noise is None:
            return Read(vectors, tape, None)
        kept = noise.kept(vectors.shape)
        return Read(vectors * kept, tape, kept)

    def back(
        self, parameters: Mapping[str, Floats], one: Read, by_vectors: Floats, gradients: dict[str, Floats]
    ) -> None:
        if one.tape is not None:
            by_last = by_vectors if one.kept is None else by_vectors * one.kept
            read_back(parameters, self._name, one.tape, by_last, gradients)


class EncoderReader:
    """Each text is read once; nothing of the encoder is learned."""

    def __init__(self, vectors_of: Callable[[Sequence[str]], Floats]) -> None:
        self._vectors_of = vectors_of
        self._known: dict[str, Floats] = {}
        # So long that its hundreds of numbers are about as large as an LSTM's states.
        self.width = self.read({}, ["text"]).vectors.shape[1]

    def shapes(self) -> dict[str, tuple[int, ...]]:
        return {}

    def read(self, parameters: Mapping[str, Floats], texts: Sequence[str], noise: Noise | None = None) -> Read:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            vectors = self._vectors_of(new)
            self._known |= zip(new, vectors * np.float32(np.sqrt(vectors.shape[1]) / 2), strict=True)
        return Read(np.stack([self._known[text] for text in texts]), None, None)

    def back(
        self, parameters: Mapping[str, Floats], one: Read, by_vectors: Floats, gradients: dict[str, Floats]
    ) -> None:
        pass
