"""Is an index whole? Every passage is what its hash says, every document is all there, and every file that is known."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby

import numpy as np

from otherwords.index.passages import digest
from otherwords.index.store import Store

_COLUMNS = ["whole", "number", "source", "document", "ordinal", "start", "text", "hash", "document_hash", "vector"]
_SLACK = 0.01
"""Of a length of one: what half precision loses."""


def problems(store: Store) -> Iterator[str]:
    """What is wrong, a line each; nothing where all is well."""
    parts: dict[int, list[tuple[int, int, int, bytes]]] = defaultdict(list)
    names: dict[int, str] = {}
    passages: dict[str, int] = defaultdict(int)
    for row in store.scan(_COLUMNS):
        name = f"{row['document']}, passage {row['number']}"
        if digest(row["text"]) != row["hash"]:
            yield f"{name}: its text is not the one that was added; remove its document, and add it again"
        length = float(np.linalg.norm(np.array(row["vector"], dtype=np.float32)))
        if not abs(length - 1) < _SLACK:
            yield f"{name}: its vector is damaged; remove its document, and add it again"
        parts[row["whole"]].append((row["number"], row["start"], len(row["text"]), row["document_hash"]))
        names[row["whole"]] = row["document"]
        passages[row["source"]] += 1
    for number, found in parts.items():
        if problem := _gap(sorted(found)):
            yield f"{names[number]}: {problem}; remove it, and add it again"
    for source, entry in store.files().items():
        if passages[source] != entry.passages:
            yield f"{entry.path}: {passages[source]} of its {entry.passages} passages are there; remove it, then add it"


def _gap(parts: list[tuple[int, int, int, bytes]]) -> str | None:
    """Passages follow each other from the beginning of the text, and are of one version of it."""
    if len({version for *_, version in parts}) > 1:
        return "holds passages of two versions"
    end = 0
    for place, (number, same) in enumerate(groupby(parts, key=lambda part: part[0])):
        found = list(same)
        if len(found) > 1:
            return f"passage {number} is there twice"
        _, start, length, _ = found[0]
        if number != place or start != end:
            return f"passage {place} is missing"
        end = start + length
    return None
