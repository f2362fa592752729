"""Translators that put one word for another, so that a test knows what comes back."""

from collections.abc import Callable, Sequence

import pytest

from otherwords.text import OtherwordsError
from otherwords.translate import Translation


class WordByWord:
    """Refuses texts with the word "unspeakable", all of them together, as a translator does that works in batches."""

    name, source, target = "word by word", "xx", "yy"

    def __init__(self, of_word: Callable[[str], str]) -> None:
        self.of_word = of_word
        self.asked: list[list[str]] = []
        self.options: set[tuple[int, float]] = set()
        self.stop_at = 0
        """The call at which the user loses patience."""

    def translate(
        self, texts: Sequence[str], beam: int = 0, length_penalty: float = 0, n_best: int = 1
    ) -> list[tuple[Translation, ...]]:
        self.asked.append(list(texts))
        self.options.add((beam, length_penalty))
        if len(self.asked) == self.stop_at:
            raise KeyboardInterrupt
        if any("unspeakable" in text.lower() for text in texts):
            raise OtherwordsError("that is unspeakable")
        return [(Translation(" ".join(map(self.of_word, text.split())), 0.0),) for text in texts]


REWORDED = {
    "boat": "ferry",
    "late": "delayed",
    "nobody": "no one",
    "minded": "cared",
    "storm": "gale",
    "came": "arrived",
}


def reworded(word: str) -> str:
    bare = word.strip(".!").lower()
    return word.lower().replace(bare, REWORDED.get(bare, bare))


@pytest.fixture
def there() -> WordByWord:
    return WordByWord(lambda word: f"¤{word}")


@pytest.fixture
def back() -> WordByWord:
    return WordByWord(lambda word: reworded(word.removeprefix("¤")))
