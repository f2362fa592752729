"""The paraphrase table: a Parquet file, or a DuckDB file with one table ``paraphrases``, told by the name's ending.

Its columns: ``left`` and ``right``, two phrases that stand in the same places, their words joined by one space,
``left`` before ``right`` by code points and every pair once; ``count``, the different anchors that support the pair;
``score`` from 0 to 1; ``contexts``, up to five places, with ``⟨…⟩`` where the phrase stands; ``sentences``, how many
sentences support the pair. Rows are sorted: score, then count, both descending, then left and right.

A table may be larger than memory: it is written and read in a stream, and a search reads the two columns of phrases,
and then only the rows that it found.
"""

import os
import tempfile
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from otherwords.mine.parquet import check_is_utf8, literal, named_in_utf8
from otherwords.mine.work import is_full_disk
from otherwords.text import OtherwordsError, Unusable

if TYPE_CHECKING:
    import duckdb

GAP = "⟨…⟩"
"""Stands in a context where the phrase stood."""

ENDINGS = (".parquet", ".duckdb")

_COLUMNS = {
    "left": "VARCHAR",
    "right": "VARCHAR",
    "count": "BIGINT",
    "score": "DOUBLE",
    "contexts": "VARCHAR[]",
    "sentences": "BIGINT",
}
_WHEN_MISSING = {"contexts": "[]", "sentences": "0"}
"""Columns that a table of another's making may lack, and what then stands for them."""
_LISTED = ", ".join(f'"{name}"' for name in _COLUMNS)
_ORDER = 'score DESC, "count" DESC, "left", "right"'
_SORTED = "otherwords.sorted"
"""A key among what a table says about itself: it was written here, so its rows are in order."""
_BATCH = 2000
_MEMORY = "1GB"


@dataclass(frozen=True, slots=True)
class Pair:
    """A row of the table."""

    left: str
    right: str
    count: int
    score: float
    contexts: tuple[str, ...] = ()
    sentences: int = 0

    def wording(self, phrase: str, text: str) -> "Wording":
        """One direction of the pair."""
        return Wording(phrase, text, self.count, self.score, self.contexts, self.sentences)


@dataclass(frozen=True, slots=True)
class Wording:
    """Another wording of a phrase, and what supports it."""

    phrase: str
    """As the table writes it, which may differ in case from what was asked for."""
    text: str
    count: int
    score: float
    contexts: tuple[str, ...] = ()
    sentences: int = 0


def check_output(path: Path) -> None:
    """For commands that work for hours before they write."""
    _check_ending(path)
    check_is_utf8(path)


def _check_ending(path: Path) -> None:
    if path.suffix not in ENDINGS:
        raise OtherwordsError(f"{path}: a paraphrase table's name ends in {' or '.join(ENDINGS)}; choose such a name")


def write(rows: "duckdb.DuckDBPyRelation | Iterable[Pair]", path: Path, about: Mapping[str, object]) -> int:
    """Sorts the rows and writes them; the file bears its name only when it is whole. Returns how many there are.

    ``rows`` is a relation with the table's columns, computed by its own connection and within that one's memory, or
    pairs. ``about`` says where they come from: settings, sentences seen, the version; kept as text.
    """
    import duckdb

    check_output(path)
    about = {key: str(value) for key, value in about.items()} | {_SORTED: "yes"}
    parquet, database = (path.with_name(f".{path.name}.{os.getpid()}{ending}") for ending in ENDINGS)
    try:
        if isinstance(rows, duckdb.DuckDBPyRelation):
            _copy_sorted(rows, parquet, about)
        else:
            with tempfile.TemporaryDirectory(dir=path.parent) as folder, _connect(folder) as connection:
                _copy_sorted(_loaded(connection, rows), parquet, about)
        with _connect() as connection:
            number = connection.sql(f"FROM {_parquet(parquet)}").shape[0]
            if path.suffix == ".duckdb":
                _copy_to_database(connection, parquet, database, about)
        (database if path.suffix == ".duckdb" else parquet).replace(path)
    except (duckdb.Error, OSError) as error:
        reason = "there is no room left on its disk; make some" if is_full_disk(error) else _reason(error)
        raise OtherwordsError(f"cannot write {path}: {reason}") from error
    finally:
        for unfinished in (parquet, database):
            unfinished.unlink(missing_ok=True)
    return number


