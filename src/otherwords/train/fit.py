"""Fitting the reader: batches of whole numbers in, weights out. Runs unchanged on a CPU and on a GPU.

    python -m otherwords.train.fit WORK --base MODEL --steps 5000

reads ``WORK/train.npz`` and ``WORK/tokenizer.json`` (what ``corpus.prepare`` made) and writes
``WORK/reader.safetensors``. Where WORK was made from files of spans (``WORK/spans.npz``), it does instead what
``WORK/plan.json`` says, and needs no other options than the base.
"""

import argparse
import copy
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn.functional import cross_entropy
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from otherwords.train.base import reading_length
from otherwords.train.corpus import Corpus
from otherwords.train.model import SpanReader
from otherwords.train.whole import save_model
from otherwords.train.windows import Batch, Example, Examples, Vocabulary, batch


@dataclass(frozen=True)
class Settings:
    steps: int = 7000
    minutes: float = math.inf
    """The learning rate reaches zero with the steps or the minutes, whichever end first; what was learned is kept."""
    tokens: int = 98_304
    """Tokens a batch: windows of several lengths take turns, so rows follow from it."""
    lengths: tuple[int, ...] = (384, 256, 160)
    apart: int = 128
    """Rows of a batch whose query and window are also encoded apart, for the span vectors."""
    learning_rate: float = 3e-4
    warm_up: int = 300
    averaging: float = 0.999
    """The weights that are kept are a running mean, which is worth a point of exact matches."""
    workers: int = 0
    seed: int = 1


