"""The reader's last leg: beside it, a change of it that finds phrases in the middle of sentences.

    python -m otherwords.train.phrase_reading WORK --base MODEL

reads ``WORK/train.npz``, ``WORK/tokenizer.json`` and ``WORK/reader.safetensors`` (and
``WORK/phrases.json``, lists of phrases, if it is there), and writes
``WORK/phrases.safetensors``. Windows of phrases are short and what is learned is little, so that a CPU will do.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import torch
from tokenizers import Tokenizer
from torch import Tensor

from otherwords.train.corpus import Corpus
from otherwords.train.course import Course, Losses
from otherwords.train.fit import the_device
from otherwords.train.listed import Listed, read_listed
from otherwords.train.losses import reading_loss
from otherwords.train.low_rank import learned, widen
from otherwords.train.model import SpanReader
from otherwords.train.phrase_windows import PhraseExamples
from otherwords.train.spans import SPECIAL_TOKENS
from otherwords.train.whole import load_weights, save_tensors
from otherwords.train.windows import Batch, Example, Vocabulary, batch

_MIXED = 16
"""Batches that are drawn at a time and parted by length, so that little is padding."""


@dataclass(frozen=True)
class PhraseSettings:
    steps: int = 4000
    minutes: float = math.inf
    tokens: int = 6144
    """Of a batch: windows are of many lengths, and rows follow from it."""
    rank: int = 16
    learning_rate: float = 1e-3
    warm_up: int = 100
    averaging: float = 0.99
    seed: int = 1


def learn_phrases(
    model: SpanReader,
    corpus: Corpus,
    listed: Listed | None,
    vocabulary: Vocabulary,
    settings: PhraseSettings,
    report: Callable[[str], None] = print,
) -> dict[str, Tensor]:
    torch.manual_seed(settings.seed)
    model.to(the_device()).eval()
    widen(model, settings.rank)
    model.to(the_device())
    examples = PhraseExamples(corpus, vocabulary, settings.seed, listed)
    batches = _batches(examples.phrases(), vocabulary, settings.tokens)

    def losses(model: SpanReader) -> Losses:
        return {"phrases": reading_loss(model, next(batches))}

    course = Course(settings.steps, settings.minutes, settings.learning_rate, settings.warm_up, settings.averaging)
    return learned(course.follow(model, losses, report))


def _batches(examples: Iterator[Example], vocabulary: Vocabulary, size: int) -> Iterator[Batch]:
    """Rows of nearly one length, ``size`` tokens a batch, in an order that has nothing to do with their length."""
    while True:
        some = sorted(islice(examples, size * _MIXED // 64), key=_tokens)
        batches: list[list[Example]] = []
        while some:
            rows = max(1, size // _tokens(some[-1]))
            batches.append(some[-rows:])
            del some[-rows:]
        for i in torch.randperm(len(batches)).tolist():
            if any(row.start >= 0 for row in batches[i]):
                yield batch(batches[i], vocabulary, max(map(_tokens, batches[i])), apart=1)


def _tokens(example: Example) -> int:
    return len(example.query) + len(example.window) + SPECIAL_TOKENS


def learn_phrases_in(work: Path, base: Path, settings: PhraseSettings, report: Callable[[str], None] = print) -> None:
    model = SpanReader(base)
    model.load_state_dict(load_weights(work / "reader.safetensors"))
    vocabulary = Vocabulary.of(Tokenizer.from_file(str(work / "tokenizer.json")).get_vocab())
    found = learn_phrases(model, Corpus.load(work / "train.npz"), read_listed(work), vocabulary, settings, report)
    save_tensors(found, work / "phrases.safetensors")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=PhraseSettings.steps)
    parser.add_argument("--minutes", type=float, default=PhraseSettings.minutes)
    options = parser.parse_args()
    learn_phrases_in(options.work, options.base, PhraseSettings(steps=options.steps, minutes=options.minutes))


if __name__ == "__main__":
    main()
