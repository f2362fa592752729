"""Warm screening: what a span that starts, or ends, at each token would mean, computed once for a document.

A query is then one encoding of a few words and two products: its vectors with every token's start and end vector. The
vectors are kept as 8-bit integers, 130 bytes a token, block by block under the hash of the block's tokens: a long
document's work survives a kill, and an edited document is encoded again only where it changed.
"""

import hashlib
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from otherwords.encoder import Encoder, Tokens
from otherwords.find.cache import ArrayCache

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_WINDOW = 254
_MARGIN = 32
"""Tokens at a window's edge that are taken from its neighbour, which sees them from further inside."""
_BLOCK_BITS = 12
_SHORTEST_BLOCK, _LONGEST_BLOCK = 1 << 12, 1 << 14
"""Tokens."""
_LONGEST_SPAN = 128
_AT_ONCE = 1 << 16
"""Tokens whose vectors are floats at a time."""


class SpanVectors:
    """A document's tokens and their vectors."""

    def __init__(self, tokens: Tokens, vectors: NDArray[np.int8], scales: Floats) -> None:
        self.tokens, self._vectors, self._scales = tokens, vectors, scales

    @property
    def size(self) -> int:
        """Bytes."""
        tokens = self.tokens
        return sum(array.nbytes for array in (tokens.ids, tokens.starts, tokens.ends, self._vectors, self._scales))

    def scores(self, query_vectors: Floats, starts: Ints) -> Floats:
        """For every unit, the score of the best span that starts in it."""
        half = self._vectors.shape[1] // 2
        firsts = self._products(query_vectors[:half], slice(0, half))
        lasts = self._products(query_vectors[half:], slice(half, 2 * half))
        spans = firsts + _running_max(lasts, _LONGEST_SPAN)
        owners = np.searchsorted(starts, self.tokens.starts, side="right") - 1
        scores = np.full(len(starts), -np.inf, dtype=np.float32)
        np.maximum.at(scores, np.maximum(owners, 0), spans.astype(np.float32))
        scores[np.isinf(scores)] = scores.min(where=np.isfinite(scores), initial=0.0)
        return scores

    def _products(self, vector: Floats, part: slice) -> Floats:
        products = np.empty(len(self._scales), dtype=np.float32)
        for i in range(0, len(products), _AT_ONCE):
            products[i : i + _AT_ONCE] = self._vectors[i : i + _AT_ONCE, part].astype(np.float32) @ vector
        return products * self._scales


def query_vectors(encoder: Encoder, query: Tokens) -> Floats:
    """What the query looks for as a start, and as an end."""
    (_, (vectors,)) = next(encoder.run([encoder.single(query.ids.tolist())], "query_vectors"))
    first: Floats = vectors[0]
    return first


def span_vectors(
    encoder: Encoder, text: str, cache: ArrayCache, report: Callable[[float], None] = lambda share: None
) -> SpanVectors:
    """A document's vectors, from the cache where they are there. ``report`` hears the share that is done."""
    tokens = encoder.tokenizer.tokens(text)
    parts: list[NDArray[np.int8]] = []
    for begin, end in _blocks(tokens.ids):
        ids = tokens.ids[begin:end]
        key = hashlib.sha256(encoder.weights.identity.encode() + ids.tobytes()).hexdigest()
        block = cache.get(key)
        if block is None or len(block) != len(ids):
            block = _encoded(encoder, ids)
            cache.put(key, block)
        parts.append(block)
        report(end / len(tokens))
    cache.trim()
    packed = np.concatenate(parts) if parts else np.zeros((0, 2), dtype=np.int8)
    scales = packed[:, -2:].copy().view(np.float16)[:, 0].astype(np.float32)
    return SpanVectors(tokens, packed[:, :-2], scales)


def _blocks(ids: NDArray[np.int32]) -> Iterator[tuple[int, int]]:
    """Blocks that end where their own last tokens say so: an edit moves no end but those beside it."""
    hashed = np.zeros(len(ids), dtype=np.uint32)
    for back in range(min(8, len(ids))):
        hashed[back:] = hashed[back:] * np.uint32(2654435761) + ids[: len(ids) - back].astype(np.uint32)
    hashed *= np.uint32(2654435761)
    ends = np.flatnonzero(hashed >> np.uint32(32 - _BLOCK_BITS) == 0) + 1
    begin = 0
    while begin < len(ids):
        place = int(np.searchsorted(ends, begin + _SHORTEST_BLOCK))
        end = min(begin + _LONGEST_BLOCK, len(ids), int(ends[place]) if place < len(ends) else len(ids))
        yield begin, end
        begin = end


def _encoded(encoder: Encoder, ids: NDArray[np.int32]) -> NDArray[np.int8]:
    """[tokens, dimensions + 2]: 8-bit vectors, and in the last two bytes the scale of each."""
    lead, tail = len(encoder.tokenizer.template.before), len(encoder.tokenizer.template.after)
    window = min(_WINDOW, encoder.max_length - lead - tail)
    margin = min(_MARGIN, window // 4)
    begins = list(range(0, max(1, len(ids) - 2 * margin), window - 2 * margin))
    rows = [encoder.single(ids[begin : begin + window].tolist(), kind=1) for begin in begins]
    table: Floats | None = None
    for i, (vectors,) in encoder.run(rows, "span_vectors"):
        size = len(rows[i][0]) - lead - tail
        skip = margin if i else 0
        if table is None:
            table = np.zeros((len(ids), vectors.shape[1]), dtype=np.float32)
        keep = size if i == len(rows) - 1 else size - margin
        table[begins[i] + skip : begins[i] + keep] = vectors[lead + skip : lead + keep]
    assert table is not None
    scales = (np.maximum(np.abs(table).max(axis=1), 1e-6) / 127).astype(np.float16)
    integers = np.clip(np.rint(table / scales[:, None].astype(np.float32)), -127, 127).astype(np.int8)
    return np.hstack([integers, scales[:, None].view(np.int8).reshape(-1, 2)])


def _running_max(values: Floats, width: int) -> Floats:
    """For every place the largest value among it and the ``width - 1`` after it, by doubling."""
    result = values.copy()
    width = min(width, len(values))
    reach = 1
    while reach < width:
        step = min(reach, width - reach)
        result[: len(result) - step] = np.maximum(result[: len(result) - step], result[step:])
        reach += step
    return result
