"""What a comparison tells: pairs of passages, what one is to the other, and how much of the text they cover."""

from dataclasses import dataclass
from enum import StrEnum

from otherwords.text import Location, Span


class Kind(StrEnum):
    """What A's passage is to B's."""

    COPIED = "copied"
    NEAR_COPY = "near copy"
    REWORDED = "reworded"
    SUMMARISED = "summarised"
    EXPANDED = "expanded"

    @property
    def mirrored(self) -> "Kind":
        """What B's passage is to A's."""
        return _MIRRORED.get(self, self)


_MIRRORED = {Kind.SUMMARISED: Kind.EXPANDED, Kind.EXPANDED: Kind.SUMMARISED}


@dataclass(frozen=True, slots=True)
class Pair:
    """A passage of A, and the passage of another document that says it."""

    a: Span
    b: Span
    a_id: str
    b_id: str
    probability: float
    kind: Kind
    a_location: Location
    b_location: Location

    @property
    def mirrored(self) -> "Pair":
        sides = self.b, self.a, self.b_id, self.a_id
        return Pair(*sides, self.probability, self.kind.mirrored, self.b_location, self.a_location)


@dataclass(frozen=True, slots=True)
class Comparison:
    """All pairs, in the order of A's text; none is an answer too: nothing of A is said elsewhere."""

    pairs: tuple[Pair, ...]
    share: float
    """How much of A is reused, from 0 to 1: a copied word counts in full, one of a shorter row that both have for less,
    and one of a passage in other words a fifth."""
    found: float
    """The share of A's words that stand in a pair, whatever its kind."""
    words: int
    """Of A; of the shares, too, quotations that were left out are no part."""
    left_out: tuple[Span, ...] = ()
    """Quotations of A with a citation, where those were to be left out."""

    def __bool__(self) -> bool:
        return bool(self.pairs)
