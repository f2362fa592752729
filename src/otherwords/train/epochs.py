"""Fitting the reader to span examples: epochs over all of them, with a dev set that tells when to stop."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import torch
from torch import Tensor

from otherwords.train.dev import Dev
from otherwords.train.fit import the_device
from otherwords.train.losses import optimizer_of, update
from otherwords.train.model import SpanReader
from otherwords.train.spans import SPECIAL_TOKENS, SpanSet, SpanWindows
from otherwords.train.windows import Batch, Vocabulary, batch

_RISE = 0.1
"""The share of the steps in which the learning rate rises."""
_EVALUATIONS = 2
"""An epoch."""

Figures = dict[str, float]


@dataclass(frozen=True)
class EpochSettings:
    """The defaults are those of "Semantic Search as Extractive Paraphrase Span Detection", where all is retrievable."""

    batch_size: int = 32
    learning_rate: float = 3e-5
    epochs: int = 2
    patience: int = 3
    """Evaluations without a better one before it ends."""
    minutes: float = math.inf
    """The learning rate reaches zero with the epochs or the minutes, whichever end first."""
    vectors: bool = True
    """Whether span vectors and word vectors are fitted beside the span scores, which are all that the paper has."""
    seed: int = 1


class _Best:
    """The best weights so far, and how often in a row others were no better."""

    def __init__(self) -> None:
        self.figures: Figures = {}
        self.weights: dict[str, Tensor] = {}
        self.worse = 0

    def offer(self, model: SpanReader, figures: Figures) -> None:
        if not self.figures or figures["f1"] > self.figures["f1"]:
            self.figures, self.worse = figures, 0
            self.weights = {name: tensor.detach().cpu().clone() for name, tensor in model.state_dict().items()}
        else:
            self.worse += 1


def fit_epochs(
    spans: SpanSet,
    dev: Dev | None,
    vocabulary: Vocabulary,
    base: Path,
    length: int,
    settings: EpochSettings,
    report: Callable[[str], None] = print,
) -> tuple[SpanReader, Figures]:
    """The reader that did best on the dev set, with its figures there and the epochs after which it was best.

    Without a dev set it is the reader as it ends, and its figures are the epochs alone.
    """
    torch.manual_seed(settings.seed)
    windows = SpanWindows(spans, length, settings.seed)
    if windows.left_out:
        report(f"left out {windows.left_out} examples whose span does not fit into a window beside the query")
    model = SpanReader(base).to(the_device()).train()
    optimizer = optimizer_of(model)
    in_epoch = -(-len(windows) // settings.batch_size)
    total = in_epoch * settings.epochs
    checks = {round(total * i / (_EVALUATIONS * settings.epochs)) for i in range(1, _EVALUATIONS * settings.epochs)}
    best = _Best()

    def check() -> None:
        epochs = round(step / in_epoch, 2)
        if dev is None:
            best.figures = {"after_epochs": epochs}
            return
        figures = dev.figures(model)
        best.offer(model, {**figures, "after_epochs": epochs})
        report(f"after {epochs:.1f} epochs: EM {figures['em']}, F1 {figures['f1']} on the dev set")

    began = time.monotonic()
    step = 0
    batches = _batches(windows, vocabulary, settings)
    while one := next(batches, None):
        done = max(step / total, (time.monotonic() - began) / 60 / settings.minutes)
        if done >= 1 or best.worse >= settings.patience:
            break
        pace = min((step + 1) / (_RISE * total + 1), (1 - done) / (1 - _RISE), 1.0)
        update(model, optimizer, one, settings.learning_rate * pace, settings.vectors)
        step += 1
        if step in checks:
            check()
    if best.worse < settings.patience:
        check()
    if best.weights:
        model.load_state_dict(best.weights)
    return model.eval(), best.figures


def _batches(windows: SpanWindows, vocabulary: Vocabulary, settings: EpochSettings) -> Iterator[Batch]:
    apart = settings.batch_size if settings.vectors else 1
    for _ in range(settings.epochs):
        examples = windows.epoch()
        while rows := list(islice(examples, settings.batch_size)):
            if all(row.start < 0 for row in rows):
                continue  # span vectors need a span
            longest = max(len(row.query) + len(row.window) for row in rows) + SPECIAL_TOKENS
            yield batch(rows, vocabulary, longest, apart)
