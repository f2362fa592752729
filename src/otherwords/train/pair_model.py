"""The pair network: one encoder with two uses.

*Apart*: each text alone, its vector the mean of what a linear layer makes of its tokens; cosines of vectors say how
near two texts are, and a text's vector is computed once. *Together*: both texts in one row, three numbers for the pair:
are they about the same, do they say the same, does the second answer the first.
"""

from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import BertModel
from transformers.utils.logging import disable_progress_bar

from otherwords.encoder.pairs import PAIR_SCORES


class PairNetwork(nn.Module):
    def __init__(self, base: Path) -> None:
        super().__init__()
        disable_progress_bar()  # type: ignore[no-untyped-call]
        self.encoder = BertModel.from_pretrained(base, add_pooling_layer=False, dtype=torch.float32)
        size = self.encoder.config.hidden_size
        self.pair_scores = nn.Linear(size, len(PAIR_SCORES))
        self.text_vectors = nn.Linear(size, size)
        with torch.no_grad():  # start from what the base already knows of texts
            self.text_vectors.weight.copy_(torch.eye(size))
            self.text_vectors.bias.zero_()

    def encode(self, ids: Tensor, types: Tensor) -> Tensor:
        hidden: Tensor = self.encoder(input_ids=ids, attention_mask=(ids > 0).long(), token_type_ids=types)[0]
        return hidden

    def together(self, ids: Tensor, types: Tensor) -> Tensor:
        """[rows, scores]"""
        scores: Tensor = self.pair_scores(self.encode(ids, types)[:, 0])
        return scores.float()

    def apart(self, ids: Tensor) -> Tensor:
        """[rows, size], of length one."""
        return mean_direction(self.text_vectors(self.encode(ids, torch.zeros_like(ids))), ids)


def mean_direction(hidden: Tensor, ids: Tensor) -> Tensor:
    """The direction of the mean over the tokens that are not padding."""
    inside = (ids > 0).float()[..., None]
    return nn.functional.normalize((hidden.float() * inside).sum(1), dim=-1)
