"""The network: one encoder with two uses.

*Reading*: query and window together, two numbers a token, its score as the span's first and as its last token.
*Span vectors*: query and window apart. A token's vectors say "a span that starts (ends) here would mean this";
their products with the query's vectors are scores of starts and ends. A document's are computed once.
*Word vectors*: a table beside the encoder, whose sums tell roughly what a passage is about, at no cost.
"""

from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import BertModel
from transformers.utils.logging import disable_progress_bar

SPAN_VECTOR = 64
WORD_VECTOR = 64


class SpanReader(nn.Module):
    def __init__(self, base: Path) -> None:
        super().__init__()
        disable_progress_bar()  # type: ignore[no-untyped-call]
        self.encoder = BertModel.from_pretrained(base, add_pooling_layer=False, dtype=torch.float32)
        config = self.encoder.config
        self.span_scores = nn.Linear(config.hidden_size, 2)
        self.span_vectors = nn.Linear(config.hidden_size, 2 * SPAN_VECTOR)
        self.query_vectors = nn.Linear(config.hidden_size, 2 * SPAN_VECTOR)
        self.words = nn.Embedding(config.vocab_size, WORD_VECTOR)
        with torch.no_grad():  # start from what the base already knows of words
            table = self.encoder.embeddings.word_embeddings.weight
            centred = table - table.mean(0)
            _, _, directions = torch.pca_lowrank(centred, WORD_VECTOR, center=False)
            self.words.weight.copy_(centred @ directions)

    def encode(self, ids: Tensor, types: Tensor) -> Tensor:
        hidden: Tensor = self.encoder(input_ids=ids, attention_mask=(ids > 0).long(), token_type_ids=types)[0]
        return hidden

    def read(self, ids: Tensor, types: Tensor) -> Tensor:
        """[rows, 2, length] scores; the query's tokens, [SEP] and padding can hold neither start nor end."""
        return self.scores(self.encode(ids, types), ids, types)

    def scores(self, hidden: Tensor, ids: Tensor, types: Tensor) -> Tensor:
        scores: Tensor = self.span_scores(hidden).float().transpose(1, 2)
        return scores.masked_fill(~possible_places(ids, types)[:, None], -1e4)

    def ask(self, query_ids: Tensor) -> Tensor:
        """[rows, 2, SPAN_VECTOR]: what the query looks for as a start and as an end."""
        hidden = self.encode(query_ids, torch.zeros_like(query_ids))[:, 0]
        vectors: Tensor = self.query_vectors(hidden).view(-1, 2, SPAN_VECTOR)
        return vectors

    def tell(self, window_ids: Tensor) -> Tensor:
        """[rows, length, 2, SPAN_VECTOR]: what a span that starts, or ends, at each token would mean."""
        hidden = self.encode(window_ids, torch.ones_like(window_ids))
        vectors: Tensor = self.span_vectors(hidden).view(*window_ids.shape, 2, SPAN_VECTOR)
        return vectors

    def bag(self, ids: Tensor, inside: Tensor) -> Tensor:
        """[rows, WORD_VECTOR]: the direction of the sum of word vectors."""
        return nn.functional.normalize((self.words(ids) * inside[..., None]).sum(1), dim=-1)


def possible_places(ids: Tensor, types: Tensor) -> Tensor:
    """[rows, length]: the window's tokens, and [CLS], which stands for "no span here"."""
    last = (ids > 0).sum(1, keepdim=True) - 1
    position = torch.arange(ids.shape[1], device=ids.device)
    return ((types == 1) & (position < last)) | (position == 0)
