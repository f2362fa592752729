"""A plain sliding-window reader in PyTorch, over the shipped weights: the side to beat."""

import json
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

from otherwords.encoder.weights import SHIPPED

LENGTH, OVERLAP, BATCH = 384, 128, 16
CONFIG = {"hidden_size": 384, "num_hidden_layers": 6, "num_attention_heads": 12}


class PlainReader:
    def __init__(self) -> None:
        self.tokenizer = Tokenizer.from_file(str(SHIPPED / "tokenizer.json"))
        stored = {one.name: numpy_helper.to_array(one) for one in onnx.load(SHIPPED / "model.onnx").graph.initializer}
        weights = {name: torch.from_numpy(np.array(array)) for name, array in _unpacked(stored).items()}
        settings = json.loads((SHIPPED / "manifest.json").read_text())["settings"]
        vocabulary = self.tokenizer.get_vocab()
        self.cls, self.sep = vocabulary["[CLS]"], vocabulary["[SEP]"]
        sizes = {"vocab_size": len(vocabulary), "max_position_embeddings": settings["max_length"]}
        config = BertConfig(**CONFIG, **sizes, intermediate_size=1536)
        self.model = BertModel(config, add_pooling_layer=False).eval()
        self.model.load_state_dict({name: weights[name] for name in self.model.state_dict()}, strict=True)
        self.head = (weights["span_scores.weight"], weights["span_scores.bias"])

    def tokens(self, text: str) -> Any:
        return self.tokenizer.encode(text, add_special_tokens=False)

    def best_span(self, query: str, document: Any) -> tuple[int, int]:
        asked = self.tokenizer.encode(query, add_special_tokens=False).ids
        room = LENGTH - 3 - len(asked)
        begins = list(range(0, max(1, len(document.ids) - OVERLAP), room - OVERLAP))
        best = (-1e9, 0, 0)
        for i in range(0, len(begins), BATCH):
            parts = [document.ids[begin : begin + room] for begin in begins[i : i + BATCH]]
            rows = [[self.cls, *asked, self.sep, *part, self.sep] for part in parts]
            ids = torch.zeros(len(rows), max(map(len, rows)), dtype=torch.long)
            types = torch.zeros_like(ids)
            for row, values in enumerate(rows):
                ids[row, : len(values)] = torch.tensor(values)
                types[row, len(asked) + 2 : len(values)] = 1
            hidden = self.model(input_ids=ids, attention_mask=(ids > 0).long(), token_type_ids=types)[0]
            scores = torch.nn.functional.linear(hidden, *self.head)
            for row, part in enumerate(parts):
                inside = scores[row, len(asked) + 2 : len(asked) + 2 + len(part)]
                sums = (inside[:, 0, None] + inside[None, :, 1]).masked_fill(
                    ~torch.ones(len(part), len(part), dtype=torch.bool).triu(), -1e9
                )
                value, place = sums.flatten().max(0)
                if float(value) > best[0]:
                    first, last = divmod(int(place), len(part))
                    best = (float(value), begins[i + row] + first, begins[i + row] + last)
        return document.offsets[best[1]][0], document.offsets[best[2]][1]


def _unpacked(stored: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The graph's 8-bit matrices as the floats that a state dict has, under its names."""
    tables = {"words": "word_embeddings", "types": "token_type_embeddings"}
    weights = {}
    for name, array in stored.items():
        if name.endswith(".int8"):
            stem = name.removesuffix(".int8")
            floats = array.astype(np.float32) * stored[f"{stem}.scale"]
            table = stem in tables
            weights[f"embeddings.{tables[stem]}.weight" if table else f"{stem}.weight"] = floats if table else floats.T
        elif name == "positions":
            weights["embeddings.position_embeddings.weight"] = array
        elif not name.endswith(".scale"):
            weights[name] = array
    return weights
