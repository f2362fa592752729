"""The pair network, one encoder with two uses, and its teacher.

*Apart*: each text alone, its vector the mean of what a linear layer makes of its tokens; cosines of vectors say how
near two texts are, and a text's vector is computed once. *Together*: both texts in one row, three numbers for the pair:
are they about the same, do they say the same, does the second answer the first.

The teacher is a larger encoder that learns to read pairs first, of whatever people have judged. Its scores then teach
the small one on pairs that nobody has judged, of which there are many more.
"""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import AutoModel, BertModel
from transformers.utils.logging import disable_progress_bar

from otherwords.encoder.pairs import PAIR_SCORES

CLS, SEP = 101, 102


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


class PairTeacher(nn.Module):
    """Reads the rows that the pair network reads, in its own numbering of the same pieces."""

    numbers: Tensor

    def __init__(self, folder: Path, ours: Tokenizer) -> None:
        super().__init__()
        disable_progress_bar()  # type: ignore[no-untyped-call]
        self.encoder = AutoModel.from_pretrained(folder, dtype=torch.float32)
        self.pair_scores = nn.Linear(self.encoder.config.hidden_size, len(PAIR_SCORES))
        theirs = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.register_buffer("numbers", torch.as_tensor(_numbers(ours, theirs)))
        self._padding = self.encoder.config.pad_token_id or 0

    def hidden(self, ids: Tensor) -> Tensor:
        inside = ids > 0
        given = torch.where(inside, self.numbers[ids], self._padding)
        hidden: Tensor = self.encoder(input_ids=given, attention_mask=inside.long())[0]
        return hidden

    def together(self, ids: Tensor, types: Tensor) -> Tensor:
        scores: Tensor = self.pair_scores(self.hidden(ids)[:, 0])
        return scores.float()

    def apart(self, ids: Tensor) -> Tensor:
        return mean_direction(self.hidden(ids), ids)


def _numbers(ours: Tokenizer, theirs: Tokenizer) -> NDArray[np.int64]:
    """For each of our tokens, the number of the same piece in the other vocabulary."""
    pieces = {index: piece for piece, index in ours.get_vocab().items()}
    unknown = theirs.token_to_id("[UNK]") or 0
    numbers = np.array([theirs.token_to_id(pieces.get(i, "")) or unknown for i in range(max(pieces) + 1)])
    around = theirs.encode("a").ids
    numbers[[CLS, SEP]] = around[0], around[-1]
    return numbers


def mean_direction(hidden: Tensor, ids: Tensor) -> Tensor:
    """The direction of the mean over the tokens that are not padding."""
    inside = (ids > 0).float()[..., None]
    return nn.functional.normalize((hidden.float() * inside).sum(1), dim=-1)
