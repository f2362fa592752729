"""The index: documents in, passages out."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path

import numpy as np

from otherwords.index.check import problems
from otherwords.index.lock import writing
from otherwords.index.passages import CUT, Passage
from otherwords.index.rows import SHOWN, Prepared, passage, rows
from otherwords.index.search import search
from otherwords.index.store import About, Store, local_folder, quoted, require_parts, told
from otherwords.index.vectors import Halves, Vectors
from otherwords.reading.errors import printable
from otherwords.text import Document, Excerpt, Mark, OtherwordsError, asked_text

BATCH = 2048
"""Passages of a commit, or one document, if it has more."""
_COUNTED = 10_000
"""Passages whose characters are counted; where there are more, nobody asks how many exactly."""


@dataclass(frozen=True)
class Entry:
    """What the index holds of one source: a file, or a document that was given by itself."""

    source: str
    path: str
    documents: int
    passages: int
    is_whole: bool
    """Whether all of it is in; else a run was stopped, and adding it again goes on."""


class Index:
    """Passages of documents on disk or in an object store.

    >>> index = Index.open_or_make("index")
    >>> index.add([Document("The ferry hit the quay. No one was injured.", "news")])
    >>> index.search("Nobody was hurt.", top=1)[0].document
    'news'
    """

    def __init__(self, store: Store, vectors: Vectors) -> None:
        self.store, self.vectors = store, vectors
        self._counted: tuple[int, int] | None = None

    @classmethod
    def open(cls, uri: str | Path, model: str | Path | None = None) -> "Index":
        """An index that is there."""
        require_parts()
        return cls(Store.open(str(uri)), Vectors(model))

    @classmethod
    def open_or_make(cls, uri: str | Path, model: str | Path | None = None) -> "Index":
        require_parts()
        check_place(str(uri))
        vectors = Vectors(model)

        def about() -> About:
            return About(vectors.weights, CUT, vectors.dimensions, version("otherwords"))

        with _writing_to(str(uri)):
            store = Store.open_or_make(str(uri), about)
        store.check_weights(vectors.weights, CUT)
        return cls(store, vectors)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Nobody else may write within."""
        with writing(self.store.folder):
            yield

    def add(self, documents: Iterable[Document]) -> int:
        """Adds documents under their ids, and replaces those that are there under the same; tells how many passages.

        What this was stopped in the middle of is there in whole documents. Files are added by ``update``.
        """
        self._check()
        passages = 0
        with self.writing():
            known = self.sources()
            for several in batches(Prepared.of(document, document.id, 0) for document in documents):
                batch = list({one.source: one for one in several}.values())  # of two with one id, the later
                self.commit(batch, [one for one in batch if one.source in known])
                known |= {one.source for one in batch}
                passages += sum(len(one.cuts) for one in batch)
            self.store.tidy()
        return passages

    def commit(self, new: Sequence[Prepared], changed: Sequence[Prepared] = ()) -> None:
        """One commit: ``new`` documents, those of them that are ``changed`` in the place of what there was."""
        self._check()
        if not changed:
            if any(one.cuts for one in new):
                self.store.add(rows(new, self.vectors))
            return
        wholes = [one.whole for one in changed]
        known: dict[bytes, Halves] = {}
        for row in self.store.scan(["hash", "vector"], f"whole IN ({', '.join(map(str, wholes))})"):
            known[row["hash"]] = np.array(row["vector"], dtype=np.float16)
        table = rows(new, self.vectors, known)
        if len(table):
            self.store.replace(table, wholes)
        else:
            self.store.delete(wholes)

    def remove(self, sources: Sequence[str]) -> None:
        with self.writing():
            self.store.delete_sources(sources)
            self.store.tidy()

    def tidy(self, kept: timedelta | None = None) -> None:
        """Brings the search indexes up to date, at once, and lets go of versions older than ``kept``."""
        with self.writing():
            self.store.tidy(at_once=True, **({} if kept is None else {"kept": kept}))

    def sources(self) -> set[str]:
        return {row["source"] for row in self.store.scan(["source"])}

    def documents_of(self, source: str) -> dict[int, bytes]:
        """By their places in the source, the hashes of the documents that are in."""
        where = f"source = {quoted(source)}"
        return {row["ordinal"]: row["document_hash"] for row in self.store.scan(["ordinal", "document_hash"], where)}

    def check(self) -> Iterator[str]:
        """What is wrong with it, a line each; nothing where all is well."""
        return problems(self.store)

    def search(self, query: str, top: int = 10) -> list[Passage]:
        """The most promising passages, by words and by vectors, best first."""
        self._check()
        asked_text(query, "the query", "give a phrase, a sentence or a question")
        if not self.store.count():
            return []
        return search(self.store, query, self.vectors.of([query])[0], top)

    def around(self, passages: Sequence[Passage], width: int) -> list[Excerpt]:
        """Each passage with its neighbours, about ``width`` characters, as a stretch of its document.

        Without those that went since they were found, for others may write meanwhile.
        """
        wanted = sorted({number for one in passages for number in _neighbours(one, width)})
        if not wanted:
            return []
        places = " OR ".join(f"(whole = {whole} AND number = {number})" for whole, number in wanted)
        there = {(row["whole"], row["number"]): passage(row) for row in self.store.scan(SHOWN, places)}
        found = ([there[place] for place in _neighbours(one, width) if place in there] for one in passages)
        return [_excerpt(stretch) for stretch in found if stretch]

    def beginnings(self, wholes: Iterable[int]) -> dict[int, str]:
        """The first passage of each document, by its number."""
        wanted = ", ".join(map(str, sorted(set(wholes))))
        if not wanted:
            return {}
        rows = self.store.scan(["whole", "text"], f"number = 0 AND whole IN ({wanted})")
        return {row["whole"]: row["text"] for row in rows}

    def characters(self) -> int:
        """Of all passages together; of very many, at least so many."""
        with told(self.store.uri):
            current = int(self.store.passages.version)
        if self._counted is None or self._counted[0] != current:
            number = self.store.count()
            lengths = (len(row["text"]) for row in self.store.scan(["text"])) if number <= _COUNTED else (8 * number,)
            self._counted = current, sum(lengths)
        return self._counted[1]

    def _check(self) -> None:
        self.store.check_weights(self.vectors.weights, CUT)

    def list(self) -> list[Entry]:
        """By source. Files that hold no text are in it, too."""
        files = self.store.files()
        counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        ids: dict[str, str] = {}
        for row in self.store.scan(["source", "document", "number"]):
            ids.setdefault(row["source"], row["document"])
            counts[row["source"]][0] += row["number"] == 0
            counts[row["source"]][1] += 1
        entries = []
        for source in sorted({*files, *counts}):
            documents, passages = counts[source]
            entry = files.get(source)
            if entry is not None:
                entries.append(Entry(source, entry.path, documents, passages, True))
            else:
                entries.append(Entry(source, ids[source], documents, passages, source == ids[source]))
        return entries


