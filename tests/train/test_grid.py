"""Settings tried one after another: the best wins, and what was done before a stop is not done again."""

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from tiny_models import write_bert
from toy_spans import examples, tokenizer

from otherwords.evaluate.spans import write_spans
from otherwords.train import grid
from otherwords.train.epochs import EpochSettings
from otherwords.train.grid import Plan, best, search
from otherwords.train.model import SpanReader
from otherwords.train.spans import SpanSet


@pytest.fixture
def base(tmp_path: Path) -> Path:
    torch.set_num_threads(1)
    return write_bert(tmp_path / "base", hidden=64)


@pytest.fixture
def work(tmp_path: Path, base: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    reader = tokenizer(base)
    (folder / "tokenizer.json").write_bytes((base / "with_line_breaks.json").read_bytes())
    SpanSet.of(examples(30), reader)[0].save(folder / "spans.npz")
    write_spans(folder / "dev.jsonl.gz", examples(5, seed=1))
    return folder


class Fits:
    """Stands for fitting: the F1 is looked up, the weights tell which settings they are of."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, stop_after: int = 99) -> None:
        self.done: list[tuple[int, float, int]] = []
        self.stop_after = stop_after
        monkeypatch.setattr(grid, "fit_epochs", self)

    def __call__(self, spans, dev, vocabulary, base, length, settings: EpochSettings, report):
        if len(self.done) == self.stop_after:
            raise KeyboardInterrupt
        self.done.append((settings.batch_size, settings.learning_rate, settings.epochs))
        model = SpanReader(base)
        with torch.no_grad():
            model.span_scores.bias[:] = settings.batch_size
        return model, {"em": 1.0, "f1": {8: 50.0, 16: 70.0, 32: 60.0}[settings.batch_size]}


def quiet(line: str) -> None:
    pass


def test_the_paper_s_grid():
    cells = Plan(grid.BATCH_SIZES, grid.LEARNING_RATES, grid.EPOCHS).settings()
    assert len({(one.batch_size, one.learning_rate, one.epochs) for one in cells}) == 18
    assert len(Plan().settings()) == 1


def test_a_plan_is_kept(tmp_path: Path):
    plan = Plan((8, 16), (1e-5,), (2,), 4)
    plan.save(tmp_path / "plan.json")
    assert Plan.load(tmp_path / "plan.json") == plan


def test_the_best_wins(work: Path, base: Path, monkeypatch: pytest.MonkeyPatch):
    Plan((8, 16, 32), (1e-3,), (3, 2)).save(work / "plan.json")
    fits = Fits(monkeypatch)
    tried = search(work, base, quiet)
    assert fits.done == [(b, 1e-3, e) for b in (8, 16, 32) for e in (3, 2)]
    assert (best(tried)["batch_size"], best(tried)["epochs"]) == (16, 2)  # a tie goes to fewer epochs
    assert load_file(work / "reader.safetensors")["span_scores.bias"].tolist() == [16, 16]
    assert json.loads((work / "grid.json").read_text()) == tried
    assert not (work / "best.safetensors").exists()


@pytest.mark.parametrize("stop", [0, 1, 2, 3])
def test_a_stop_costs_one_fit_at_most(work: Path, base: Path, monkeypatch: pytest.MonkeyPatch, stop: int):
    Plan((8, 16, 32), (1e-3,), (2,)).save(work / "plan.json")
    first = Fits(monkeypatch, stop_after=stop)
    if stop < 3:
        with pytest.raises(KeyboardInterrupt):
            search(work, base, quiet)
        assert not (work / "reader.safetensors").exists()
        second = Fits(monkeypatch)
        search(work, base, quiet)
        assert [*first.done, *second.done] == [(8, 1e-3, 2), (16, 1e-3, 2), (32, 1e-3, 2)]
    else:
        search(work, base, quiet)
    assert load_file(work / "reader.safetensors")["span_scores.bias"].tolist() == [16, 16]


def test_without_the_best_weights_it_begins_again(work: Path, base: Path, monkeypatch: pytest.MonkeyPatch):
    Plan((8, 16), (1e-3,), (2,)).save(work / "plan.json")
    fits = Fits(monkeypatch)
    search(work, base, quiet)
    (work / "reader.safetensors").unlink()
    search(work, base, quiet)
    assert len(fits.done) == 4


def test_fitting_for_real(work: Path, base: Path):
    Plan((8,), (3e-3, 1e-9), (2,), patience=9).save(work / "plan.json")
    tried = search(work, base, quiet)
    assert tried[0]["f1"] > tried[1]["f1"]
    assert (work / "reader.safetensors").is_file()
