"""Reading: a query and windows of a document go in together; out come the spans that score highest in each window.

Two heads score every token as the first and as the last of the span; a span's score is the sum of the two. The same sum
at ``[CLS]`` is the window's score for "no span here".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from otherwords.encoder import Encoder, Tokens
from otherwords.text import OtherwordsError, asked_text

Floats = NDArray[np.float32]

OVERLAP = 128
"""Tokens that neighbouring slices share, so that a span of up to so many stands whole in one of them."""
_SLICE_LENGTH = 384
"""Tokens of query and slice together, as in training."""
_SMALLEST_SLICE = 192
LENGTH_WEIGHT = np.float32(3)
LENGTH_SLACK = np.float32(0.5)
"""In logarithms: a span may be e^0.5 times as long as the query, or as short, at no cost. Both were chosen on examples
kept aside from training."""
_CHUNK = 256
"""Windows whose scores are held at a time."""
_WHAT_TO_ASK = "give a phrase, a sentence or a question"


@dataclass(frozen=True)
class Reading:
    """What one window says: its best spans, apart from each other, as (first token, last token, score)."""

    window: int
    spans: list[tuple[int, int, float]]
    null: float


class Reader:
    def __init__(self, encoder: Encoder, slice_length: int = _SLICE_LENGTH, overlap: int = OVERLAP) -> None:
        self.encoder = encoder
        self._slice_length, self._overlap = slice_length, overlap
        if "span_scores" in encoder.outputs:
            self._outputs = ["span_scores"]
        elif {"start_logits", "end_logits"} <= encoder.outputs:
            self._outputs = ["start_logits", "end_logits"]
        else:
            raise OtherwordsError(
                f"the model in {encoder.weights.folder} scores no spans; it lacks the outputs start_logits, end_logits"
            )
        self._special = encoder.tokenizer.template.size
        self.longest_query = encoder.max_length - self._special - min(_SMALLEST_SLICE, encoder.max_length // 2)

    def query(self, text: str) -> Tokens:
        """The query's tokens. It is never cut: one that is empty or too long is an error."""
        asked_text(text, "the query", _WHAT_TO_ASK)
        tokens = self.encoder.tokenizer.tokens(text)
        if not len(tokens):
            raise OtherwordsError(f"the query is empty; {_WHAT_TO_ASK}")
        if len(tokens) > self.longest_query:
            raise OtherwordsError(
                f"the query is too long: {len(tokens)} tokens (about {len(text.split())} words), "
                f"and the limit is {self.longest_query}; ask for a shorter passage"
            )
        return tokens

    def room(self, query: Tokens) -> int:
        """Tokens of a document that fit beside the query."""
        least = min(_SMALLEST_SLICE, self.encoder.max_length - self._special - len(query))
        return max(min(self._slice_length, self.encoder.max_length) - self._special - len(query), least)

    def slices(self, query: Tokens, length: int) -> Iterator[slice]:
        """All of a document of so many tokens, in slices that overlap."""
        room = self.room(query)
        step = room - min(self._overlap, room // 2)
        start = 0
        while start < length:
            yield slice(start, min(start + room, length))
            if start + room >= length:
                return
            start += step

    def read(self, query: Tokens, windows: Sequence[NDArray[np.int32]], top: int = 1) -> Iterator[Reading]:
        """A reading for every window, in order."""
        asked = query.ids.tolist()
        begin = len(self.encoder.tokenizer.template.before) + len(asked) + len(self.encoder.tokenizer.template.between)
        for first in range(0, len(windows), _CHUNK):
            chunk = [window.tolist() for window in windows[first : first + _CHUNK]]
            rows = [self.encoder.pair(asked, ids) for ids in chunk]
            readings: dict[int, Reading] = {}
            for i, outputs in self.encoder.run(rows, *self._outputs):
                scores = outputs[0].T if len(outputs) == 1 else np.stack(outputs)
                inside = scores[:, begin : begin + len(chunk[i])]
                # A line break is there to be seen; it neither begins nor ends a span.
                inside = np.where(np.array(chunk[i]) == self.encoder.tokenizer.line_break, -np.inf, inside)
                spans = best_spans(inside[0], inside[1], len(asked), top)
                readings[i] = Reading(first + i, spans, float(scores[0, 0] + scores[1, 0]))
            for i in sorted(readings):
                yield readings[i]


@lru_cache(maxsize=16)
def length_costs(length: int, asked: int) -> Floats:
    """[first, last] what is taken from the score of a span for being much longer or shorter than the query.

    Start and end are scored each for itself, and neither knows how far away the other is.
    """
    spans = np.arange(length)[None, :] - np.arange(length)[:, None] + 1
    off = np.abs(np.log(np.maximum(spans, 1, dtype=np.float32) / np.float32(asked)))
    costs: Floats = np.where(spans > 0, LENGTH_WEIGHT * np.maximum(off - LENGTH_SLACK, 0), np.float32(np.inf))
    return costs


def best_spans(starts: Floats, ends: Floats, asked: int, top: int) -> list[tuple[int, int, float]]:
    """The spans with the highest scores for a query of ``asked`` tokens, best first, none overlapping another.

    A span's score is the sum of its start's and its end's, less what its length speaks against it.
    """
    length = len(starts)
    sums = starts[:, None] + ends[None, :] - length_costs(length, asked)
    found: list[tuple[int, int, float]] = []
    while len(found) < top and length:
        first, last = divmod(int(np.argmax(sums)), length)
        score = float(sums[first, last])
        if score == -np.inf:
            break
        found.append((first, last, score))
        sums[: last + 1, first:] = -np.inf  # whatever starts before its end and ends after its start
    return found
