"""A larger encoder that learns to read first, so that its readings can teach the small one.

A span that people marked says where to look, and nothing of what else was nearly right. A teacher's reading tells that,
too, and doubts a pair that is no paraphrase after all.
"""

from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention
from transformers import AutoModel
from transformers.models.mpnet.modeling_mpnet import MPNetSelfAttention
from transformers.utils.logging import disable_progress_bar

from otherwords.train.model import possible_places

Floats = NDArray[np.float32]


class Reads(Protocol):
    """A network that tells where a window says a query."""

    def read(self, ids: Tensor, types: Tensor) -> Tensor: ...

    def parameters(self) -> Any: ...


class ReadingTeacher(nn.Module):
    """Any encoder of sentences, reading the rows that the small reader reads.

    It takes over the small reader's vocabulary. Pieces that are strange to it, those of other languages, start where
    the small reader's knowledge of them would stand among its own.
    """

    def __init__(self, folder: Path, ours: Tokenizer, words: Tensor) -> None:
        """``words``: the small reader's table of words, by the numbers of ``ours``."""
        super().__init__()
        disable_progress_bar()  # type: ignore[no-untyped-call]
        self.encoder = AutoModel.from_pretrained(folder, dtype=torch.float32)
        size = self.encoder.config.hidden_size
        theirs = Tokenizer.from_file(str(folder / "tokenizer.json"))
        known = self.encoder.get_input_embeddings().weight.detach().numpy()
        table = taken_over(words.detach().float().cpu().numpy(), ours, known, theirs)
        self.words = nn.Embedding(*table.shape)
        with torch.no_grad():
            self.words.weight.copy_(torch.from_numpy(table))
        self.encoder.set_input_embeddings(nn.Embedding(1, size).requires_grad_(False))  # of no more use
        self.kinds = nn.Embedding(2, size)  # query or window: some encoders read no such thing
        nn.init.zeros_(self.kinds.weight)
        self.span_scores = nn.Linear(size, 2)
        for module in self.encoder.modules():
            if isinstance(module, MPNetSelfAttention):
                module.__class__ = _Attention
        for name, parameter in self.encoder.named_parameters():
            if "relative_attention_bias" in name:
                parameter.requires_grad_(False)  # its gradient would be as large as all that is looked at

    def read(self, ids: Tensor, types: Tensor) -> Tensor:
        """[rows, 2, length] scores, as ``SpanReader.read`` gives them."""
        given = self.words(ids) + self.kinds(types)
        hidden = self.encoder(inputs_embeds=given, attention_mask=(ids > 0).long())[0]
        scores: Tensor = self.span_scores(hidden).float().transpose(1, 2)
        return scores.masked_fill(~possible_places(ids, types)[:, None], -1e4)


class _Attention(MPNetSelfAttention):
    """The same, without writing down who looks at whom, which is most of the time on a GPU."""

    def forward(
        self, hidden_states: Any, attention_mask: Any = None, position_bias: Any = None, *_: Any, **__: Any
    ) -> tuple[Tensor]:
        query, key, value = (
            part(hidden_states).unflatten(-1, (self.num_attention_heads, -1)).transpose(1, 2)
            for part in (self.q, self.k, self.v)
        )
        bias = position_bias if attention_mask is None else position_bias + attention_mask
        looked = scaled_dot_product_attention(query, key, value, attn_mask=bias.to(query.dtype))
        return (self.o(looked.transpose(1, 2).flatten(2)),)


def taken_over(words: Floats, ours: Tokenizer, known: Floats, theirs: Tokenizer) -> Floats:
    """The larger table by our numbers: its own rows where it has the piece, else ours, carried over into its space."""
    numbers, places = ours.get_vocab(), theirs.get_vocab()
    whole = theirs.encode("a")
    around = [number for number, is_read in zip(whole.ids, whole.attention_mask, strict=True) if is_read]
    places = {**places, "[CLS]": around[0], "[SEP]": around[-1]}
    shared = sorted(numbers.keys() & places.keys())
    here, there = [numbers[piece] for piece in shared], [places[piece] for piece in shared]
    centre, their_centre = words[here].mean(0), known[there].mean(0)
    near, target = words[here] - centre, known[there] - their_centre
    bridge = np.linalg.lstsq(near, target, rcond=None)[0]
    stretch = target.std() / max(float((near @ bridge).std()), 1e-8)  # what is guessed is too near the middle
    table: Floats = ((words - centre) @ bridge * stretch + their_centre).astype(np.float32)
    table[here] = known[there]
    return table