class Table:
    """A paraphrase table, opened: pairs, best first, when iterated; wordings of a phrase when asked."""

    def __init__(self, path: str | Path) -> None:
        import duckdb

        self.path = Path(path)
        _check_ending(self.path)
        if not self.path.is_file():
            raise OtherwordsError(f"there is no paraphrase table {self.path}; otherwords mine makes one")
        self._opened = ExitStack()
        try:
            file = self._opened.enter_context(named_in_utf8(self.path))
            self._connection = self._opened.enter_context(_connect())
            if self.path.suffix == ".duckdb":
                self._connection.execute(f"ATTACH {_quoted(file)} AS file (READ_ONLY)")
                self._source, self._number = "file.paraphrases", "rowid"
            else:
                self._source, self._number = _parquet(file), "file_row_number"
            self._columns = self._checked_columns()
            self.about = self._read_about(file)
        except duckdb.Error as error:
            self.close()
            raise self._unreadable(error) from error
        except BaseException:
            self.close()
            raise
        self._is_sorted = self.about.pop(_SORTED, None) == "yes"

    @classmethod
    def open(cls, path: str | Path) -> Self:
        return cls(path)

    def close(self) -> None:
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __len__(self) -> int:
        ((number,),) = self._rows(f"SELECT count(*) FROM {self._source}")
        return int(number)

    def __iter__(self) -> Iterator[Pair]:
        return self.pairs()

    def pairs(self, start: int = 0, stop: int | None = None, min_score: float = 0) -> Iterator[Pair]:
        """From the place ``start`` to before ``stop`` in the order from best to worst, a batch at a time."""
        return map(self._pair, self._rows(self._slice(start, stop, min_score)))

    def by_phrase(self, stop: int | None = None, min_score: float = 0) -> Iterator[Wording]:
        """Both directions of the best pairs, phrase after phrase by code points, the best of each first."""
        rows = self._rows(
            f"""
            WITH best AS ({self._slice(0, stop, min_score)})
            SELECT "left" AS phrase, "right" AS text, "count", score, contexts, sentences FROM best
            UNION ALL SELECT "right", "left", "count", score, contexts, sentences FROM best
            ORDER BY phrase, score DESC, "count" DESC, text"""
        )
        return (pair.wording(pair.left, pair.right) for pair in map(self._pair, rows))

    def wordings(self, phrase: str) -> list[Wording]:
        """Other wordings of the phrase, best first; of the phrase in other case, where the table lacks this one."""
        return self.wordings_of([phrase])[phrase]

    def wordings_of(self, phrases: Sequence[str]) -> dict[str, list[Wording]]:
        """The wordings of several phrases, at the cost of one search."""
        as_given: dict[str, dict[str, Wording]] = {}
        in_any_case: dict[str, dict[str, Wording]] = {}
        spaced = {phrase: " ".join(phrase.split()) for phrase in phrases}
        for pair in self._pairs_with(list(spaced.values())):
            for phrase, text in ((pair.left, pair.right), (pair.right, pair.left)):
                wording = pair.wording(phrase, text)
                # The first is the best: a table of another's making may hold a pair in both directions.
                as_given.setdefault(phrase, {}).setdefault(text, wording)
                in_any_case.setdefault(phrase.casefold(), {}).setdefault(text, wording)
        found = ((phrase, as_given.get(key) or in_any_case.get(key.casefold(), {})) for phrase, key in spaced.items())
        return {phrase: list(wordings.values()) for phrase, wordings in found}

    def side_by_side(self, pairs: Sequence[tuple[str, str]], joiners: Sequence[str]) -> set[int]:
        """The places of those pairs whose phrases stand side by side in a phrase of the table, as in *hot and cold*."""
        query = f"""
            WITH phrases AS (
                SELECT lower("left"::VARCHAR) AS phrase FROM {self._source}
                UNION ALL SELECT lower("right"::VARCHAR) FROM {self._source}
            ),
            joined AS (
                SELECT DISTINCT split_part(phrase, joiner, 1) AS one, split_part(phrase, joiner, 2) AS two
                FROM phrases, (SELECT ' ' || unnest($joiners::VARCHAR[]) || ' ' AS joiner)
                WHERE contains(phrase, joiner)
            ),
            asked AS (
                SELECT lower(unnest($left::VARCHAR[])) AS one, lower(unnest($right::VARCHAR[])) AS two,
                    unnest(range(len($left::VARCHAR[]))) AS place
            )
            SELECT place FROM asked JOIN joined USING (one, two)
            UNION SELECT place FROM asked JOIN joined ON asked.one = joined.two AND asked.two = joined.one"""
        if not pairs or not joiners:
            return set()
        left, right = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        return {place for (place,) in self._rows(query, {"left": left, "right": right, "joiners": list(joiners)})}

    def _pairs_with(self, phrases: list[str]) -> list[Pair]:
        """The pairs that hold any of the phrases, in whatever case, best first."""
        # Found first by the phrases alone: most of a table is contexts, and those are wanted of a few rows only.
        wanted = "(SELECT lower(unnest($phrases::VARCHAR[])))"
        numbers = self._rows(
            f"SELECT {self._number} FROM {self._source}"
            f' WHERE lower("left"::VARCHAR) IN {wanted} OR lower("right"::VARCHAR) IN {wanted}',
            {"phrases": phrases},
        )
        pairs: list[Pair] = []
        while some := [str(number) for (number,) in islice(numbers, _BATCH)]:
            query = f"SELECT {self._columns} FROM {self._source} WHERE {self._number} IN ({', '.join(some)})"
            pairs += map(self._pair, self._rows(query))
        return sorted(pairs, key=lambda pair: (-pair.score, -pair.count, pair.left, pair.right))

    def _slice(self, start: int, stop: int | None, min_score: float) -> str:
        # To sort again what is sorted would keep the first of millions of rows waiting for the last.
        order = "" if self._is_sorted else f" ORDER BY {_ORDER}"
        limit = "" if stop is None else f" LIMIT {max(0, stop - start)}"
        where = f" WHERE score::DOUBLE >= {float(min_score)!r}" if min_score > 0 else ""
        return f"SELECT {self._columns} FROM {self._source}{where}{order}{limit} OFFSET {start}"

    def _rows(self, query: str, parameters: dict[str, Any] | None = None) -> Iterator[tuple[Any, ...]]:
        import duckdb

        try:
            # A cursor of its own: a search must not end an iteration that is under way.
            with self._connection.cursor() as cursor:
                cursor.execute(query, parameters or {})
                while rows := cursor.fetchmany(_BATCH):
                    yield from rows
        except duckdb.Error as error:
            raise self._unreadable(error) from error

    def _pair(self, row: tuple[Any, ...]) -> Pair:
        left, right, count, score, contexts, sentences = row
        if None in (left, right, count, score):
            raise OtherwordsError(f"{self.path} has a row without left, right, count or score; make the table again")
        return Pair(left, right, count, score, tuple(one for one in contexts or () if one is not None), sentences or 0)

    def _checked_columns(self) -> str:
        """What to select, so that each row is a pair."""
        there = {name for name, *_ in self._connection.execute(f"DESCRIBE FROM {self._source}").fetchall()}
        missing = _COLUMNS.keys() - there - _WHEN_MISSING.keys()
        if missing:
            lacks = ", ".join(name for name in _COLUMNS if name in missing)
            raise OtherwordsError(
                f"{self.path} is no paraphrase table: it lacks the column {lacks}; it needs {', '.join(_COLUMNS)}"
            )
        values = {name: f'"{name}"' if name in there else _WHEN_MISSING[name] for name in _COLUMNS}
        return ", ".join(f'{values[name]}::{kind} AS "{name}"' for name, kind in _COLUMNS.items())

    def _read_about(self, file: Path) -> dict[str, str]:
        query = f"SELECT decode(key), decode(value) FROM parquet_kv_metadata({_quoted(literal(file))})"
        if self.path.suffix == ".duckdb":
            has_about = "SELECT 1 FROM duckdb_tables() WHERE database_name = 'file' AND table_name = 'about'"
            if not self._connection.execute(has_about).fetchall():
                return {}
            query = "SELECT key, value FROM file.about"
        return dict(self._connection.execute(query).fetchall())

    def _unreadable(self, error: Exception) -> OtherwordsError:
        return Unusable(f"{self.path} cannot be read as a paraphrase table: {_reason(error)}; make it again")


