"""A pair model without a network: the more of the question's words a sentence says, the likelier it answers."""

from collections.abc import Sequence

import numpy as np

from otherwords.ask.kb.words import content
from otherwords.ask.sentences.gather import PLACES, Place
from otherwords.text import sentences


class WordReads:
    """What it was asked is counted, so that a test can tell what was remembered."""

    def __init__(self) -> None:
        self.read: list[tuple[str, str]] = []

    def scores(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        self.read += pairs
        return np.array([[0.0, 0.0, 8 * shared(a, b) - 4] for a, b in pairs], dtype=np.float32).reshape(-1, 3)

    def cosines(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        return np.array([shared(a, b) for a, b in pairs], dtype=np.float32)


def shared(question: str, sentence: str) -> float:
    asked = set(content(question))
    return len(asked & set(content(sentence))) / max(1, len(asked))


def by_shared_words(text: str, queries: Sequence[str]) -> list[list[Place]]:
    """A screen: every sentence is a place."""
    found = []
    for query in queries:
        places = [Place(start, end, shared(query, text[start:end])) for start, end in sentences(text)]
        found.append(sorted(places, key=lambda place: -place.score)[:PLACES])
    return found
