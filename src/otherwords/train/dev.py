"""How well a reader does on examples it is not trained on, measured in torch while it is trained.

Every document is read whole, in windows that overlap; the best span of all windows is the answer, as it is where the
finder reads exhaustively. "Not here" is an answer only where the examples hold nulls.
"""

from collections.abc import Iterable, Iterator

import numpy as np
import torch

from otherwords.encoder.tokens import PieceTokenizer, Tokens
from otherwords.evaluate.metrics import SpanMetrics
from otherwords.evaluate.prediction import NOT_HERE, Prediction
from otherwords.evaluate.spans import SpanExample
from otherwords.find.reader import OVERLAP, length_costs
from otherwords.find.snap import snapped
from otherwords.text import OtherwordsError, stripped
from otherwords.train.model import SpanReader
from otherwords.train.spans import SPECIAL_TOKENS
from otherwords.train.windows import Vocabulary

_ROWS = 64
"""Windows at a time."""
_IMPOSSIBLE = -5e3
"""Between what a span may score and what the network gives to tokens that are no part of the window."""


class Dev:
    """Examples, tokenised once; those whose query leaves no room for a window are not among them."""

    def __init__(self, examples: Iterable[SpanExample], tokenizer: PieceTokenizer, vocabulary: Vocabulary, length: int):
        self._vocabulary, self._length = vocabulary, length
        self._documents: dict[str, Tokens] = {}
        self._asked: list[tuple[SpanExample, Tokens]] = []
        for example in examples:
            query = tokenizer.tokens(example.query)
            if 0 < len(query) <= length // 2:
                self._asked.append((example, query))
                if example.document not in self._documents:
                    self._documents[example.document] = tokenizer.tokens(example.document)
        if not self._asked:
            raise OtherwordsError("the dev set holds no examples whose query can be read; give others with --dev")
        self.always = all(example.gold for example, _ in self._asked)

    def __len__(self) -> int:
        return len(self._asked)

    @torch.inference_mode()
    def figures(self, model: SpanReader) -> dict[str, float]:
        """EM, F1 and the rest, as ``eval spans`` names them."""
        was_training = model.training
        model.eval()
        best = [(float("-inf"), 0, 0)] * len(self._asked)
        for rows in _batches(self._windows()):
            for (asked, begin, _), (lead, first, last) in zip(rows, self._read(model, rows), strict=True):
                best[asked] = max(best[asked], (lead, begin + first, begin + last), key=lambda found: found[0])
        model.train(was_training)
        metrics = SpanMetrics()
        for (example, _), found in zip(self._asked, best, strict=True):
            metrics.add(example, self._answer(example, found))
        return metrics.figures()

    def _windows(self) -> Iterator[tuple[int, int, int]]:
        """(example, first token, token behind the last)"""
        for number, (example, query) in enumerate(self._asked):
            size = len(self._documents[example.document])
            room = self._length - SPECIAL_TOKENS - len(query)
            begin = 0
            while begin < size:
                yield number, begin, min(begin + room, size)
                if begin + room >= size:
                    break
                begin += room - min(OVERLAP, room // 2)

    def _read(self, model: SpanReader, rows: list[tuple[int, int, int]]) -> list[tuple[float, int, int]]:
        """For every window its best span's lead over "no span here", and its first and last token."""
        device = next(model.parameters()).device
        pairs = [
            (self._asked[asked][1].ids, self._documents[self._asked[asked][0].document].ids[begin:end])
            for asked, begin, end in rows
        ]
        longest = max(len(query) + len(window) for query, window in pairs) + SPECIAL_TOKENS
        ids = torch.zeros(len(rows), longest, dtype=torch.long)
        types = torch.zeros_like(ids)
        for row, (query, window) in enumerate(pairs):
            begin = len(query) + 2
            ids[row, 0] = self._vocabulary.cls
            ids[row, 1 : begin - 1] = torch.as_tensor(query)
            ids[row, begin - 1] = ids[row, begin + len(window)] = self._vocabulary.sep
            ids[row, begin : begin + len(window)] = torch.as_tensor(window)
            types[row, begin : begin + len(window) + 1] = 1
        ids, types = ids.to(device), types.to(device)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            scores = model.read(ids, types)
        no_span = scores[:, :, 0].sum(1)
        # A line break is there to be seen; it neither begins nor ends a span. Nor does [CLS] here.
        scores = scores.masked_fill((ids == self._vocabulary.line_break)[:, None], float("-inf"))
        scores[:, :, 0] = float("-inf")
        costs = np.stack([length_costs(longest, len(query)) for query, _ in pairs])
        sums = scores[:, 0, :, None] + scores[:, 1, None, :] - torch.as_tensor(costs).to(device)
        values, places = sums.flatten(1).max(1)
        values = values.masked_fill(values < _IMPOSSIBLE, float("-inf"))
        begins = torch.tensor([len(query) + 2 for query, _ in pairs], device=device)
        firsts, lasts = places // longest - begins, places % longest - begins
        return list(zip((values - no_span).tolist(), firsts.tolist(), lasts.tolist(), strict=True))

    def _answer(self, example: SpanExample, found: tuple[float, int, int]) -> Prediction:
        lead, first, last = found
        if lead == float("-inf") or (not self.always and lead < 0):
            return NOT_HERE
        tokens = self._documents[example.document]
        span = stripped(example.document, int(tokens.starts[first]), int(tokens.ends[last]))
        return Prediction(*snapped(example.document, *span)) if span else NOT_HERE


def _batches(windows: Iterator[tuple[int, int, int]]) -> Iterator[list[tuple[int, int, int]]]:
    rows: list[tuple[int, int, int]] = []
    for window in windows:
        rows.append(window)
        if len(rows) == _ROWS:
            yield rows
            rows = []
    if rows:
        yield rows
