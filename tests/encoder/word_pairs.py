"""A pair model without a network: two texts are as alike as their words, but for those that stand for one another."""

from collections.abc import Sequence
from functools import cache

import numpy as np

SAME = {"passcode": "password", "change": "reset", "lorry": "truck", "big": "large"}
SIZE = 64


class WordPairs:
    """What it was asked is counted, so that a test can tell what was kept from what was computed again."""

    def __init__(self) -> None:
        self.encoded: list[str] = []
        self.read: list[tuple[str, str]] = []

    def vectors(self, texts: Sequence[str]) -> np.ndarray:
        self.encoded += texts
        rows = np.stack([sum((_direction(word) for word in _words(text)), np.zeros(SIZE)) for text in texts])
        lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
        return (rows / lengths).astype(np.float32)

    def probabilities(self, pairs: Sequence[tuple[str, str]], cosines: np.ndarray | None = None) -> np.ndarray:
        self.read += pairs
        shares = [len(_words(a) & _words(b)) / max(1, len(_words(a) | _words(b))) for a, b in pairs]
        return np.array(shares, dtype=np.float32)


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(SAME.get(word, word) for word in text.lower().strip("?!. ").split())


@cache
def _direction(word: str) -> np.ndarray:
    return np.random.default_rng(list(word.encode())).standard_normal(SIZE)
