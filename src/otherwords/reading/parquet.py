"""Parquet: a document for each row, a batch at a time."""

from collections.abc import Callable, Collection, Iterator

from otherwords.reading.columns import choose_column
from otherwords.reading.errors import ReadingError
from otherwords.reading.source import Source
from otherwords.text import Document

_BATCH = 1000
# No extension is fetched from the network, and one thread holds but one row group in memory.
_SETTINGS = {"autoinstall_known_extensions": False, "autoload_known_extensions": False, "threads": 1}
_TABLE = "read_parquet(?, hive_partitioning = false)"


def read_parquet(source: Source) -> Iterator[Document | ReadingError]:
    for number, text, _ in parquet_rows(source, lambda columns: (choose_column(source, columns), None)):
        yield text if isinstance(text, ReadingError) else Document(text, f"{source.id}#{number}")


def parquet_rows(
    source: Source, choose: Callable[[Collection[str]], tuple[str, str | None]]
) -> Iterator[tuple[int, str | ReadingError, str | None]]:
    """Each with its number, from 1, its text and its id; ``choose`` tells the columns of texts and of ids, if any."""
    import duckdb

    with source.file_on_disk() as path, duckdb.connect(config=dict(_SETTINGS)) as connection:
        types = {name: str(kind) for name, kind, *_ in connection.execute(f"DESCRIBE FROM {_TABLE}", [path]).fetchall()}
        column, ids = choose(types)
        if types[column] != "VARCHAR":
            raise source.error(f"its column {column!r} holds {types[column]}, not text; name another")
        id_cells = "NULL" if ids is None else f"CAST({_quoted(ids)} AS VARCHAR)"
        rows = connection.execute(f"SELECT {_quoted(column)}, {id_cells} FROM {_TABLE}", [path])
        number = 0
        while batch := rows.fetchmany(_BATCH):
            for text, given_id in batch:
                number += 1
                if text is None:
                    text = source.error(f"row {number} has no text in the column {column!r}; mend it or remove it")
                yield number, text, given_id


def _quoted(column: str) -> str:
    return '"' + column.replace('"', '""') + '"'
