"""Is an index whole? Every passage is what its hash says, every document is all there, and every file that is known."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import groupby
from tempfile import SpooledTemporaryFile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from otherwords.index.passages import digest
from otherwords.index.store import Store

_COLUMNS = ["whole", "number", "source", "document", "start", "text", "hash", "document_hash", "vector"]
_SLACK = 0.01
"""Of a length of one: what half precision loses."""
_PLACE = np.dtype([("whole", "<i8"), ("number", "<i4"), ("start", "<i8"), ("length", "<i4"), ("version", "V16")])
"""Where a passage stands in its document."""
_AT_ONCE = 1 << 20
"""Places that are held in memory; there may be many times as many."""


def problems(store: Store, at_once: int = _AT_ONCE) -> Iterator[str]:
    """What is wrong, a line each; nothing where all is well."""
    passages: Counter[str] = Counter()
    files = store.files()
    with ExitStack() as stack:
        # The passages of a document come from anywhere: all of them go into one of several files, looked at in turn.
        number = 1 + store.count() // at_once
        in_memory = max(1, _PLACE.itemsize * at_once // number)
        shares = [stack.enter_context(SpooledTemporaryFile(in_memory)) for _ in range(number)]
        for row in store.scan(_COLUMNS):
            yield from _of_passage(row)
            place = row["whole"], row["number"], row["start"], len(row["text"]), row["document_hash"]
            shares[row["whole"] % number].write(np.array(place, _PLACE).tobytes())
            if row["source"] in files:
                passages[row["source"]] += 1
        for share in shares:
            share.seek(0)
            yield from _of_documents(store, np.frombuffer(share.read(), _PLACE))
    for source, entry in files.items():
        if passages[source] != entry.passages:
            yield f"{entry.path}: {passages[source]} of its {entry.passages} passages are there; remove it, then add it"


def _of_passage(row: dict[str, Any]) -> Iterator[str]:
    name = f"{row['document']}, passage {row['number']}"
    if digest(row["text"]) != row["hash"]:
        yield f"{name}: its text is not the one that was added; remove its document, and add it again"
    length = float(np.linalg.norm(np.array(row["vector"], dtype=np.float32)))
    if not abs(length - 1) < _SLACK:
        yield f"{name}: its vector is damaged; remove its document, and add it again"


def _of_documents(store: Store, places: NDArray[np.void]) -> Iterator[str]:
    in_order = places[np.lexsort((places["number"], places["whole"]))]
    ends = np.flatnonzero(np.diff(in_order["whole"])) + 1
    for document in np.split(in_order, ends) if len(in_order) else []:
        if problem := _gap(document.tolist()):
            whole = document["whole"][0]
            name = next((row["document"] for row in store.scan(["document"], f"whole = {whole}")), f"document {whole}")
            yield f"{name}: {problem}; remove it, and add it again"


def _gap(places: list[tuple[int, int, int, int, bytes]]) -> str | None:
    """Passages follow each other from the beginning of the text, and are of one version of it."""
    if len({version for *_, version in places}) > 1:
        return "holds passages of two versions"
    end = 0
    for place, (number, same) in enumerate(groupby(places, key=lambda one: one[1])):
        found = list(same)
        if len(found) > 1:
            return f"passage {number} is there twice"
        _, _, start, length, _ = found[0]
        if number != place or start != end:
            return f"passage {place} is missing"
        end = start + length
    return None
