"""What a table is made of: the classes of pairs at its top, in its middle and at its bottom, and how it grows.

Paşca & Dienes judged 100 pairs of each of the three; so does this, as far as rules can (see ``classes.py``).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from otherwords.mine.classes import PairClass, Sorter
from otherwords.mine.filters import Fault, Filter
from otherwords.mine.table import Pair, Table
from otherwords.text import OtherwordsError

SENTENCES = "sentences"
"""The key under which a table says how many sentences it was mined from."""


@dataclass(frozen=True)
class SortedPair:
    pair: Pair
    sort: PairClass
    fault: Fault | None


@dataclass(frozen=True)
class Slice:
    """Neighbouring pairs of a table."""

    name: str
    first: int
    """The place of its first pair, from 1 for the best."""
    pairs: tuple[SortedPair, ...]

    @property
    def classes(self) -> Counter[PairClass]:
        return Counter(pair.sort for pair in self.pairs)


@dataclass(frozen=True)
class Size:
    """How much a table holds, and out of how much."""

    name: str
    sentences: int
    pairs: int


def slices(table: Table, filter_: Filter, sorter: Sorter, number: int) -> list[Slice]:
    """So many pairs of the top, the middle and the bottom; of a small table fewer, and none of them twice."""
    total = len(table)
    number = min(number, -(-total // 3))
    begins = {"top": 0, "middle": max(number, (total - number) // 2), "bottom": max(2 * number, total - number)}
    found = []
    for name, begin in begins.items():
        judged = filter_.judged(table.pairs(begin, min(begin + number, total)))
        pairs = tuple(SortedPair(pair, sorter.sort(pair.left, pair.right, fault), fault) for pair, fault in judged)
        found.append(Slice(name, begin + 1, pairs))
    return found


def growth(tables: Sequence[Table]) -> list[Size]:
    """The tables by the number of sentences they were mined from, which each must say of itself."""
    sizes = []
    for table in tables:
        said = table.about.get(SENTENCES, "")
        if not said.isdigit():
            raise OtherwordsError(
                f"{table.path} does not say how many sentences it was mined from; give tables that otherwords mine made"
            )
        sizes.append(Size(table.path.name, int(said), len(table)))
    return sorted(sizes, key=lambda size: (size.sentences, size.pairs, size.name))
