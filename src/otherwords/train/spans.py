"""Span examples as whole numbers, and the windows that are cut from their documents, epoch after epoch."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from otherwords.encoder.tokens import PieceTokenizer, Tokens
from otherwords.evaluate.spans import SpanExample
from otherwords.train.corpus import Ints
from otherwords.train.whole import writing_whole
from otherwords.train.windows import LONGEST_QUERY, Example, Ids

SPECIAL_TOKENS = 3
"""Before the query, between it and the window, and behind."""
ELSEWHERE = 0.5
"""Of the documents longer than a window, the share that a second window, without the target, is cut from each epoch:
a long document is read window by window, and only such ones teach which of its windows holds the answer."""


@dataclass(frozen=True)
class SpanSet:
    """Tokenised examples. A document stands in ``tokens`` once, however many queries are put to it."""

    tokens: NDArray[np.uint16]
    starts: Ints
    """Text i, a query or a document, is ``tokens[starts[i]:starts[i + 1]]``."""
    rows: Ints
    """[examples, 4]: the query's and the document's text, the span's first token and the one behind its last, or -1."""

    @classmethod
    def of(cls, examples: Iterable[SpanExample], tokenizer: PieceTokenizer) -> tuple["SpanSet", Counter[str]]:
        """The examples that can be learned from, and how many were left out for which reason."""
        numbers: dict[str, int] = {}
        texts: list[Tokens] = []
        rows: list[tuple[int, int, int, int]] = []
        left_out: Counter[str] = Counter()

        def number(text: str) -> int:
            if text not in numbers:
                numbers[text] = len(texts)
                texts.append(tokenizer.tokens(text))
            return numbers[text]

        for example in examples:
            query, document = number(example.query), number(example.document)
            first, end = _token_span(texts[document], example.gold)
            if not 0 < len(texts[query]) <= LONGEST_QUERY:
                left_out[f"with a query of more than {LONGEST_QUERY} tokens, or of none"] += 1
            elif not len(texts[document]) or (example.gold and first == end):
                left_out["with a span or a document of no tokens"] += 1
            else:
                rows.append((query, document, first, end))
        ids = [tokens.ids.astype(np.uint16) for tokens in texts]
        starts = np.cumsum([0] + [len(one) for one in ids])
        table = np.array(rows, dtype=np.int64).reshape(-1, 4)
        return cls(np.concatenate(ids) if ids else np.zeros(0, np.uint16), starts, table), left_out

    def text(self, index: int) -> Ids:
        return self.tokens[self.starts[index] : self.starts[index + 1]]

    def save(self, path: Path) -> None:
        with writing_whole(path) as file:
            np.savez_compressed(
                file, tokens=self.tokens, starts=self.starts.astype(np.int32), rows=self.rows.astype(np.int32)
            )

    @classmethod
    def load(cls, path: Path) -> "SpanSet":
        with np.load(path) as arrays:
            return cls(arrays["tokens"], arrays["starts"].astype(np.int64), arrays["rows"].astype(np.int64))


def _token_span(tokens: Tokens, gold: tuple[int, int] | None) -> tuple[int, int]:
    if gold is None:
        return -1, -1
    first = int(np.searchsorted(tokens.ends, gold[0], side="right"))
    return first, max(first, int(np.searchsorted(tokens.starts, gold[1], side="left")))


class SpanWindows:
    """Windows of at most ``length`` tokens, query and special tokens included: one an example, and some elsewhere."""

    def __init__(self, spans: SpanSet, length: int, seed: int) -> None:
        self._spans = spans
        self._random = np.random.default_rng(seed)
        query, document, first, end = spans.rows.T
        sizes = np.diff(spans.starts)
        self._rooms = length - SPECIAL_TOKENS - sizes[query]
        self._sizes = sizes[document]
        fits = (end - first <= self._rooms) & (self._rooms > 0)
        self.left_out = int((~fits).sum())
        self._around = np.flatnonzero(fits)
        # Windows that end before the target does, and windows that start after it did.
        self._before = np.maximum(0, np.minimum(end - 1, self._sizes) - self._rooms + 1)
        self._behind = np.maximum(0, self._sizes - self._rooms - first)
        self._long = np.flatnonzero(fits & (first >= 0) & (self._before + self._behind > 0))
        self._others = round(ELSEWHERE * len(self._long))

    def __len__(self) -> int:
        """Windows an epoch."""
        return len(self._around) + self._others

    def epoch(self) -> Iterator[Example]:
        elsewhere = self._random.choice(self._long, self._others, replace=False)
        chosen = np.concatenate(
            [np.stack([self._around, 0 * self._around]), np.stack([elsewhere, 0 * elsewhere + 1])], 1
        )
        for index, is_elsewhere in self._random.permutation(chosen.T):
            yield self._elsewhere(index) if is_elsewhere else self._holding(index)

    def _holding(self, index: int) -> Example:
        """The target at any place of the window; any window where there is no target."""
        _, _, first, end = self._spans.rows[index]
        last_start = max(0, int(self._sizes[index] - self._rooms[index]))
        if first < 0:
            return self._cut(index, int(self._random.integers(last_start + 1)), -1, -1)
        earliest = max(0, int(end - self._rooms[index]))
        start = int(self._random.integers(earliest, min(int(first), max(earliest, last_start)) + 1))
        return self._cut(index, start, int(first) - start, int(end) - start)

    def _elsewhere(self, index: int) -> Example:
        before, behind = int(self._before[index]), int(self._behind[index])
        place = int(self._random.integers(before + behind))
        start = place if place < before else int(self._spans.rows[index, 2]) + 1 + place - before
        return self._cut(index, start, -1, -1)

    def _cut(self, index: int, start: int, first: int, end: int) -> Example:
        query, document = self._spans.rows[index, :2]
        window = self._spans.text(document)[start : start + int(self._rooms[index])]
        return Example(self._spans.text(query), window, first, end)
