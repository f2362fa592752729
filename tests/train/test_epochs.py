"""Fitting to span examples: it learns, it keeps the best, it stops."""

import math
from pathlib import Path

import pytest
from tiny_models import write_bert
from tokenizers import Tokenizer
from toy_spans import examples, tokenizer

from otherwords.train import epochs
from otherwords.train.base import reading_length
from otherwords.train.dev import Dev
from otherwords.train.epochs import EpochSettings, Figures, fit_epochs
from otherwords.train.model import SpanReader
from otherwords.train.spans import SpanSet
from otherwords.train.windows import Vocabulary

LENGTH = 48


def vocabulary(base: Path) -> Vocabulary:
    return Vocabulary.of(Tokenizer.from_file(str(base / "with_line_breaks.json")).get_vocab())


def fitted(base: Path, settings: EpochSettings, dev: Dev | None, nulls: float = 0.0) -> tuple[SpanReader, Figures]:
    spans, _ = SpanSet.of(examples(160, words=60, nulls=nulls), tokenizer(base))
    return fit_epochs(spans, dev, vocabulary(base), base, LENGTH, settings, report=lambda line: None)


def dev_set(base: Path, nulls: float = 0.0) -> Dev:
    return Dev(examples(30, words=60, nulls=nulls, seed=9), tokenizer(base), vocabulary(base), LENGTH)


@pytest.mark.parametrize(("nulls", "epochs", "vectors"), [(0.0, 4, True), (0.4, 10, False)])
def test_it_learns(base: Path, nulls: float, epochs: int, vectors: bool):
    dev = dev_set(base, nulls)
    untaught = dev.figures(SpanReader(base))
    model, figures = fitted(base, EpochSettings(16, 3e-3, epochs, patience=20, vectors=vectors), dev, nulls)
    assert figures["f1"] > 60 > 2 * untaught["f1"]
    assert 0 < figures.pop("after_epochs") <= epochs
    assert dev.figures(model) == figures  # the weights are those of the figures
    assert not model.training


class Moody(Dev):
    """Says what it is told to, whatever the network does."""

    def __init__(self, *moods: float) -> None:
        self.moods = list(moods)
        self.seen: list[float] = []

    def figures(self, model: SpanReader) -> Figures:
        self.seen.append(model.span_scores.weight.sum().item())
        return {"em": 0.0, "f1": self.moods[len(self.seen) - 1]}


def test_the_best_weights_are_kept_and_impatience_ends_it(base: Path):
    dev = Moody(10, 30, 20, 30, 25, 99)
    model, figures = fitted(base, EpochSettings(32, 1e-3, epochs=5, patience=3, vectors=False), dev)
    assert (figures["f1"], figures["after_epochs"]) == (30, 1)
    assert len(dev.seen) == 5  # 20, 30 and 25 are no better than 30
    assert model.span_scores.weight.sum().item() == dev.seen[1]


def test_twice_an_epoch(base: Path):
    dev = Moody(*range(6))
    fitted(base, EpochSettings(32, 1e-3, epochs=3, vectors=False), dev)
    assert len(dev.seen) == 6


def test_the_clock_ends_it(base: Path):
    dev = Moody(1)
    fitted(base, EpochSettings(minutes=1e-9), dev)
    assert len(dev.seen) == 1  # what was learned until then is measured, and kept


def test_without_a_dev_set(base: Path):
    model, figures = fitted(base, EpochSettings(64, 1e-3, 1, vectors=False), None)
    assert isinstance(model, SpanReader)
    assert figures == {"after_epochs": 1}


def test_the_learning_rate_rises_and_falls(base: Path, monkeypatch: pytest.MonkeyPatch):
    rates: list[float] = []
    monkeypatch.setattr(epochs, "update", lambda model, optimizer, one, rate, vectors: rates.append(rate))
    fitted(base, EpochSettings(8, 1.0, 2), None)
    top = rates.index(max(rates))
    assert 0 < top < len(rates) / 5
    assert rates[: top + 1] == sorted(rates[: top + 1])
    assert rates[top:] == sorted(rates[top:], reverse=True)
    assert 0.9 < max(rates) <= 1
    assert rates[-1] < 0.05


def test_a_base_that_reads_little(tmp_path: Path):
    short = write_bert(tmp_path / "short", hidden=64, positions=200)
    assert reading_length(short, 384) == 200
    assert reading_length(short, 160) == 160
    tokenizer(short)
    spans, _ = SpanSet.of(examples(20, words=300), tokenizer(short))
    dev = Dev(examples(4, words=300), tokenizer(short), vocabulary(short), 200)
    _, figures = fit_epochs(
        spans, dev, vocabulary(short), short, 200, EpochSettings(epochs=1, vectors=False), lambda line: None
    )
    assert math.isfinite(figures["f1"])
