"""What a reader is to get right: the span beside its query, span vectors, word vectors; and one step towards it."""

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from otherwords.train.model import SpanReader
from otherwords.train.teacher import Reads
from otherwords.train.windows import Batch, Ints


def optimizer_of(model: SpanReader) -> torch.optim.Optimizer:
    decayed = [p for p in model.parameters() if p.ndim > 1]
    others = [p for p in model.parameters() if p.ndim <= 1]
    groups = [{"params": decayed, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, fused=next(model.parameters()).is_cuda)


def update(
    model: SpanReader, optimizer: torch.optim.Optimizer, one: Batch, learning_rate: float, vectors: bool = True
) -> None:
    """One step. Without ``vectors`` only the span scores are fitted."""
    device = next(model.parameters()).device
    for group in optimizer.param_groups:
        group["lr"] = learning_rate
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        reading = reading_loss(model, one)
        loss = torch.stack([reading, *(vector_losses(model, one).values() if vectors else ())]).sum()
    optimizer.zero_grad(set_to_none=True)
    torch.autograd.backward(loss)
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()


def reading_loss(model: Reads, one: Batch, teacher: Reads | None = None) -> Tensor:
    """How far the span scores are from the truth, or from what lies half-way between it and the teacher's reading."""
    device = next(model.parameters()).device
    ids, types, gold = _on(device, one.ids), _on(device, one.types), _on(device, np.stack([one.starts, one.ends]))
    scores = model.read(ids, types)
    told = None
    if teacher is not None:
        with torch.no_grad():
            told = teacher.read(ids, types)
    loss = _choice(scores, gold, told)
    if not len(one.rivals):
        return loss
    # Windows are compared by how far they lead "not here", so of two the one that says it must lead by more.
    right, wrong = _on(device, one.rivals).T
    both = _side_by_side(scores, right, wrong)
    return loss + 0.5 * _choice(both, gold[:, right], None if told is None else _side_by_side(told, right, wrong))


def _choice(scores: Tensor, gold: Tensor, told: Tensor | None) -> Tensor:
    """[rows, 2, places]: the first and the last token are to be chosen, each out of all places."""
    loss = torch.stack([cross_entropy(scores[:, side], gold[side]) for side in (0, 1)]).mean()
    if told is None:
        return loss
    taught = torch.stack([cross_entropy(scores[:, side], told[:, side].softmax(-1)) for side in (0, 1)]).mean()
    return (loss + taught) / 2


def _side_by_side(scores: Tensor, right: Tensor, wrong: Tensor) -> Tensor:
    leads = scores - scores[:, :, :1]
    return torch.cat([leads[right], leads[wrong]], dim=2)


def vector_losses(model: SpanReader, one: Batch) -> dict[str, Tensor]:
    device = next(model.parameters()).device
    query_ids, window_ids = _on(device, one.query_ids), _on(device, one.window_ids)
    starts, ends = _on(device, one.window_starts), _on(device, one.window_ends)
    rows, length = window_ids.shape
    asked, told = model.ask(query_ids), model.tell(window_ids)
    vectors = torch.zeros((), device=device)
    for side, gold in ((0, starts), (1, ends)):
        # Every token of every window in the batch is a candidate: the product must find window and place at once.
        table = asked[:, side].float() @ told[:, :, side].reshape(rows * length, -1).float().T
        table = table.masked_fill((window_ids.reshape(1, -1) == 0), -1e4)
        vectors = vectors + cross_entropy(table, torch.arange(rows, device=device) * length + gold) / 2

    position = torch.arange(length, device=device)
    inside = (position >= starts[:, None]) & (position <= ends[:, None])
    with torch.autocast(device.type, enabled=False):
        asked_length = (query_ids > 0).sum(1, keepdim=True) - 1
        spoken = torch.arange(query_ids.shape[1], device=device)
        ours = model.bag(query_ids, ((spoken > 0) & (spoken < asked_length)).float())  # without [CLS] and [SEP]
        theirs = model.bag(window_ids, inside.float())
        words = cross_entropy(20 * ours @ theirs.T, torch.arange(rows, device=device))
    return {"vectors": 0.3 * vectors, "words": 0.3 * words}


def _on(device: torch.device, array: Ints) -> Tensor:
    return torch.as_tensor(array).to(device, non_blocking=True)
