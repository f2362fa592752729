"""The network: a Transformer that reads either language and writes the other, with one table of token vectors.

Its layers are cut as CTranslate2 stores them (queries, keys and values in one matrix), so that export only renames.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import layer_norm, linear, scaled_dot_product_attention


@dataclass(frozen=True)
class Shape:
    vocabulary: int
    width: int = 384
    inner: int = 1280
    heads: int = 6
    encoder_layers: int = 6
    decoder_layers: int = 2
    """Few, because a decoder runs once a token and an encoder once a sentence."""


class TranslationModel(nn.Module):
    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.shape = shape
        self.tokens = nn.Embedding(shape.vocabulary, shape.width)
        self.encoder = nn.ModuleList(_EncoderLayer(shape, dropout) for _ in range(shape.encoder_layers))
        self.encoder_norm = _Norm(shape.width)
        self.decoder = nn.ModuleList(_DecoderLayer(shape, dropout) for _ in range(shape.decoder_layers))
        self.decoder_norm = _Norm(shape.width)
        self.dropout = nn.Dropout(dropout)
        for parameter in self.parameters():
            if parameter.ndim > 1:
                nn.init.xavier_uniform_(parameter)
        nn.init.normal_(self.tokens.weight, std=shape.width**-0.5)

    def forward(self, source: Tensor, present: Tensor, target: Tensor) -> Tensor:
        """[rows, length, vocabulary] scores of the token after each of the target's; ``present`` marks no padding."""
        return linear(self.read(source, present, target), self.tokens.weight)

    def read(self, source: Tensor, present: Tensor, target: Tensor) -> Tensor:
        """[rows, length, width]: what the scores are made of."""
        mask = present[:, None, None]
        hidden = self.embed(source)
        for layer in self.encoder:
            hidden = layer(hidden, mask)
        memory = self.encoder_norm(hidden)
        hidden = self.embed(target)
        for layer in self.decoder:
            hidden = layer(hidden, memory, mask)
        normed: Tensor = self.decoder_norm(hidden)
        return normed

    def embed(self, ids: Tensor) -> Tensor:
        vectors = self.tokens(ids) * math.sqrt(self.shape.width) + positions(ids.shape[1], self.shape.width, ids.device)
        dropped: Tensor = self.dropout(vectors.bfloat16() if ids.is_cuda else vectors)
        return dropped


def positions(length: int, width: int, device: torch.device) -> Tensor:
    """Sines, then cosines, counted from 1: what CTranslate2 reckons for itself, so that nothing need be stored."""
    place = torch.arange(1, length + 1, device=device, dtype=torch.float32)
    step = -math.log(10_000) / (width // 2 - 1)
    angles = place[:, None] * torch.exp(torch.arange(width // 2, device=device, dtype=torch.float32) * step)
    return torch.cat([angles.sin(), angles.cos()], dim=1)


class _Norm(nn.LayerNorm):
    """In the precision of what it is given: autocast goes through 32 bits, and half of a step is moving numbers."""

    def forward(self, hidden: Tensor) -> Tensor:
        weight, bias = self.weight.to(hidden.dtype), self.bias.to(hidden.dtype)
        with torch.autocast(hidden.device.type, enabled=False):
            return layer_norm(hidden, self.normalized_shape, weight, bias, self.eps)


class _EncoderLayer(nn.Module):
    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.attention = _SelfAttention(shape, dropout)
        self.feed_forward = _FeedForward(shape, dropout)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        hidden = hidden + self.attention(hidden, mask)
        added: Tensor = hidden + self.feed_forward(hidden)
        return added


class _DecoderLayer(nn.Module):
    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.attention = _SelfAttention(shape, dropout)
        self.cross_attention = _CrossAttention(shape, dropout)
        self.feed_forward = _FeedForward(shape, dropout)

    def forward(self, hidden: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        hidden = hidden + self.attention(hidden, None)
        hidden = hidden + self.cross_attention(hidden, memory, mask)
        added: Tensor = hidden + self.feed_forward(hidden)
        return added


class _SelfAttention(nn.Module):
    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.heads = shape.heads
        self.norm = _Norm(shape.width)
        self.queries_keys_values = nn.Linear(shape.width, 3 * shape.width)
        self.out = nn.Linear(shape.width, shape.width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, hidden: Tensor, mask: Tensor | None) -> Tensor:
        """Without a mask a token sees only those before it; padding comes last, so that it needs no other."""
        parts = self.queries_keys_values(self.norm(hidden)).chunk(3, dim=-1)
        q, k, v = (_in_heads(part, self.heads) for part in parts)
        seen = scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=mask is None)
        dropped: Tensor = self.dropout(self.out(_together(seen)))
        return dropped


class _CrossAttention(nn.Module):
    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.heads = shape.heads
        self.norm = _Norm(shape.width)
        self.queries = nn.Linear(shape.width, shape.width)
        self.keys_values = nn.Linear(shape.width, 2 * shape.width)
        self.out = nn.Linear(shape.width, shape.width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, hidden: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        q = _in_heads(self.queries(self.norm(hidden)), self.heads)
        k, v = (_in_heads(part, self.heads) for part in self.keys_values(memory).chunk(2, dim=-1))
        dropped: Tensor = self.dropout(self.out(_together(scaled_dot_product_attention(q, k, v, attn_mask=mask))))
        return dropped


class _FeedForward(nn.Module):
    def __init__(self, shape: Shape, dropout: float) -> None:
        super().__init__()
        self.norm = _Norm(shape.width)
        self.inner = nn.Linear(shape.width, shape.inner)
        self.out = nn.Linear(shape.inner, shape.width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, hidden: Tensor) -> Tensor:
        inner = self.dropout(torch.relu(self.inner(self.norm(hidden))))
        dropped: Tensor = self.dropout(self.out(inner))
        return dropped


def _in_heads(vectors: Tensor, heads: int) -> Tensor:
    rows, length, width = vectors.shape
    return vectors.view(rows, length, heads, width // heads).transpose(1, 2)


def _together(vectors: Tensor) -> Tensor:
    return vectors.transpose(1, 2).flatten(2)
