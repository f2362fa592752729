"""DuckDB within bounds, and Parquet files that are there only when they are whole."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords.mine.work import whole
from otherwords.reading.errors import printable
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    import duckdb

SMALL = 100 << 20
"""Bytes; enough to read or write one shard."""

_OFFLINE = ("autoinstall_known_extensions", "autoload_known_extensions")


@contextmanager
def connected(memory: int, threads: int, temporary: Path) -> "Iterator[duckdb.DuckDBPyConnection]":
    """A database in ``memory`` bytes; what has no room in them goes into a folder in ``temporary``."""
    import duckdb

    spilled = temporary / f"spilled-{os.getpid()}"  # two databases in one folder would write over each other's files

    settings: dict[str, str | int | float | list[str]] = dict.fromkeys(_OFFLINE, False)
    settings |= {"memory_limit": f"{memory >> 20}MiB", "threads": threads, "temp_directory": str(spilled)}
    with duckdb.connect(config=settings) as connection:
        yield connection


def copy(connection: "duckdb.DuckDBPyConnection", query: str, path: Path) -> None:
    """A query's rows as a file."""
    with whole(path) as unfinished:
        connection.execute(f"COPY ({query}) TO {_quoted(unfinished)} (FORMAT parquet, COMPRESSION zstd)")


def parquet(paths: Sequence[Path], options: str = "") -> str:
    """Files as a table in a query."""
    return f"read_parquet([{', '.join(_quoted(literal(path)) for path in paths)}], hive_partitioning = false{options})"


def check_is_utf8(path: Path) -> None:
    if not _is_utf8(path):
        raise OtherwordsError(f"{path}: a table or a work folder needs a name that is UTF-8; choose another")


@contextmanager
def named_in_utf8(path: Path) -> Iterator[Path]:
    """The file under a name that DuckDB can open."""
    if _is_utf8(path):
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder, "table").with_suffix(path.suffix)
        link.symlink_to(path.absolute())
        yield link


def _is_utf8(path: Path) -> bool:
    return printable(str(path)) == str(path)


def literal(path: Path) -> str:
    """A path as it is to be given to DuckDB for reading: what would be a pattern stands for itself in brackets."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in str(path))


def _quoted(path: Path | str) -> str:
    return "'" + str(path).replace("'", "''") + "'"
