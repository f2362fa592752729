"""Parquet: a document for each row, a batch at a time."""

from collections.abc import Iterator

from otherwords.reading.columns import choose_column
from otherwords.reading.errors import ReadingError
from otherwords.reading.source import Source
from otherwords.text import Document

_BATCH = 1000
# No extension is fetched from the network, and one thread holds but one row group in memory.
_SETTINGS = {"autoinstall_known_extensions": False, "autoload_known_extensions": False, "threads": 1}
_TABLE = "read_parquet(?, hive_partitioning = false)"


def read_parquet(source: Source) -> Iterator[Document | ReadingError]:
    import duckdb

    with source.file_on_disk() as path, duckdb.connect(config=dict(_SETTINGS)) as connection:
        types = {name: str(kind) for name, kind, *_ in connection.execute(f"DESCRIBE FROM {_TABLE}", [path]).fetchall()}
        column = choose_column(source, types)
        if types[column] != "VARCHAR":
            raise source.error(f"its column {column!r} holds {types[column]}, not text; name another")
        quoted = column.replace('"', '""')
        rows = connection.execute(f'SELECT "{quoted}" FROM {_TABLE}', [path])
        number = 0
        while batch := rows.fetchmany(_BATCH):
            for (text,) in batch:
                number += 1
                if text is None:
                    yield source.error(f"row {number} has no text in the column {column!r}; mend it or remove it")
                else:
                    yield Document(text, f"{source.id}#{number}")
