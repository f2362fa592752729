"""Which of a document's candidates becomes the example, or why none does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from otherwords.backtranslate.likeness import Likeness
from otherwords.backtranslate.sayings import is_empty, is_same
from otherwords.text import OtherwordsError, Span

ALIKE = (0.35, 0.66)
"""The paper's bounds: below them translations go wrong, above them they are near copies."""


class Sample(StrEnum):
    RANDOM = "random"
    SIMILAR = "similar"
    DISSIMILAR = "dissimilar"

    @classmethod
    def named(cls, name: str) -> "Sample":
        if name not in list(cls):
            raise OtherwordsError(f'there is no sample "{name}"; choose from {", ".join(cls)}')
        return cls(name)


class Fate(StrEnum):
    """What became of a document; of several candidates that were all dropped, the first speaks for the rest."""

    KEPT = "kept"
    IDENTICAL = "documents whose sentence came back identical"
    EMPTY = "documents whose sentence came back empty"
    TOO_LONG = "documents whose sentence came back too long"
    UNLIKE = "documents without a back-translation of the wanted similarity"
    UNTRANSLATED = "documents whose sentence could not be translated"
    NO_CANDIDATE = "documents without a sentence to ask for"


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence of the document, and what came back of it."""

    target: Span
    query: str


Select = Callable[[Sequence[Pair]], Pair | None]


def choose(pairs: Sequence[Pair], select: Select, fits: Callable[[str], bool]) -> tuple[Fate, Pair | None]:
    """The pairs come in the order in which they were drawn, so the first is one at random."""
    fates = [_fate(pair, fits) for pair in pairs]
    usable = [pair for pair, fate in zip(pairs, fates, strict=True) if fate is Fate.KEPT]
    if not usable:
        return fates[0] if fates else Fate.NO_CANDIDATE, None
    chosen = select(usable)
    return (Fate.KEPT, chosen) if chosen else (Fate.UNLIKE, None)


def selection(sample: Sample, likeness: Likeness | None) -> Select:
    if sample is Sample.RANDOM or likeness is None:
        return lambda pairs: pairs[0]

    def of(pairs: Sequence[Pair]) -> list[float]:
        return likeness([pair.target.text for pair in pairs], [pair.query for pair in pairs])

    def first_within_bounds(pairs: Sequence[Pair]) -> Pair | None:
        low, high = ALIKE
        return next((pair for pair, like in zip(pairs, of(pairs), strict=True) if low <= like <= high), None)

    def least_alike(pairs: Sequence[Pair]) -> Pair:
        likes = of(pairs)
        return pairs[likes.index(min(likes))]

    return first_within_bounds if sample is Sample.SIMILAR else least_alike


def _fate(pair: Pair, fits: Callable[[str], bool]) -> Fate:
    if is_empty(pair.query):
        return Fate.EMPTY
    if not fits(pair.query):
        return Fate.TOO_LONG
    return Fate.IDENTICAL if is_same(pair.query, pair.target.text) else Fate.KEPT
