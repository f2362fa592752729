"""How well sentences were tagged."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from otherwords.mine.tags import ALL, VERB


@dataclass(frozen=True)
class Figures:
    words: int
    accuracy: float
    found: dict[str, float]
    """By tag: of the words that have it, those that got it."""
    right: dict[str, float]
    """By tag: of the words that got it, those that have it."""
    verb: float
    """The share of sentences of which it was rightly said whether they have a verb that is no gerund and no modal."""


def measure(truth: Sequence[str], said: Sequence[str]) -> Figures:
    """Compares the tags of sentences. A word whose right tag is none of ours is left out."""
    pairs = Counter(pair for sentence in zip(truth, said, strict=True) for pair in zip(*sentence, strict=True))
    in_truth = {tag: sum(pairs[tag, other] for other in ALL) for tag in ALL}
    in_said = {tag: sum(pairs[other, tag] for other in ALL) for tag in ALL}
    words = sum(in_truth.values())
    return Figures(
        words=words,
        accuracy=sum(pairs[tag, tag] for tag in ALL) / max(1, words),
        found={tag: pairs[tag, tag] / max(1, in_truth[tag]) for tag in ALL},
        right={tag: pairs[tag, tag] / max(1, in_said[tag]) for tag in ALL},
        verb=sum((VERB in one) == (VERB in other) for one, other in zip(truth, said, strict=True)) / max(1, len(truth)),
    )
