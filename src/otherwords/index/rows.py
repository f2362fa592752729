"""From a document to the rows of its passages, and back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from otherwords.index.passages import Cut, Passage, cut, digest
from otherwords.index.store import passages_schema
from otherwords.index.vectors import Halves, Vectors
from otherwords.index.words import compared
from otherwords.text import Document, Mark

if TYPE_CHECKING:
    import pyarrow as pa

SHOWN = ["whole", "number", "document", "start", "text", "line", "marks"]
"""The columns that a passage is made of."""


@dataclass(frozen=True)
class Prepared:
    """A document on its way into the index."""

    source: str
    """The file that it is from, or its own id."""
    ordinal: int
    """Its place among the documents of its source."""
    id: str
    hash: bytes
    cuts: Sequence[Cut]

    @classmethod
    def of(cls, document: Document, source: str, ordinal: int) -> "Prepared":
        # Lines and marks count, too: a text that moved to another page has changed.
        content = digest(f"{document.id}\0{document.has_lines}\0{document.marks}\0{document.text}")
        return cls(source, ordinal, document.id, content, list(cut(document)))

    @property
    def whole(self) -> int:
        return whole(self.source, self.ordinal)

    @property
    def size(self) -> int:
        """What it counts among those that are held at a time: one without a passage takes room, too."""
        return max(1, len(self.cuts))


def whole(source: str, ordinal: int) -> int:
    """A document's number: 63 bits of a hash, for which a billion documents leave one chance in twenty of two alike."""
    hashed = blake2b(f"{ordinal}\0{source}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(hashed, "big") >> 1


def rows(documents: Sequence[Prepared], vectors: Vectors, known: Mapping[bytes, Halves] | None = None) -> "pa.Table":
    """The rows of documents; passages whose vectors are ``known`` by their hash are not encoded again."""
    import pyarrow as pa

    known = dict(known or {})
    cuts = [one for document in documents for one in document.cuts]
    hashes = [one.hash for one in cuts]
    new = {hashed: one.text.strip() for hashed, one in zip(hashes, cuts, strict=True) if hashed not in known}
    if new:
        known |= zip(new, vectors.of(list(new.values())), strict=True)
    width = vectors.dimensions
    table = np.stack([known[hashed] for hashed in hashes]) if cuts else np.zeros((0, width), dtype=np.float16)
    columns: dict[str, Any] = {
        "whole": [document.whole for document in documents for _ in document.cuts],
        "number": [number for document in documents for number in range(len(document.cuts))],
        "source": [document.source for document in documents for _ in document.cuts],
        "document": [document.id for document in documents for _ in document.cuts],
        "ordinal": [document.ordinal for document in documents for _ in document.cuts],
        "start": [one.start for one in cuts],
        "text": [one.text for one in cuts],
        "compared": [compared(one.text) for one in cuts],
        "line": [one.line for one in cuts],
        "marks": [_marks_written(one.marks) for one in cuts],
        "hash": hashes,
        "document_hash": [document.hash for document in documents for _ in document.cuts],
        "vector": pa.FixedSizeListArray.from_arrays(pa.array(table.ravel()), width),
    }
    schema = passages_schema(width)
    return pa.table([pa.array(columns[field.name], type=field.type) for field in schema], schema=schema)


def passage(row: Mapping[str, Any], score: float = 0.0) -> Passage:
    marks = tuple(
        Mark(mark["offset"], mark["page"], None if mark["begin"] is None else (mark["begin"], mark["end"]))
        for mark in row["marks"] or ()
    )
    places = (row["whole"], row["number"], row["start"])
    return Passage(row["document"], *places, row["text"], row["line"], marks, score)


def _marks_written(marks: Sequence[Mark]) -> list[dict[str, Any]] | None:
    if not marks:
        return None
    times = [mark.time or (None, None) for mark in marks]
    return [
        {"offset": mark.offset, "page": mark.page, "begin": begin, "end": end}
        for mark, (begin, end) in zip(marks, times, strict=True)
    ]
