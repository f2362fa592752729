"""Hybrid retrieval: the passages that share words with a query, and those whose vectors are near it, in one order."""

from typing import TYPE_CHECKING, Any

import numpy as np

from otherwords.index.passages import Passage
from otherwords.index.rows import SHOWN, passage
from otherwords.index.store import PROBED, REFINED, Store, told
from otherwords.index.vectors import Halves
from otherwords.index.words import compared

if TYPE_CHECKING:
    import pyarrow as pa

_LEAST = 50
"""Passages that each of the two lists brings, at least: what is low in one may be high in the other."""


def search(store: Store, query: str, vector: Halves, top: int) -> list[Passage]:
    """Best first. The score is the cosine of the vectors plus what full-text search says, as a share of its best.

    Both lists are needed whole: a passage of the one is scored by the other, too, as far as that is known. On news,
    the right passage was among the first four for 97.1 % of queries, and for 96.3 % where ranks were summed.
    """
    number = max(_LEAST, top)
    with told(store.uri):
        said = _said(store, compared(query), number)
        near = nearest(store, vector, number, [*SHOWN, "vector"])
    best = max((row["_score"] for row in said), default=1.0) or 1.0
    words = {(row["whole"], row["number"]): row["_score"] / best for row in said}
    rows = {(row["whole"], row["number"]): row for row in (*said, *near.to_pylist())}
    if not rows:
        return []
    table = np.array([row["vector"] for row in rows.values()], dtype=np.float32)
    cosines = table @ vector.astype(np.float32)
    scored = [(float(cosine) + words.get(place, 0.0), place) for place, cosine in zip(rows, cosines, strict=True)]
    scored.sort(key=lambda one: (-one[0], one[1]))
    return [passage(rows[place], score) for score, place in scored[:top]]


def nearest(store: Store, vector: Halves, top: int, columns: list[str]) -> "pa.Table":
    """The passages of the nearest vectors: exactly, or in an index of very many all but a few of them."""
    query: Any = store.passages.search(vector, vector_column_name="vector")
    query = query.distance_type("cosine")
    partitions = next((i for i in store.passages.list_indices() if i.columns == ["vector"]), None)
    if partitions is not None:
        probes = max(8, round(PROBED * store.partitions(partitions.num_indexed_rows or 0)))
        query = query.nprobes(probes).refine_factor(REFINED)
    return query.limit(top).select([*columns, "_distance"]).to_arrow()


def _said(store: Store, terms: str, top: int) -> list[dict[str, Any]]:
    from lancedb.query import MatchQuery

    if not terms:
        return []
    match: Any = MatchQuery
    query = store.passages.search(match(terms, "compared"), query_type="fts")
    rows: list[dict[str, Any]] = query.limit(top).select([*SHOWN, "vector", "_score"]).to_arrow().to_pylist()
    return rows