def batches(documents: Iterable[Prepared], size: int = BATCH) -> Iterator[list[Prepared]]:
    """Whole documents, of ``size`` passages together."""
    batch: list[Prepared] = []
    held = 0
    for document in documents:
        if batch and held + document.size > size:
            yield batch
            batch, held = [], 0
        batch.append(document)
        held += document.size
    if batch:
        yield batch


def _neighbours(one: Passage, width: int) -> list[tuple[int, int]]:
    """A passage and as many on either side as it takes, if those are of the usual size."""
    reach = max(1, -(-(width - len(one.text)) // 400))
    return [(one.whole, number) for number in range(max(0, one.number - reach), one.number + reach + 1)]


def _excerpt(passages: Sequence[Passage]) -> Excerpt:
    first = passages[0]
    marks = []
    for one in passages:
        shift = one.start - first.start
        marks += [Mark(mark.offset + shift, mark.page, mark.time) for mark in one.marks]
    once = {mark.offset: mark for mark in marks}
    return Excerpt(
        "".join(one.text for one in passages),
        first.document,
        tuple(once[offset] for offset in sorted(once)),
        has_lines=first.line is not None,
        offset=first.start,
        first_line=first.line or 1,
        whole=first.whole,
    )


def check_place(uri: str) -> None:
    """A folder of other things is no place for an index."""
    folder = local_folder(uri)
    if folder is None:
        return
    if printable(str(folder)) != str(folder):
        raise OtherwordsError(f"{folder}: an index needs a name that is UTF-8; choose another")
    if folder.exists() and not folder.is_dir():
        raise OtherwordsError(f"{folder} is a file; an index is a folder, choose another")
    ours = {"passages.lance", "files.lance", "otherwords-index"}
    if folder.is_dir() and any(entry.name not in ours for entry in folder.iterdir()):
        raise OtherwordsError(f"{folder} holds other things than an index; choose a new or an empty folder")


@contextmanager
def _writing_to(uri: str) -> Iterator[None]:
    folder = local_folder(uri)
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        with writing(folder):
            yield
    except OSError as error:
        raise OtherwordsError(f"cannot make an index in {uri}: {error.strerror or error}") from error
