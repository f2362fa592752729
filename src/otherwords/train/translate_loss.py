"""Cross entropy with label smoothing, over a vocabulary so large that moving its scores is what takes the time."""

from typing import Any

import torch
from torch import Tensor

_AT_ONCE = 16_384
"""Tokens. The scores of more are never in memory."""


def smoothed_loss(hidden: Tensor, vectors: Tensor, expected: Tensor, padding: int, smoothing: float) -> Tensor:
    """What ``cross_entropy(hidden @ vectors.T, expected)`` gives, in the mean over what is no padding."""
    loss: Tensor = _SmoothedLoss.apply(hidden, vectors, expected, padding, smoothing)  # type: ignore[no-untyped-call]
    return loss


class _SmoothedLoss(torch.autograd.Function):
    """Makes the gradient along with the loss: the scores are read while they are there, and not kept."""

    @staticmethod
    def forward(ctx: Any, hidden: Tensor, vectors: Tensor, expected: Tensor, padding: int, smoothing: float) -> Tensor:
        table = vectors.to(hidden.dtype)
        share = (expected != padding) / (expected != padding).sum()
        loss = torch.zeros((), device=hidden.device)
        to_hidden, to_vectors = torch.empty_like(hidden), torch.zeros_like(vectors)
        for ours, gold, weight, gradient in zip(
            *(torch.split(part, _AT_ONCE) for part in (hidden, expected[:, None], share[:, None], to_hidden)),
            strict=True,
        ):
            scores = ours @ table.T
            chances = scores.softmax(-1)
            surprise = -chances.gather(1, gold).float().clamp_min(1e-30).log()
            lead = scores.gather(1, gold).float() - scores.mean(-1, True, dtype=torch.float32)
            loss += ((surprise + smoothing * lead) * weight).sum()
            wrong = chances.sub_(smoothing / len(table))
            wrong.scatter_add_(1, gold, torch.full_like(gold, smoothing - 1, dtype=wrong.dtype))
            wrong.mul_(weight)
            torch.mm(wrong, table, out=gradient)
            to_vectors += wrong.T @ ours
        ctx.save_for_backward(to_hidden, to_vectors)
        return loss

    @staticmethod
    def backward(ctx: Any, above: Tensor) -> tuple[Tensor | None, ...]:
        to_hidden, to_vectors = ctx.saved_tensors
        return to_hidden * above.to(to_hidden.dtype), to_vectors * above, None, None, None
