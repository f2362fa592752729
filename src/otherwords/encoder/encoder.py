"""The encoder: rows of token ids in, what the graph computes for them out.

A row is padded to a length that depends on the row alone, and rows share a batch only when they share that length.
So a row is always computed in the same shape, and its result does not depend on its neighbours, on the size of a
batch or on the number of threads.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from otherwords.encoder.tokens import PieceTokenizer
from otherwords.encoder.weights import Weights, open_weights
from otherwords.text import OtherwordsError

Floats = NDArray[np.float32]
Row = tuple[list[int], list[int]]
"""Token ids, and for each its type: of the query, or of the document."""

_LENGTH_STEP = 16
_BATCH_TOKENS = 4096


class Encoder:
    """A model folder, opened: its tokenizer, its session and its settings."""

    def __init__(self, weights: Weights, threads: int | None = None) -> None:
        # Nothing leaves this computer. It must be said before the import, which takes up the connection by itself.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime  # half a second of start-up that ``--help`` should not pay

        self.weights = weights
        self.tokenizer = PieceTokenizer(weights.tokenizer)
        self.max_length = int(weights.settings.get("max_length", 512))
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        # Threads that wait should sleep: spinning gains no time here, and takes the processor from others.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        if threads is not None:
            options.intra_op_num_threads = threads
        graph = weights.graph if isinstance(weights.graph, bytes) else str(weights.graph)
        try:
            self._session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime raises a dozen kinds
            reason = str(error).splitlines()[0][:200]
            raise OtherwordsError(f"the model in {weights.folder} cannot be loaded: {reason}") from error
        self._inputs = {value.name for value in self._session.get_inputs()}
        self.outputs = {value.name for value in self._session.get_outputs()}

    def run(self, rows: Sequence[Row], *outputs: str) -> Iterator[tuple[int, tuple[Floats, ...]]]:
        """Each row's index and its outputs, cut to the row's own length. Rows come shortest first."""
        padded = [min(-(-len(ids) // _LENGTH_STEP) * _LENGTH_STEP, self.max_length) for ids, _ in rows]
        order = sorted(range(len(rows)), key=lambda i: (padded[i], i))
        start = 0
        while start < len(order):
            length = padded[order[start]]
            stop = start + 1
            while stop < len(order) and padded[order[stop]] == length and (stop + 1 - start) * length <= _BATCH_TOKENS:
                stop += 1
            chosen = order[start:stop]
            results = self._session.run(list(outputs), self._feed([rows[i] for i in chosen], length))
            for place, i in enumerate(chosen):
                yield i, tuple(result[place, : len(rows[i][0])] for result in results)
            start = stop

    def _feed(self, rows: list[Row], length: int) -> dict[str, Any]:
        ids = np.zeros((len(rows), length), dtype=np.int64)
        mask, types = np.zeros_like(ids), np.zeros_like(ids)
        for i, (row_ids, row_types) in enumerate(rows):
            if len(row_ids) > length:
                raise ValueError(
                    f"a row of {len(row_ids)} tokens is longer than the model's limit of {self.max_length}"
                )
            ids[i, : len(row_ids)] = row_ids
            mask[i, : len(row_ids)] = 1
            types[i, : len(row_ids)] = row_types
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
        return {name: array for name, array in feed.items() if name in self._inputs}

    def pair(self, first: Sequence[int], second: Sequence[int]) -> Row:
        """``[CLS] first [SEP] second [SEP]``, or what this model's tokenizer puts around a pair."""
        template = self.tokenizer.template
        head = [*template.before, *first, *template.between]
        tail = [*second, *template.after]
        return head + tail, [0] * len(head) + [template.second_type] * len(tail)

    def single(self, tokens: Sequence[int], kind: int = 0) -> Row:
        """``[CLS] tokens [SEP]``, as a query (0) or as a document (1)."""
        template = self.tokenizer.template
        ids = [*template.before, *tokens, *template.after]
        return ids, [kind and template.second_type] * len(ids)

    def mean_vectors(self, texts: Sequence[str]) -> Floats:
        """[texts, dimensions]: the direction of the mean of each text's token vectors."""
        output = next((name for name in ("token_vectors", "last_hidden_state") if name in self.outputs), None)
        if output is None:
            raise OtherwordsError(
                f"the model in {self.weights.folder} gives no token vectors; export its hidden states"
            )
        lead, tail = len(self.tokenizer.template.before), len(self.tokenizer.template.after)
        room = self.max_length - lead - tail
        rows: list[Row] = []
        owners: list[int] = []
        for owner, ids in enumerate(self.tokenizer.ids(list(texts))):
            for start in range(0, max(1, len(ids)), room):  # a text over the limit is read in parts, never cut
                rows.append(self.single(ids[start : start + room]))
                owners.append(owner)
        sums: dict[int, Floats] = {}
        parts: dict[int, Floats] = {}
        for i, (vectors,) in self.run(rows, output):
            inside = vectors[lead : len(vectors) - tail]
            parts[i] = inside.sum(axis=0) if len(inside) else vectors.sum(axis=0)
        for i in sorted(parts):
            sums[owners[i]] = sums[owners[i]] + parts[i] if owners[i] in sums else parts[i]
        table = np.stack([sums[owner] for owner in range(len(texts))]) if texts else np.zeros((0, 1), dtype=np.float32)
        directions: Floats = table / np.maximum(np.linalg.norm(table, axis=1, keepdims=True), 1e-9)
        return directions


def load_encoder(path: str | Path | None = None, threads: int | None = None) -> Encoder:
    return Encoder(open_weights(path), threads)
