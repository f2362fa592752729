"""Word vectors drawn by each word's letters, so that tests need no encoder; and gradients the slow, sure way."""

import zlib
from collections.abc import Callable, Sequence

import numpy as np


def drawn_vectors(words: Sequence[str]) -> np.ndarray:
    rows = [np.random.default_rng(zlib.crc32(word.encode())).normal(size=12) for word in words]
    return np.array(rows, dtype=np.float32).reshape(len(words), 12)


def assert_gradients(
    loss: Callable[[dict[str, np.ndarray]], float], parameters: dict[str, np.ndarray], found: dict[str, np.ndarray]
) -> None:
    """Every parameter is moved a little, both ways; ``parameters`` are of 64 bits, for that needs digits."""
    assert found.keys() == parameters.keys()
    for name, values in parameters.items():
        for place in np.ndindex(values.shape):
            before, little = values[place], 1e-5
            values[place] = before + little
            above = loss(parameters)
            values[place] = before - little
            below = loss(parameters)
            values[place] = before
            slope = (above - below) / (2 * little)
            assert abs(slope - found[name][place]) < 1e-4 * (1 + abs(slope)), (name, place)
