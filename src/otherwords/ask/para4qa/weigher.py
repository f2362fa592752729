"""p(q′|q): the weight of every wording of a question, the question itself among them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.para4qa.readers import Read, Reader
from otherwords.ask.para4qa.rmsprop import Noise
from otherwords.ask.para4qa.scoring import score_shapes, scores, scores_back, softmax, softmax_back

Floats = NDArray[np.float32]

NAME = "weigh"


class Weigher:
    """A softmax over w · [q, q′, q ⊙ q′] + b. ``groups`` are questions with their wordings, the question first."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def shapes(self) -> dict[str, tuple[int, ...]]:
        return self._reader.shapes() | score_shapes(NAME, self._reader.width)

    def start(self) -> dict[str, Floats]:
        """Where learning begins, if not by a draw: vectors that are made to be compared begin as their cosine."""
        if self._reader.shapes():
            return {}
        nothing = np.zeros(self._reader.width, dtype=np.float32)
        return {f"{NAME} first": nothing, f"{NAME} second": nothing, f"{NAME} product": nothing + np.float32(0.08)}

    def weights(
        self, parameters: Mapping[str, Floats], groups: Sequence[Sequence[str]], noise: Noise | None = None
    ) -> tuple[list[Floats], Read]:
        read = self._reader.read(parameters, [text for group in groups for text in group], noise)
        found = [softmax(scores(parameters, NAME, vectors[:1], vectors)[0]) for vectors in split(read.vectors, groups)]
        return found, read

    def back(
        self,
        parameters: Mapping[str, Floats],
        read: Read,
        groups: Sequence[Sequence[str]],
        found: Sequence[Floats],
        by_weights: Sequence[NDArray[Any]],
        gradients: dict[str, Floats],
    ) -> None:
        by_vectors: list[Floats] = []
        for vectors, weights, by_weight in zip(split(read.vectors, groups), found, by_weights, strict=True):
            by_scores = softmax_back(weights, by_weight)[None].astype(np.float32)
            first, every = scores_back(parameters, NAME, vectors[:1], vectors, by_scores, gradients)
            every[0] += first[0]
            by_vectors.append(every)
        self._reader.back(parameters, read, np.concatenate(by_vectors), gradients)


def split(rows: Floats, groups: Sequence[Sequence[object]]) -> list[Floats]:
    """The rows of each group."""
    return np.split(rows, np.cumsum([len(group) for group in groups])[:-1])