def _connect(spill_to: str | None = None) -> "duckdb.DuckDBPyConnection":
    import duckdb

    # Two databases in one folder would write over each other's files. DuckDB makes the folder, and removes it.
    spill_to = os.path.join(spill_to or tempfile.gettempdir(), f"otherwords-{uuid.uuid4().hex}")
    return duckdb.connect(
        config={
            "autoinstall_known_extensions": False,  # nothing is fetched from the network
            "autoload_known_extensions": False,
            "memory_limit": _MEMORY,
            "temp_directory": spill_to,
        }
    )


def _loaded(connection: "duckdb.DuckDBPyConnection", rows: Iterable[Pair]) -> "duckdb.DuckDBPyRelation":
    columns = ", ".join(f'"{name}" {kind}' for name, kind in _COLUMNS.items())
    connection.execute(f"CREATE TABLE rows ({columns})")
    # Whole columns at a time: row by row, DuckDB takes a hundred times as long.
    columns = ", ".join(f"unnest(${place}::{kind}[])" for place, kind in enumerate(_COLUMNS.values(), start=1))
    fields = map(attrgetter(*_COLUMNS), rows)
    while some := list(islice(fields, _BATCH)):
        connection.execute(f"INSERT INTO rows SELECT {columns}", [list(column) for column in zip(*some, strict=True)])
    return connection.table("rows")


