"""A document cut into passages: a few sentences each, none overlapping, all of them together the whole text."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b

from otherwords.text import Document, Location, Mark, short_sentences

_SIZE = 250
"""Characters of a passage, about. Of 250 and 400, this found more of the news: a vector blurs what it sums up."""
_LONGEST = 400
"""Characters. Texts without punctuation have no sentences, and a passage must stay a passage."""
CUT = f"{_SIZE}/{_LONGEST}/2"
"""How passages are cut, which all passages of an index have in common. Another number where they come out otherwise."""


@dataclass(frozen=True)
class Cut:
    """``text`` stands at ``start`` in its document; white space up to the next passage belongs to it."""

    start: int
    text: str
    line: int | None
    marks: tuple[Mark, ...]
    """With offsets in ``text``; the first is the one that it begins under."""

    @property
    def hash(self) -> bytes:
        return digest(self.text)


@dataclass(frozen=True)
class Passage:
    """A passage of an index, as it was found."""

    document: str
    """The id of its document."""
    whole: int
    """The number of its document in the index."""
    number: int
    """Its place among the passages of its document."""
    start: int
    text: str
    line: int | None = None
    marks: tuple[Mark, ...] = ()
    score: float = 0.0

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def location(self) -> Location:
        """The page, the line or the time at which it begins."""
        here = Document(self.text, marks=self.marks).locate(0, len(self.text))
        return Location(here.page, self.line, here.time)


def cut(document: Document) -> Iterator[Cut]:
    """The passages of a document: joined, they are its text, to the last character."""
    text = document.text
    starts = list(_starts(text))
    if not starts:  # nothing but white space
        return
    starts[0] = 0
    offsets = [mark.offset for mark in document.marks]
    line, counted = 1, 0
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        line += text.count("\n", counted, start)
        counted = start
        yield Cut(start, text[start:end], line if document.has_lines else None, _marks(document, offsets, start, end))


def _starts(text: str) -> Iterator[int]:
    begin: int | None = None
    for start, end in short_sentences(text, _LONGEST):
        if begin is None or end - begin > _SIZE:
            begin = start
            yield start


def _marks(document: Document, offsets: list[int], start: int, end: int) -> tuple[Mark, ...]:
    first = max(0, bisect_right(offsets, start) - 1)
    found = document.marks[first : bisect_right(offsets, end - 1)]
    return tuple(Mark(max(0, mark.offset - start), mark.page, mark.time) for mark in found)


def digest(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=16).digest()
