"""Find over a whole collection: an index finds the promising passages, the finder reads them."""

from pathlib import Path

from otherwords.find.finder import Finder
from otherwords.index import Index, Passage
from otherwords.text import Answer

_LOOKED_AT = 64
"""Passages that the index brings."""


class Collection:
    """An index and a finder.

    >>> Collection("index").find("Nobody was hurt in the accident.").best.document_id
    'news/monday.txt'
    """

    def __init__(self, index: Index | str | Path, finder: Finder | None = None) -> None:
        self.index = index if isinstance(index, Index) else Index.open(index)
        self.finder = finder or Finder()

    def find(
        self,
        query: str,
        *,
        top: int = 1,
        min_probability: float = 0.5,
        always: bool = False,
        explain: bool = True,
        copies: bool = True,
    ) -> Answer:
        """The spans that say the query, best first, with offsets in their whole documents, or an explicit "not here".

        Without ``copies``, passages that say it word for word are passed over.
        """
        ways = self.finder.ways_of(query)
        ways[0].reader.query(query)  # what is too long is told before anything is searched
        width = max(way.width_for(query) for way in ways)
        passages = self.index.search(query, max(_LOOKED_AT, 2 * top))
        likeness = self.finder.likeness(query, [one.text for one in passages], copies=copies)
        chosen = _apart(_taking_turns(passages, likeness), width, max(top, *(way.places for way in ways)))
        return self.finder.find_among(
            query,
            self.index.around(chosen, width),
            self.index.characters(),
            top=top,
            min_probability=min_probability,
            always=always,
            explain=explain,
            copies=copies,
        )


def _taking_turns(passages: list[Passage], likeness: list[float]) -> list[Passage]:
    """The index's first, the likest, the index's second, and so on.

    The index compares whole passages, in which a short sentence is lost; likeness is that of single sentences.
    """
    likest = sorted(range(len(passages)), key=lambda i: -likeness[i])
    turns = dict.fromkeys(i for turn in zip(range(len(passages)), likest, strict=True) for i in turn)
    return [passages[i] for i in turns]


def _apart(passages: list[Passage], width: int, count: int) -> list[Passage]:
    """The best passages, without those that stand in the middle of what is read around a better one."""
    kept: list[Passage] = []
    for one in passages:
        near = (other for other in kept if other.whole == one.whole)
        if not any(abs((other.start + other.end) - (one.start + one.end)) < width // 2 for other in near):
            kept.append(one)
        if len(kept) == count:
            break
    return kept
