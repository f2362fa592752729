"""Files given on the command line to learn from: spans, or two versions of documents, which become spans."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from zlib import crc32

from otherwords.evaluate.files import read_json_lines
from otherwords.evaluate.importers.versions import Sampling, read_versions
from otherwords.evaluate.spans import SpanExample, read_spans
from otherwords.text import OtherwordsError

SAMPLING = Sampling(words=500, queries=12)
"""How versions are asked about: about every second segment begins a query."""
HELD_OUT_SHARE = 0.1
LARGEST_DEV = 500
"""Examples held out at most: the dev set is read whole at every evaluation."""
_TELLING_LENGTH = 25
"""Characters from which a text is something of its own: "Yes." stands everywhere and gives nothing away."""


@dataclass(frozen=True)
class Given:
    """A file and the examples in it."""

    name: str
    kind: str
    examples: list[SpanExample]

    @property
    def documents(self) -> int:
        return len({example.document for example in self.examples})


def read_given(path: Path) -> Given:
    _, first = next(read_json_lines(path), (0, None))
    keys = first.keys() if isinstance(first, dict) else set()
    if {"query", "document"} <= keys:
        return Given(path.name, "spans", _sharing_documents(read_spans(path)))
    if {"a", "b"} <= keys:
        return Given(path.name, "versions", _sharing_documents(read_versions(path, SAMPLING)))
    raise OtherwordsError(
        f"{path}: neither spans nor versions; a row of spans has id, query, document, start and end, "
        "a row of versions doc_id, a and b"
    )


def _sharing_documents(examples: Iterable[SpanExample]) -> list[SpanExample]:
    """Thousands of queries may be put to one film: its text is held once."""
    documents: dict[str, str] = {}
    return [replace(one, document=documents.setdefault(one.document, one.document)) for one in examples]


def hold_out(examples: list[SpanExample]) -> tuple[list[SpanExample], list[SpanExample]]:
    """The examples to learn from, and those of some documents, kept aside: no text of theirs is learned from."""
    documents = sorted({example.document for example in examples}, key=lambda text: (crc32(text.encode()), text))
    aside: set[str] = set()
    dev: list[SpanExample] = []
    for document in documents[: max(1, round(HELD_OUT_SHARE * len(documents)))]:
        aside.add(document)
        dev += [example for example in examples if example.document == document]
        if len(dev) >= LARGEST_DEV:
            break
    # Corpora ask both ways: what is a query here is the answer in another document.
    unseen = {text for one in dev for text in _texts(one) if len(text) >= _TELLING_LENGTH}
    train = [one for one in examples if one.document not in aside and unseen.isdisjoint(_texts(one))]
    if not any(one.gold for one in train) or not any(one.gold for one in dev):
        raise OtherwordsError("too few documents to hold some out for choosing the weights; give examples with --dev")
    return train, dev


def _texts(example: SpanExample) -> list[str]:
    return [example.query, example.document[slice(*example.gold)]] if example.gold else [example.query]