class _Batches(IterableDataset[Batch]):
    def __init__(self, corpus: Corpus, vocabulary: Vocabulary, settings: Settings, longest: int) -> None:
        self._vocabulary, self._settings = vocabulary, settings
        self._examples = Examples(corpus, vocabulary, settings.seed)  # made once, for all workers
        self._lengths = list(dict.fromkeys(min(length, longest) for length in settings.lengths))

    def __iter__(self) -> Iterator[Batch]:
        worker = get_worker_info()
        self._examples.random = np.random.default_rng([self._settings.seed, worker.id if worker else 0])
        streams = [(length, self._examples.stream(length)) for length in self._lengths]
        while True:
            for length, stream in streams:
                rows = _fill(stream, max(1, self._settings.tokens // length))
                if all(row.start < 0 for row in rows):
                    continue  # a toy batch may hold nothing but nulls, and span vectors need a span
                yield batch(rows, self._vocabulary, length, self._settings.apart)


def _fill(stream: Iterator[Example], count: int) -> list[Example]:
    """So many rows, rivals included."""
    examples: list[Example] = []
    while count > 0:
        example = next(stream)
        if count == 1:
            example = replace(example, rival=None)
        count -= 1 if example.rival is None else 2
        examples.append(example)
    return examples


def fit(
    corpus: Corpus,
    tokenizer: Tokenizer,
    base: Path,
    settings: Settings,
    start: Path | None = None,
    report: Callable[[str], None] = print,
) -> SpanReader:
    """A reader fitted from the base model, or further from the weights of an earlier run."""
    torch.manual_seed(settings.seed)
    torch.set_float32_matmul_precision("high")
    vocabulary = Vocabulary.of(tokenizer.get_vocab())
    rows = _Batches(corpus, vocabulary, settings, reading_length(base, max(settings.lengths)))
    batches = iter(DataLoader(rows, batch_size=None, num_workers=settings.workers))
    model = SpanReader(base)
    if start is not None:
        model.load_state_dict({name: tensor.float() for name, tensor in load_file(start).items()})
    model.to(the_device())
    kept = copy.deepcopy(model).eval()
    optimizer = optimizer_of(model)
    began = time.monotonic()
    seen: list[list[float]] = []
    for step in range(settings.steps):
        done = max(step / settings.steps, (time.monotonic() - began) / 60 / settings.minutes)
        if done >= 1:
            break
        pace = min((step + 1) / settings.warm_up, 1.0) * 0.5 * (1 + math.cos(math.pi * done))
        losses = update(model, optimizer, next(batches), settings.learning_rate * pace)
        share = min(settings.averaging, (step + 1) / (step + 10))
        with torch.no_grad():
            torch._foreach_lerp_(list(kept.parameters()), list(model.parameters()), 1 - share)
        seen.append([loss.item() for loss in losses] if step % 20 == 0 else [])
        if step % 200 == 199:
            reading, vectors, words = np.mean([row for row in seen if row], axis=0)
            seen.clear()
            rate = (step + 1) / (time.monotonic() - began)
            report(
                f"step {step + 1}: reading {reading:.3f}, span vectors {vectors:.3f}, words {words:.3f}; {rate:.1f}/s"
            )
    return kept


def the_device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def optimizer_of(model: SpanReader) -> torch.optim.Optimizer:
    decayed = [p for p in model.parameters() if p.ndim > 1]
    others = [p for p in model.parameters() if p.ndim <= 1]
    groups = [{"params": decayed, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, fused=next(model.parameters()).is_cuda)


def update(
    model: SpanReader, optimizer: torch.optim.Optimizer, one: Batch, learning_rate: float, vectors: bool = True
) -> tuple[Tensor, ...]:
    """One step; its losses. Without ``vectors`` only the span scores are fitted."""
    device = next(model.parameters()).device
    for group in optimizer.param_groups:
        group["lr"] = learning_rate
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        losses = _losses(model, one, device) if vectors else (_reading_loss(model, one, device),)
    optimizer.zero_grad(set_to_none=True)
    torch.autograd.backward(torch.stack(losses).sum())
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return losses


def _reading_loss(model: SpanReader, one: Batch, device: torch.device) -> Tensor:
    ids, types, starts, ends = (
        torch.as_tensor(x).to(device, non_blocking=True) for x in (one.ids, one.types, one.starts, one.ends)
    )
    scores = model.read(ids, types)
    loss = (cross_entropy(scores[:, 0], starts) + cross_entropy(scores[:, 1], ends)) / 2
    if not len(one.rivals):
        return loss
    # Windows are compared by how far they lead "not here", so of two the one that says it must lead by more.
    leads = scores - scores[:, :, :1]
    right, wrong = torch.as_tensor(one.rivals).to(device, non_blocking=True).T
    both = torch.cat([leads[right], leads[wrong]], dim=2)
    return loss + 0.5 * (cross_entropy(both[:, 0], starts[right]) + cross_entropy(both[:, 1], ends[right])) / 2


def _losses(model: SpanReader, one: Batch, device: torch.device) -> tuple[Tensor, Tensor, Tensor]:
    def on(array: NDArray[np.int64]) -> Tensor:
        return torch.as_tensor(array).to(device, non_blocking=True)

    reading = _reading_loss(model, one, device)
    query_ids, window_ids = on(one.query_ids), on(one.window_ids)
    rows, length = window_ids.shape
    asked, told = model.ask(query_ids), model.tell(window_ids)
    vectors = torch.zeros((), device=device)
    for side, gold in ((0, on(one.window_starts)), (1, on(one.window_ends))):
        # Every token of every window in the batch is a candidate: the product must find window and place at once.
        table = asked[:, side].float() @ told[:, :, side].reshape(rows * length, -1).float().T
        table = table.masked_fill((window_ids.reshape(1, -1) == 0), -1e4)
        vectors = vectors + cross_entropy(table, torch.arange(rows, device=device) * length + gold) / 2

    position = torch.arange(length, device=device)
    inside = (position >= on(one.window_starts)[:, None]) & (position <= on(one.window_ends)[:, None])
    with torch.autocast(device.type, enabled=False):
        asked_length = (query_ids > 0).sum(1, keepdim=True) - 1
        spoken = torch.arange(query_ids.shape[1], device=device)
        ours = model.bag(query_ids, ((spoken > 0) & (spoken < asked_length)).float())  # without [CLS] and [SEP]
        theirs = model.bag(window_ids, inside.float())
        words = cross_entropy(20 * ours @ theirs.T, torch.arange(rows, device=device))
    return reading, 0.3 * vectors, 0.3 * words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=Settings.steps)
    parser.add_argument("--minutes", type=float, default=Settings.minutes)
    parser.add_argument("--learning-rate", type=float, default=Settings.learning_rate)
    parser.add_argument("--start", type=Path, help="weights of an earlier run to go on from")
    parser.add_argument("--workers", type=int, default=0)
    options = parser.parse_args()
    if (options.work / "spans.npz").exists():
        from otherwords.train.grid import search  # which fits with what is defined here

        search(options.work, options.base, report=print)
        return
    corpus = Corpus.load(options.work / "train.npz")
    tokenizer = Tokenizer.from_file(str(options.work / "tokenizer.json"))
    settings = Settings(
        steps=options.steps, minutes=options.minutes, learning_rate=options.learning_rate, workers=options.workers
    )
    model = fit(corpus, tokenizer, options.base, settings, options.start)
    save_model(model, options.work / "reader.safetensors")


if __name__ == "__main__":
    main()