def _copy_sorted(rows: "duckdb.DuckDBPyRelation", path: Path, about: Mapping[str, str]) -> None:
    metadata = ", ".join(f"{_quoted(key)}: {_quoted(value)}" for key, value in about.items())
    values = ", ".join(f'"{name}"::{kind} AS "{name}"' for name, kind in _COLUMNS.items())
    rows.query(
        "unsorted",
        f"COPY (SELECT {values} FROM unsorted ORDER BY {_ORDER}) TO {_quoted(path)}"
        f" (FORMAT parquet, COMPRESSION zstd, KV_METADATA {{{metadata}}})",
    )


def _copy_to_database(
    connection: "duckdb.DuckDBPyConnection", parquet: Path, database: Path, about: Mapping[str, str]
) -> None:
    connection.execute(f"ATTACH {_quoted(database)} AS made")
    connection.execute(f"CREATE TABLE made.paraphrases AS SELECT {_LISTED} FROM {_parquet(parquet)}")
    connection.execute("CREATE TABLE made.about (key VARCHAR, value VARCHAR)")
    connection.executemany("INSERT INTO made.about VALUES (?, ?)", list(about.items()))
    connection.execute("DETACH made")


def _parquet(path: Path) -> str:
    return f"read_parquet({_quoted(literal(path))}, hive_partitioning = false, file_row_number = true)"


def _quoted(text: str | Path) -> str:
    return "'" + str(text).replace("'", "''") + "'"


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).splitlines()[0][:200]
