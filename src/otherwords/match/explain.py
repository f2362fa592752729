"""Which words of two questions say the same: for showing, made after the decision, with no part in it."""

from collections.abc import Iterable
from dataclasses import dataclass

from otherwords.match.store import Floats, Model
from otherwords.match.talla.alignment import align, similarities
from otherwords.match.talla.content_words import content_words, lowered
from otherwords.match.talla.word_vectors import WordVectors
from otherwords.text import Alignment, Span


@dataclass(frozen=True, slots=True)
class Explanation:
    """The words of two texts that say something, how near each is to each, and the pairs that belong together."""

    first: tuple[Span, ...]
    second: tuple[Span, ...]
    nearness: Floats
    pairs: tuple[Alignment, ...]
    """A word of the first text with its partner in the second, where each is the other's nearest."""


class Explainer:
    """Keeps the vectors of words, for questions of one file share many."""

    def __init__(self, model: Model) -> None:
        self._vectors = WordVectors(model.vectors)

    def learn(self, texts: Iterable[str]) -> None:
        """Looks up the words of many texts at once, which is quicker than text by text."""
        self._vectors.learn(lowered(span) for text in texts for span in content_words(text))

    def explain(self, first: str, second: str) -> Explanation:
        mine, theirs = tuple(content_words(first)), tuple(content_words(second))
        nearness = similarities([lowered(span) for span in mine], [lowered(span) for span in theirs], self._vectors)
        back = {one.word: one.other for one in align(second, first, self._vectors)}
        pairs = [
            Alignment(one.word, one.other, one.similarity)
            for one in align(first, second, self._vectors)
            if one.other is not None and _are_alike(one.word, back[one.other])
        ]
        return Explanation(mine, theirs, nearness, tuple(pairs))


def _are_alike(word: Span, other: Span | None) -> bool:
    """By their letters, for a word that stands twice in a text is its partner's nearest in both places."""
    return other is not None and lowered(word) == lowered(other)
