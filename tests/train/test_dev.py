"""The dev set read in torch: windows against the whole, and against the finder that reads what was exported."""

from pathlib import Path

import numpy as np
import pytest
import torch
from tokenizers import Tokenizer
from toy_spans import examples, tokenizer

from otherwords.evaluate.spans import SpanExample
from otherwords.find import Finder
from otherwords.find.ngrams import background
from otherwords.text import OtherwordsError
from otherwords.train.dev import Dev
from otherwords.train.epochs import EpochSettings, fit_epochs
from otherwords.train.export import export
from otherwords.train.model import SpanReader
from otherwords.train.spans import SpanSet
from otherwords.train.whole import save_model
from otherwords.train.windows import Vocabulary


def dev_set(base: Path, made: list[SpanExample], length: int = 384) -> Dev:
    return Dev(made, tokenizer(base), vocabulary(base), length)


def vocabulary(base: Path) -> Vocabulary:
    return Vocabulary.of(Tokenizer.from_file(str(base / "with_line_breaks.json")).get_vocab())


@pytest.fixture(scope="module")
def model(base: Path) -> SpanReader:
    """One that knows what it is looking for, so that no near tie is tipped by the 8 bits of an export."""
    spans, _ = SpanSet.of(examples(160, words=60), tokenizer(base))
    settings = EpochSettings(16, 3e-3, 6, vectors=False)
    return fit_epochs(spans, None, vocabulary(base), base, 96, settings, report=lambda line: None)[0]


class Knowing(SpanReader):
    """Knows the king by its number: scores are known, so what is made of them can be checked."""

    def __init__(self, base: Path, king: int, null: float) -> None:
        super().__init__(base)
        self._king, self._null = king, null

    def read(self, ids: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        scores = torch.where((ids == self._king) & (types == 1), 9.0, -9.0)
        scores[:, 0] = self._null / 2
        return torch.stack([scores, scores], 1)


@pytest.mark.parametrize("length", [24, 60, 384])
def test_the_span_is_found_wherever_the_windows_end(base: Path, length: int):
    king = int(tokenizer(base).tokens("king").ids[0])
    for nulls in (0.0, 0.5):
        figures = dev_set(base, examples(30, words=150, nulls=nulls), length).figures(Knowing(base, king, null=0.0))
        assert (figures["em"], figures["f1"], figures["span_em"]) == (100, 100, 100)
        assert figures.get("null_recall", 100) == 100


def test_not_here_is_an_answer_only_where_there_are_nulls(base: Path):
    king = int(tokenizer(base).tokens("king").ids[0])
    shy = Knowing(base, king, null=1000.0)
    assert dev_set(base, examples(10)).figures(shy)["em"] == 100
    made = examples(40, nulls=0.5)
    nulls = sum(one.gold is None for one in made)
    assert dev_set(base, made).figures(shy)["em"] == pytest.approx(100 * nulls / 40)


def test_the_same_as_the_finder_that_reads_everything(base: Path, model: SpanReader, tmp_path: Path):
    save_model(model, tmp_path / "reader.safetensors")
    (tmp_path / "tokenizer.json").write_bytes((base / "with_line_breaks.json").read_bytes())
    np.save(tmp_path / "ngrams.npy", background(["the boat"]))
    export(tmp_path / "reader.safetensors", base, tmp_path / "out", {})
    finder = Finder(tmp_path / "out")
    made = [
        SpanExample(one.id, one.query, one.document.replace("late ", "late,\n"), one.start, one.end)
        for one in examples(12, words=400)
    ]
    same = 0
    for example in made:
        best = finder.find(example.query, example.document, always=True, exhaustive=True, explain=False).best
        assert best is not None
        told = SpanExample("x", example.query, example.document, best.span.start, best.span.end)
        same += dev_set(base, [told]).figures(model)["span_em"] == 100
    assert same >= 9  # of 12: weights are exported in 8 bits, which tips the near ties of an untaught reader


def test_the_network_goes_on_learning_afterwards(base: Path, model: SpanReader):
    model.train()
    dev_set(base, examples(3)).figures(model)
    assert model.training
    model.eval()


def test_a_document_of_nothing(base: Path, model: SpanReader):
    made = [SpanExample("1", "dog", "\n\n\u200b", None, None), *examples(2)]
    assert dev_set(base, made).figures(model)["null_recall"] == 100


def test_nothing_that_can_be_read(base: Path):
    with pytest.raises(OtherwordsError, match="give others with --dev"):
        dev_set(base, [SpanExample("1", "dog " * 300, "the boat", 0, 3)])
