"""The tables of an index in LanceDB: passages, and which files they came from.

``passages`` is what counts: every commit to it holds whole documents, so that any version of it can be searched.
``files`` only remembers which files are wholly in, to pass over them quickly; where the two disagree, a file is read
again. So its entries come after the passages, and go before them.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from otherwords.extras import require
from otherwords.spark.files import local_path
from otherwords.text import OtherwordsError, Unusable

if TYPE_CHECKING:
    import pyarrow as pa
    from lancedb.db import DBConnection
    from lancedb.table import Table

_PASSAGES, _FILES = "passages", "files"
_ABOUT = b"otherwords"
_FORMAT = 1
_LOG = "warn,lance::index::vector::builder=error"
"""LanceDB warns of partitions that it splits, which are not in the index that they are split from yet."""
_NAMES_AT_ONCE = 500
"""In one condition."""
_KEPT = timedelta(hours=1)
"""How long old versions stay: longer than any reader needs for one question."""
_MOST_FRAGMENTS = 64
_UNINDEXED = 10_000
"""Passages, or a tenth of all, that may be searched one by one before the indexes are brought up to date."""
_WORTH_PARTITIONS = 20_000
"""Passages. Fewer are compared one by one in less time than it takes to read one of them closely."""
_A_PARTITION = 1_000
PROBED = 0.4
"""The share of partitions that is searched, and how many times the wanted number is compared exactly: see docs/index.md
for what is missed."""
REFINED = 24


@dataclass(frozen=True)
class About:
    """What an index says about itself, and what all that is added to it must share."""

    weights: str
    """The hash of the weights that made its vectors."""
    cut: str
    dimensions: int
    version: str
    """Of otherwords, for telling people; others may add to it."""
    format: int = _FORMAT


@dataclass(frozen=True)
class FileEntry:
    """A file that is wholly in the index."""

    source: str
    path: str
    """As it was given."""
    fingerprint: str
    documents: int
    passages: int
    characters: int


class Store:
    def __init__(self, uri: str, database: "DBConnection", about: About) -> None:
        self.uri, self._database, self.about = uri, database, about
        self.folder = local_folder(uri)
        self.passages: Table = database.open_table(_PASSAGES)

    @classmethod
    def open(cls, uri: str) -> "Store":
        folder = local_folder(uri)
        missing = OtherwordsError(f"there is no index in {uri}; make one: otherwords index add {uri} PATH...")
        if folder is not None and not (folder / f"{_PASSAGES}.lance").is_dir():
            raise missing
        with told(uri):
            database = _connected(uri)
            if _PASSAGES not in _names(database):
                raise missing
            about = (database.open_table(_PASSAGES).schema.metadata or {}).get(_ABOUT)
            if about is None:
                raise OtherwordsError(f"{uri} holds a table of passages that otherwords did not make; choose another")
            entries = json.loads(about)
            if entries.get("format") != _FORMAT:
                raise OtherwordsError(
                    f"{uri} has format {entries.get('format')}, and this otherwords reads {_FORMAT}; build it anew"
                )
            known = {field.name for field in fields(About)}
            return cls(uri, database, About(**{name: value for name, value in entries.items() if name in known}))

    @classmethod
    def open_or_make(cls, uri: str, about: Callable[[], About]) -> "Store":
        """The index, with whatever a run that was killed at its very beginning had not made yet.

        ``about`` is asked only where there is none: it has to load the model.
        """
        with told(uri):
            database = _connected(uri)
            names = _names(database)
            if _PASSAGES not in names:
                new = about()
                schema = passages_schema(new.dimensions).with_metadata({_ABOUT: json.dumps(asdict(new))})
                database.create_table(_PASSAGES, schema=schema)
            if _FILES not in names:
                database.create_table(_FILES, schema=_files_schema())
        store = cls.open(uri)
        from lancedb.index import FTS, BTree

        with told(uri):
            indexed = {column for index in store.passages.list_indices() for column in index.columns}
            if "compared" not in indexed:
                words = FTS(
                    base_tokenizer="whitespace",
                    stem=False,
                    remove_stop_words=False,
                    ascii_folding=False,
                    lower_case=False,
                    max_token_length=None,
                )
                store.passages.create_index("compared", config=words)
            if "whole" not in indexed:
                store.passages.create_index("whole", config=BTree())
        return store

    def check_weights(self, weights: str, cut: str) -> None:
        if self.about.cut != cut:
            raise OtherwordsError(
                f"{self.uri} was made by otherwords {self.about.version}, which cut texts at other places; "
                "build it anew in another folder"
            )
        if self.about.weights != weights:
            raise OtherwordsError(
                f"{self.uri} was made with other weights (otherwords {self.about.version}, {self.about.weights[:12]}; "
                f"these are {weights[:12]}), and vectors of both cannot be compared; build it anew in another folder"
            )

    # Writing. One commit each, so that a kill leaves either what was there before or what is there after.

    def add(self, rows: "pa.Table") -> None:
        with told(self.uri):
            self.passages.add(rows)

    def replace(self, rows: "pa.Table", wholes: Sequence[int]) -> None:
        """Adds rows, and removes what else there is of the documents ``wholes``."""
        with told(self.uri):
            merge = self.passages.merge_insert(["whole", "number"])
            merge = merge.when_matched_update_all().when_not_matched_insert_all()
            merge.when_not_matched_by_source_delete(f"whole IN ({', '.join(map(str, wholes))})").execute(rows)

    def delete(self, wholes: Sequence[int]) -> None:
        with told(self.uri):
            for i in range(0, len(wholes), _NAMES_AT_ONCE):
                self.passages.delete(f"whole IN ({', '.join(map(str, wholes[i : i + _NAMES_AT_ONCE]))})")

    def remember(self, entries: Sequence[FileEntry]) -> None:
        import pyarrow as pa

        if entries:
            with told(self.uri):
                rows = pa.Table.from_pylist([asdict(entry) for entry in entries], _files_schema())
                merge = self._files.merge_insert("source").when_matched_update_all().when_not_matched_insert_all()
                merge.execute(rows)

    def forget(self, sources: Sequence[str]) -> None:
        with told(self.uri):
            for i in range(0, len(sources), _NAMES_AT_ONCE):
                self._files.delete(f"source IN ({', '.join(map(quoted, sources[i : i + _NAMES_AT_ONCE]))})")

    def delete_sources(self, sources: Sequence[str]) -> None:
        self.forget(sources)
        with told(self.uri):
            for i in range(0, len(sources), _NAMES_AT_ONCE):
                self.passages.delete(f"source IN ({', '.join(map(quoted, sources[i : i + _NAMES_AT_ONCE]))})")

    def tidy(self, kept: timedelta = _KEPT, *, at_once: bool = False) -> None:
        """Brings the indexes up to date where that is worth its time, and lets go of versions that nobody reads."""
        with told(self.uri):
            rows = self.passages.count_rows()
            stats: Any = self.passages.stats()  # a dictionary, whatever its type says
            fragments = stats["fragment_stats"]["num_fragments"]
            indexed = {index.columns[0]: index.num_indexed_rows for index in self.passages.list_indices()}
            late = rows - (indexed.get("compared") or 0)
            if not at_once and late <= max(_UNINDEXED, rows // 10) and fragments <= _MOST_FRAGMENTS:
                return
            if rows >= _WORTH_PARTITIONS and rows > 2 * (indexed.get("vector") or 0):
                self._make_partitions(rows)
            self.passages.optimize(cleanup_older_than=kept)
            self._files.optimize(cleanup_older_than=kept)

    def _make_partitions(self, rows: int) -> None:
        """Codes of one bit a dimension: made in a twentieth of the time that product codes of the same size take, and
        read in half, for the same share of exact search."""
        from lancedb.index import IvfRq

        config = IvfRq(distance_type="cosine", num_partitions=self.partitions(rows), max_iterations=20)
        self.passages.create_index("vector", config=config)

    def partitions(self, rows: int) -> int:
        """Into which so many vectors are sorted."""
        return max(2, rows // _A_PARTITION)

    # Reading.

    @property
    def _files(self) -> "Table":
        return self._database.open_table(_FILES)

    def files(self) -> dict[str, FileEntry]:
        """By source."""
        with told(self.uri):
            if _FILES not in _names(self._database):
                return {}
            rows = self._files.search().limit(None).to_arrow().to_pylist()
        return {row["source"]: FileEntry(**row) for row in rows}

    def scan(self, columns: Sequence[str], where: str | None = None) -> Iterator[dict[str, Any]]:
        with told(self.uri):
            query = self.passages.search().select(list(columns)).limit(None)
            for batch in (query.where(where) if where else query).to_batches(1000):
                yield from batch.to_pylist()

    def count(self) -> int:
        with told(self.uri):
            return int(self.passages.count_rows())


def local_folder(uri: str) -> Path | None:
    """The folder, or None for an object store."""
    path = local_path(uri)
    return None if path is None else Path(path)


def passages_schema(dimensions: int) -> "pa.Schema":
    import pyarrow as pa

    mark = pa.struct([("offset", pa.int32()), ("page", pa.int32()), ("begin", pa.float64()), ("end", pa.float64())])
    return pa.schema(
        [
            pa.field("whole", pa.int64(), nullable=False),
            pa.field("number", pa.int32(), nullable=False),
            pa.field("source", pa.string(), nullable=False),
            pa.field("document", pa.string(), nullable=False),
            pa.field("ordinal", pa.int32(), nullable=False),
            pa.field("start", pa.int64(), nullable=False),
            pa.field("text", pa.string(), nullable=False),
            pa.field("compared", pa.string(), nullable=False),
            pa.field("line", pa.int32()),
            pa.field("marks", pa.list_(mark)),
            pa.field("hash", pa.binary(16), nullable=False),
            pa.field("document_hash", pa.binary(16), nullable=False),
            pa.field("vector", pa.list_(pa.float16(), dimensions), nullable=False),
        ]
    )


def _files_schema() -> "pa.Schema":
    import pyarrow as pa

    kinds = {"source": pa.string(), "path": pa.string(), "fingerprint": pa.string()}
    numbers = {"documents": pa.int64(), "passages": pa.int64(), "characters": pa.int64()}
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in {**kinds, **numbers}.items()])


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _connected(uri: str) -> "DBConnection":
    os.environ.setdefault("LANCEDB_LOG", _LOG)  # read once, when it is imported first
    import lancedb

    folder = local_folder(uri)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    # A reader looks for the newest version each time it is asked: a server sees what was added meanwhile.
    return lancedb.connect(str(folder or uri), read_consistency_interval=timedelta(0))


def _names(database: "DBConnection") -> Iterable[str]:
    return list(database.list_tables().tables)


def require_parts() -> None:
    require("an index", "index", "lancedb", "pyarrow")


@contextmanager
def told(uri: str) -> Iterator[None]:
    """What LanceDB raises, of whatever kind, in one line."""
    require_parts()
    try:
        yield
    except OtherwordsError:
        raise
    except (OSError, RuntimeError, ValueError) as error:
        problem = re.split(r",? ?/(?:root|home|[\w.-]+)/\S*\.rs:|\n", str(error))[0][:300].rstrip(" .,;")
        raise Unusable(
            f"the index {uri} cannot be used: {problem}; if otherwords index check says so, too, build it anew"
        ) from error
