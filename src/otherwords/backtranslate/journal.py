"""The part of a run that is done, on disk, so that a run that was stopped goes on where it was.

JSON lines beside the output: first the settings, then what became of each document, in the documents' order. The
examples are in it whole, for standard input cannot be read a second time.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherwords.backtranslate.choice import Fate
from otherwords.evaluate.files import read_json_lines
from otherwords.evaluate.spans import SpanExample
from otherwords.text import Document, OtherwordsError


@dataclass(frozen=True)
class Entry:
    """What became of one document."""

    document_id: str
    digest: str
    fate: Fate
    example: SpanExample | None = None

    @classmethod
    def of(cls, document: Document, fate: Fate, example: SpanExample | None = None) -> "Entry":
        return cls(document.id, _digest(document), fate, example)

    def is_about(self, document: Document) -> bool:
        return self.document_id == document.id and self.digest == _digest(document)


class Journal:
    """Made by the first entry; another run with the same settings finds it."""

    def __init__(self, output: Path, settings: Mapping[str, Any]) -> None:
        self.path = output.with_name(f"{output.name}.part")
        self._settings = dict(settings)
        if self.path.exists():
            self._open()

    def entries(self) -> Iterator[Entry]:
        if self.path.exists():
            for number, row in read_json_lines(self.path):
                if number > 1:
                    yield _entry(row)

    def examples(self) -> Iterator[SpanExample]:
        return (entry.example for entry in self.entries() if entry.example)

    def append(self, entries: Iterable[Entry]) -> None:
        try:
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                if not file.tell():
                    file.write(_line(self._settings))
                file.writelines(_line(_row(entry)) for entry in entries)
        except OSError as error:
            raise OtherwordsError(f"cannot write {self.path}: {error.strerror or error}") from error

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)

    def _open(self) -> None:
        """Checks the settings, and cuts off a line that was being written when the run was stopped."""
        expected = _line(self._settings).encode()
        with self.path.open("rb+") as file:
            head = file.readline()
            if head == expected:
                file.truncate(len(head) + sum(len(line) for line in file if line.endswith(b"\n")))
            elif expected.startswith(head):
                file.truncate(0)
            else:
                raise OtherwordsError(f"{self.path} {_in_the_way(head, self._settings)}")


def _in_the_way(head: bytes, ours: dict[str, Any]) -> str:
    try:
        theirs = json.loads(head)
    except ValueError:
        theirs = None
    if not isinstance(theirs, dict) or theirs.keys() != ours.keys():
        return "is in the way, and is not unfinished work of this command; move it, or choose another output"
    differences = ", ".join(f"{name} was {theirs[name]}" for name in ours if theirs[name] != ours[name])
    return f"is unfinished work with other settings ({differences}); give those to finish it, or delete it"


def _digest(document: Document) -> str:
    return hashlib.blake2b(document.text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _row(entry: Entry) -> dict[str, Any]:
    row = {"id": entry.document_id, "digest": entry.digest, "fate": entry.fate.name}
    if entry.example is None:
        return row
    example = entry.example
    return row | {"query": example.query, "document": example.document, "start": example.start, "end": example.end}


def _entry(row: Mapping[str, Any]) -> Entry:
    example = None
    if "query" in row:
        example = SpanExample(row["id"], row["query"], row["document"], row["start"], row["end"])
    return Entry(row["id"], row["digest"], Fate[row["fate"]], example)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"
