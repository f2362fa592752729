"""Fitting the translator: integers in, weights out. Runs unchanged on a CPU and on a GPU."""

import copy
import json
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from safetensors import safe_open
from tokenizers import Tokenizer
from torch import Tensor

from otherwords.train.translate_batches import Batch, Batches, Marks
from otherwords.train.translate_corpus import PADDING, START, Corpus, language_mark
from otherwords.train.translate_loss import smoothed_loss
from otherwords.train.translate_model import Shape, TranslationModel
from otherwords.train.whole import save_model

REPORT_EVERY = 200


@dataclass(frozen=True)
class Settings:
    steps: int = 10_000
    minutes: float = math.inf
    """The learning rate reaches zero with the steps or the minutes, whichever end first; what was learned is kept."""
    tokens: int = 98_304
    """Tokens a batch, of both languages, padding included."""
    learning_rate: float = 1.2e-3
    warm_up: int = 500
    dropout: float = 0.1
    smoothing: float = 0.1
    averaging: float = 0.999
    seed: int = 1


def fit(
    corpus: Corpus,
    tokenizer: Tokenizer,
    settings: Settings,
    shape: Shape | None = None,
    start: Path | None = None,
    report: Callable[[str], None] = print,
) -> TranslationModel:
    """The running mean of the weights, which translates better than the last; from the start, or an earlier run's."""
    torch.manual_seed(settings.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    ids = tokenizer.get_vocab()
    first, second = (ids[language_mark(language)] for language in corpus.languages)
    marks = Marks(ids[PADDING], ids[START], (first, second))
    batches = Batches(corpus, marks, device)
    torch.backends.cuda.enable_cudnn_sdp(False)  # its plans, one a shape, take longer than they save
    model = TranslationModel(shape or Shape(tokenizer.get_vocab_size()), settings.dropout)
    if start is not None:
        model.load_state_dict(load(start).state_dict())
    model.to(device)
    kept = copy.deepcopy(model).eval()
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=0.0, betas=(0.9, 0.98), weight_decay=0.01, fused=device.type == "cuda"
    )
    learned: list[Tensor] = list(model.parameters())
    means: list[Tensor] = list(kept.parameters())
    began = time.monotonic()
    for step, batch in enumerate(batches.rounds(settings.tokens, settings.seed)):
        done = max(step / settings.steps, (time.monotonic() - began) / 60 / settings.minutes)
        if done >= 1:
            break
        for group in optimizer.param_groups:
            pace = min((step + 1) / settings.warm_up, 1.0) * 0.5 * (1 + math.cos(math.pi * done))
            group["lr"] = settings.learning_rate * pace
        loss = _loss(model, batch, marks.padding, settings.smoothing)
        optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimizer.step()
        with torch.no_grad():
            torch._foreach_lerp_(means, learned, 1 - min(settings.averaging, (step + 1) / (step + 10)))
        if step % REPORT_EVERY == REPORT_EVERY - 1:
            rate = (step + 1) / (time.monotonic() - began)
            report(f"step {step + 1}: loss {loss.item():.3f}; {rate:.1f}/s")
        if step % (10 * REPORT_EVERY) == 10 * REPORT_EVERY - 1:
            report(f"step {step + 1}: {_aside(kept, batches, marks.padding, settings.tokens)}")
    report(f"after {step} steps: {_aside(kept, batches, marks.padding, settings.tokens)}")
    return kept


def _loss(model: TranslationModel, batch: Batch, padding: int, smoothing: float) -> Tensor:
    device = batch.source.device.type
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        hidden = model.read(batch.source, batch.present, batch.target)
    return smoothed_loss(hidden.flatten(0, 1), model.tokens.weight, batch.expected.flatten(), padding, smoothing)


@torch.no_grad()
def _aside(model: TranslationModel, batches: Batches, padding: int, tokens: int) -> str:
    """The loss on the pairs kept aside, which nothing is chosen by."""
    total, count = torch.zeros((), device=model.tokens.weight.device), 0
    for batch in batches.kept_aside(tokens):
        size = batch.expected.numel()
        total += _loss(model, batch, padding, 0.0) * size
        count += size
    return f"{total.item() / count:.3f} on pairs kept aside" if count else "no pairs kept aside"


def save(model: TranslationModel, path: Path) -> None:
    save_model(model, path, {"shape": json.dumps(asdict(model.shape))})


def load(path: Path) -> TranslationModel:
    with safe_open(path, "pt") as file:
        model = TranslationModel(Shape(**json.loads(file.metadata()["shape"])), dropout=0.0)
        model.load_state_dict({name: file.get_tensor(name).float() for name in file.keys()})  # noqa: SIM118
    return model.eval()
