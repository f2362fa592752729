"""A direction for each text: by our pair model, or by any encoder's folder."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.rank.lists import Wordings

Floats = NDArray[np.float32]
VectorsOf = Callable[[Sequence[str]], Floats]


def vectors_by(model: Path | None) -> VectorsOf:
    """Those of the shipped pair model, or of a folder: a pair model's, or the mean token vectors of another encoder."""
    from otherwords.encoder import load_encoder
    from otherwords.encoder.pairs import PairModel

    if model is None:
        return PairModel().vectors
    encoder = load_encoder(model)
    return PairModel(model).vectors if "text_vectors" in encoder.outputs else encoder.mean_vectors


class Vectors:
    """Every text's vector, computed once: the folds of an evaluation ask for the same texts again and again."""

    def __init__(self, vectors_of: VectorsOf) -> None:
        self._vectors_of = vectors_of
        self._known: dict[str, Floats] = {}

    def of(self, texts: Sequence[str]) -> Floats:
        self.learn(texts)
        return np.stack([self._known[text] for text in texts])

    def learn(self, texts: Iterable[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known |= zip(new, self._vectors_of(new), strict=True)

    def learn_lists(self, examples: Iterable[Wordings]) -> None:
        """All at once, which is quicker than list by list."""
        self.learn(texts_of(examples))


def texts_of(examples: Iterable[Wordings]) -> Iterator[str]:
    for example in examples:
        yield example.query
        yield from (one.text for one in example.candidates)
