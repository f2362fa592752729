"""Alignment in DuckDB: from rows whose anchors have company to pairs of candidates, and to the rows of the table.

Memory is bounded: what does not fit goes to disk, and the join of the candidates with each other, which may be far
larger than all else, is made in as many parts as its size asks for.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords.mine.parquet import parquet
from otherwords.mine.score import MILLIONTHS, score
from otherwords.mine.settings import Settings

if TYPE_CHECKING:
    import duckdb

_BYTES_A_PAIR = 150
"""What a pair takes in memory while its anchors are counted."""


def align(connection: "duckdb.DuckDBPyConnection", rows: Sequence[Path], settings: Settings, memory: int) -> None:
    """Makes the tables ``pairs``, of the keys of candidates, ``samples``, of the keys of their anchors, and ``wanted``.

    ``rows`` hold anchor, candidate, fragments (how many there are) and place (of one of them); ``wanted`` tells where
    the texts of keys are to be read.
    """
    connection.execute("SET preserve_insertion_order = false")
    _prune(connection, rows, settings.least)
    connection.execute(f"""
        CREATE OR REPLACE TABLE anchors AS
            SELECT anchor, {MILLIONTHS} // (count(*) - 1) AS weight, count(*) AS candidates, min(place) AS place
            FROM core GROUP BY anchor;
        CREATE OR REPLACE TABLE core AS SELECT core.*, weight FROM core JOIN anchors USING (anchor);
        CREATE OR REPLACE TABLE candidates AS
            SELECT candidate, sum(weight)::BIGINT AS weight, min(place) AS place FROM core GROUP BY candidate;
        """)
    _join(connection, settings, memory)
    connection.execute("""
        CREATE OR REPLACE TABLE wanted AS
            SELECT false AS is_anchor, candidate AS key, place FROM candidates
            WHERE candidate IN (SELECT one FROM pairs UNION SELECT other FROM pairs)
            UNION ALL
            SELECT true, anchor, place FROM anchors WHERE anchor IN (SELECT unnest(anchors) FROM samples);
        """)


def table_rows(
    connection: "duckdb.DuckDBPyConnection", pairs: Path, samples: Path, texts: Sequence[Path]
) -> "duckdb.DuckDBPyRelation":
    """The table's rows, in no order: the tables that were made of keys, read with the texts of the keys."""
    connection.execute(f"""
        CREATE OR REPLACE TEMP VIEW candidate_texts AS SELECT key, text FROM {parquet(texts)} WHERE NOT is_anchor;
        CREATE OR REPLACE TEMP VIEW anchor_texts AS SELECT key, text FROM {parquet(texts)} WHERE is_anchor;
        CREATE OR REPLACE TEMP VIEW contexts AS
            SELECT one, other, list(text ORDER BY key) AS contexts
            FROM (SELECT one, other, unnest(anchors) AS key FROM {parquet([samples])}) JOIN anchor_texts USING (key)
            GROUP BY one, other;
        """)
    return connection.sql(f"""
        SELECT least(a.text, b.text) AS "left", greatest(a.text, b.text) AS "right", "count", score,
            coalesce(contexts, []) AS contexts, sentences
        FROM {parquet([pairs])} AS pairs
        JOIN candidate_texts AS a ON a.key = one
        JOIN candidate_texts AS b ON b.key = other
        LEFT JOIN contexts USING (one, other)
        """)


def _prune(connection: "duckdb.DuckDBPyConnection", rows: Sequence[Path], least: int) -> None:
    """Makes the table ``core``: a candidate in it has at least ``least`` anchors in it, an anchor two candidates."""
    source = parquet(rows)  # counted where it lies, for most of it is dropped at once
    while True:
        connection.execute(f"""
            CREATE OR REPLACE TABLE rest AS FROM {source} WHERE candidate IN
                (SELECT candidate FROM {source} GROUP BY candidate HAVING count(*) >= {least});
            CREATE OR REPLACE TABLE core AS FROM rest WHERE anchor IN
                (SELECT anchor FROM rest GROUP BY anchor HAVING count(*) >= 2);
            """)
        if _number(connection, "rest") == _number(connection, "core"):
            connection.execute("DROP TABLE rest")
            return
        source = "core"


def _join(connection: "duckdb.DuckDBPyConnection", settings: Settings, memory: int) -> None:
    connection.execute("""
        CREATE OR REPLACE TABLE pairs (one UBIGINT, other UBIGINT, "count" BIGINT, score DOUBLE, sentences BIGINT);
        CREATE OR REPLACE TABLE samples (one UBIGINT, other UBIGINT, anchors UBIGINT[]);
        """)
    ((meetings,),) = connection.execute("SELECT sum(candidates * (candidates - 1) // 2) FROM anchors").fetchall()
    # Twice, for the one with the smaller key is more often in the first parts.
    bits = int(2 * _BYTES_A_PAIR * (meetings or 0) // memory).bit_length()
    for part in range(1 << bits):
        together = "core AS a JOIN core AS b ON a.anchor = b.anchor AND a.candidate < b.candidate" + (
            f" AND a.candidate >> {64 - bits} = {part}" if bits else ""
        )
        connection.execute(f"""
            CREATE OR REPLACE TABLE part AS
                SELECT a.candidate AS one, b.candidate AS other, count(*) AS "count", sum(a.weight)::BIGINT AS shared,
                    sum(a.fragments + b.fragments)::BIGINT AS sentences
                FROM {together} GROUP BY ALL HAVING count(*) >= {settings.least}
            """)
        _score(connection)
        if settings.samples:
            connection.execute(f"""
                INSERT INTO samples SELECT one, other, min(a.anchor, {settings.samples})
                FROM {together} JOIN part ON one = a.candidate AND other = b.candidate GROUP BY ALL
                """)
    connection.execute("DROP TABLE part")


def _score(connection: "duckdb.DuckDBPyConnection") -> None:
    """The pairs of the part, added to ``pairs`` with their scores, which are computed in one place for all engines."""
    rows = connection.execute("""
        SELECT one, other, "count", shared, sentences, a.weight AS weight_of_one, b.weight AS weight_of_other
        FROM part JOIN candidates AS a ON a.candidate = one JOIN candidates AS b ON b.candidate = other
        """).fetchnumpy()
    rows["score"] = score(rows["shared"], rows["weight_of_one"], rows["weight_of_other"])
    connection.register("scored", rows)
    connection.execute('INSERT INTO pairs SELECT one, other, "count", score, sentences FROM scored')
    connection.unregister("scored")


def _number(connection: "duckdb.DuckDBPyConnection", table: str) -> int:
    ((number,),) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()
    return int(number)
