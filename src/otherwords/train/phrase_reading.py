"""The reader's last leg: it learns to find phrases and keeps what it knows of sentences.

    python -m otherwords.train.phrase_reading WORK --base MODEL

reads ``WORK/train.npz``, ``WORK/tokenizer.json`` and ``WORK/reader.safetensors`` and writes
``WORK/phrases.safetensors``. Windows of phrases are short, so that a CPU will do. Every step also reads examples of the
kind that was learned before; what the reader made of them then is what it must still make of them.
"""

import argparse
import copy
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch.nn.functional import mse_loss

from otherwords.train.corpus import Corpus
from otherwords.train.course import Course, Losses
from otherwords.train.fit import the_device
from otherwords.train.losses import reading_loss
from otherwords.train.model import SpanReader
from otherwords.train.phrase_windows import PhraseExamples
from otherwords.train.spans import SPECIAL_TOKENS
from otherwords.train.whole import load_weights, save_model
from otherwords.train.windows import Batch, Example, Examples, Vocabulary, batch

_MIXED = 16
"""Batches that are drawn at a time and parted by length, so that little is padding."""
_FIXED = 1 / 3
"""Share of the layers, the lower ones, that stay as they are: less is forgotten, and a step takes less time."""
_SOFTNESS = 3.0
"""Scores are divided by it before they are compared, so that by how much the best one leads counts, too."""


@dataclass(frozen=True)
class PhraseSettings:
    steps: int = 1200
    minutes: float = math.inf
    phrases: int = 64
    """Windows of phrases in a step."""
    rehearsed: int = 24
    """Windows of sentences in a step."""
    length: int = 256
    """Tokens of a rehearsed window beside its query, at most."""
    learning_rate: float = 1e-4
    warm_up: int = 50
    averaging: float = 0.99
    share: float = 1.0
    """Of the way from the weights before to those after: a part of it costs less of what was known."""
    seed: int = 1


def learn_phrases(
    model: SpanReader,
    corpus: Corpus,
    vocabulary: Vocabulary,
    settings: PhraseSettings,
    report: Callable[[str], None] = print,
) -> SpanReader:
    torch.manual_seed(settings.seed)
    device = the_device()
    before = model.to(device).eval().requires_grad_(False)
    learned = _batches(PhraseExamples(corpus, vocabulary, settings.seed).phrases(), vocabulary, settings.phrases)
    stream = Examples(corpus, vocabulary, settings.seed).stream(settings.length)
    kept = _batches(stream, vocabulary, settings.rehearsed)

    def losses(model: SpanReader) -> Losses:
        return {"phrases": reading_loss(model, next(learned)), **_kept_losses(model, before, next(kept), device)}

    course = Course(settings.steps, settings.minutes, settings.learning_rate, settings.warm_up, settings.averaging)
    found = course.follow(_learner(before), losses, report)
    with torch.no_grad():
        for ours, start in zip(found.parameters(), before.parameters(), strict=True):
            ours.copy_(start.lerp(ours, settings.share))
    return found


def _learner(before: SpanReader) -> SpanReader:
    model = copy.deepcopy(before)
    layers = model.encoder.encoder.layer
    for layer in layers[round(len(layers) * _FIXED) :]:
        layer.requires_grad_(True)
    model.span_scores.requires_grad_(True)
    return model


def _kept_losses(model: SpanReader, before: SpanReader, one: Batch, device: torch.device) -> Losses:
    ids, types = (torch.as_tensor(rows).to(device) for rows in (one.ids, one.types))
    with torch.no_grad():
        was = before.encode(ids, types)
        told = (before.scores(was, ids, types) / _SOFTNESS).softmax(-1)
    now = model.encode(ids, types)
    inside = ids > 0
    scores = (model.scores(now, ids, types) / _SOFTNESS).log_softmax(-1)
    return {
        "reading kept": -_SOFTNESS * (told * (scores - told.clamp_min(1e-9).log())).sum(-1).mean(),
        "vectors kept": mse_loss(now[inside].float(), was[inside].float()),
    }


def _batches(examples: Iterator[Example], vocabulary: Vocabulary, size: int) -> Iterator[Batch]:
    while True:
        some = list(islice(examples, size * _MIXED))
        some.sort(key=_tokens)
        for i in torch.randperm(_MIXED).tolist():
            rows = some[i * size : (i + 1) * size]
            if any(row.start >= 0 for row in rows):
                yield batch(rows, vocabulary, max(map(_tokens, rows)), apart=1)


def _tokens(example: Example) -> int:
    return len(example.query) + len(example.window) + SPECIAL_TOKENS


def learn_phrases_in(work: Path, base: Path, settings: PhraseSettings, report: Callable[[str], None] = print) -> None:
    model = SpanReader(base)
    model.load_state_dict(load_weights(work / "reader.safetensors"))
    vocabulary = Vocabulary.of(Tokenizer.from_file(str(work / "tokenizer.json")).get_vocab())
    learned = learn_phrases(model, Corpus.load(work / "train.npz"), vocabulary, settings, report)
    save_model(learned, work / "phrases.safetensors")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=PhraseSettings.steps)
    parser.add_argument("--minutes", type=float, default=PhraseSettings.minutes)
    parser.add_argument("--share", type=float, default=PhraseSettings.share)
    options = parser.parse_args()
    settings = PhraseSettings(steps=options.steps, minutes=options.minutes, share=options.share)
    learn_phrases_in(options.work, options.base, settings)


if __name__ == "__main__":
    main()
