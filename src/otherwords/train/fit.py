"""Fitting the reader: batches of whole numbers in, weights out. Runs unchanged on a CPU and on a GPU.

    python -m otherwords.train.fit WORK --base MODEL --steps 5000

reads ``WORK/train.npz`` and ``WORK/tokenizer.json`` (what ``corpus.prepare`` made) and writes
``WORK/reader.safetensors``. Where WORK was made from files of spans (``WORK/spans.npz``), it does instead what
``WORK/plan.json`` says, and needs no other options than the base.
"""

import argparse
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from otherwords.train.base import reading_length
from otherwords.train.corpus import Corpus
from otherwords.train.course import Course, Losses
from otherwords.train.losses import reading_loss, vector_losses
from otherwords.train.model import SpanReader
from otherwords.train.teacher import ReadingTeacher
from otherwords.train.whole import load_weights, save_model
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
    teaching: float = 0.65
    """The teacher's own share, where there is one: so many of its steps, or minutes, for each of the reader's."""
    teacher_rate: float = 1e-4
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


def fit_in(
    work: Path,
    base: Path,
    teacher: Path | None,
    settings: Settings,
    start: Path | None = None,
    report: Callable[[str], None] = print,
) -> None:
    """Writes ``work/reader.safetensors``, fitted from the base, or further from the weights of an earlier run.

    A teacher, an encoder of sentences, learns to read first (``work/teacher.safetensors``); then half of what the
    reader learns is what she reads.
    """
    corpus = Corpus.load(work / "train.npz")
    tokenizer = Tokenizer.from_file(str(work / "tokenizer.json"))
    torch.manual_seed(settings.seed)
    torch.set_float32_matmul_precision("high")
    vocabulary = Vocabulary.of(tokenizer.get_vocab())
    rows = _Batches(corpus, vocabulary, settings, reading_length(base, max(settings.lengths)))
    batches = iter(DataLoader(rows, batch_size=None, num_workers=settings.workers))
    model = SpanReader(base)
    if start is not None:
        model.load_state_dict(load_weights(start))
    model.to(the_device())
    reading = None
    if teacher is not None:
        words = model.encoder.embeddings.word_embeddings.weight
        reading = ReadingTeacher(teacher, tokenizer, words).to(the_device())
        taught = work / "teacher.safetensors"
        if not taught.exists():
            save_model(_taught(reading, batches, settings, report), taught)
        reading.load_state_dict(load_weights(taught))
        reading.eval().requires_grad_(False)
        report("the teacher can read")

    def losses(model: SpanReader) -> Losses:
        one = next(batches)
        return {"reading": reading_loss(model, one, reading), **vector_losses(model, one)}

    course = Course(settings.steps, settings.minutes, settings.learning_rate, settings.warm_up, settings.averaging)
    save_model(course.follow(model, losses, report), work / "reader.safetensors")


def _taught(
    teacher: ReadingTeacher, batches: Iterator[Batch], settings: Settings, report: Callable[[str], None]
) -> ReadingTeacher:
    course = Course(
        math.ceil(settings.teaching * settings.steps),
        settings.teaching * settings.minutes,
        settings.teacher_rate,
        settings.warm_up,
        settings.averaging,
    )
    return course.follow(teacher, lambda model: {"reading": reading_loss(model, next(batches))}, report)


def the_device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=Settings.steps)
    parser.add_argument("--minutes", type=float, default=Settings.minutes)
    parser.add_argument("--learning-rate", type=float, default=Settings.learning_rate)
    parser.add_argument("--teacher", type=Path, help="a larger encoder of sentences, whose readings are learned")
    parser.add_argument("--start", type=Path, help="weights of an earlier run to go on from")
    parser.add_argument("--workers", type=int, default=0)
    options = parser.parse_args()
    if (options.work / "spans.npz").exists():
        from otherwords.train.grid import search  # which fits with what is defined here

        search(options.work, options.base, report=print)
        return
    settings = Settings(
        steps=options.steps, minutes=options.minutes, learning_rate=options.learning_rate, workers=options.workers
    )
    fit_in(options.work, options.base, options.teacher, settings, options.start)


if __name__ == "__main__":
    main()
