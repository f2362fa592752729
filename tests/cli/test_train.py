"""``otherwords train``: a toy reader from data to weights, in one go, and again from what is already there."""

import json
from pathlib import Path

import numpy as np
import pytest
from tiny_models import WORDS, write_bert

from otherwords import Finder
from otherwords.encoder.weights import open_weights

RECIPE = """
[[source]]
kind = "versions"
files = "v.jsonl"
language = "en"
share = 2

[[source]]
kind = "pairs"
files = "p.jsonl"
language = "en"
share = 1
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """Verses in two wordings, sentence pairs, a recipe, and a base of a few thousand weights."""
    random = np.random.default_rng(0)

    def say() -> str:
        return " ".join(random.choice(WORDS, 8)) + "."

    verses = [
        {"doc_id": f"{book}.1", "a": [say() for _ in range(20)], "b": [say() for _ in range(20)]}
        for book in ("Gen", "Ex", "Ruth", "Jonah")
    ]
    (tmp_path / "v.jsonl").write_text("".join(json.dumps(row) + "\n" for row in verses))
    pairs = [{"a": say(), "b": say(), "label": 1} for _ in range(60)]
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(row) + "\n" for row in pairs))
    (tmp_path / "recipe.toml").write_text(RECIPE)
    write_bert(tmp_path / "base", hidden=64)
    return tmp_path


@pytest.fixture(autouse=True)
def one_thread() -> None:
    import torch  # whose threads would wait for each other while other tests run

    torch.set_num_threads(1)


def arguments(toy: Path) -> list[object]:
    places = ["--data", toy, "--base", toy / "base", "--recipe", toy / "recipe.toml", "-o", toy / "out"]
    return ["train", "find", *places, "--steps", 6, "--batch-tokens", 400]


def test_a_toy_reader(run, toy: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OTHERWORDS_CACHE", str(toy / "cache"))
    outcome = run(*arguments(toy))
    assert (outcome.code, outcome.err) == (0, "")
    steps = ["preparing the data", "fitting the reader", "writing the weights out", "fitting the probabilities"]
    assert outcome.out.splitlines()[:4] == steps
    assert {path.name for path in (toy / "out").iterdir() if path.is_file()} == {
        "language.npz",
        "manifest.json",
        "model.onnx",
        "tokenizer.json",
    }
    assert set(open_weights(toy / "out").settings) == {"max_length", "calibration"}

    finder = Finder(toy / "out")
    text = "The boat was late.\nA dog sat on the mat.\nThe king said so."
    best = finder.find("the ferry did not arrive", text, always=True).best
    assert best is not None
    assert text[best.span.start : best.span.end] == best.span.text
    finder.prepare(text)

    again = run(*arguments(toy))
    assert (again.code, again.err) == (0, "")
    assert again.out.splitlines()[:2] == steps[2:]
    (toy / "out" / "work" / "reader.safetensors").unlink()
    assert run(*arguments(toy)).out.splitlines()[:3] == steps[1:]


def test_minutes_end_it_too(run, toy: Path):
    outcome = run(*arguments(toy), "--minutes", 1e-9, "--work", toy / "elsewhere")
    assert outcome.code == 0
    assert (toy / "elsewhere" / "train.npz").is_file()
    assert not (toy / "out" / "work").exists()


def test_data_that_is_not_there(run, toy: Path):
    (toy / "p.jsonl").unlink()
    outcome = run(*arguments(toy))
    assert outcome.code == 2
    assert "no file matches p.jsonl" in outcome.err
    assert len(outcome.err.splitlines()) == 1


def test_a_base_that_is_not_there(run, toy: Path):
    (toy / "base" / "config.json").unlink()
    outcome = run(*arguments(toy))
    assert outcome.code == 2
    assert "has no config.json" in outcome.err
    assert len(outcome.err.splitlines()) == 1


def test_a_missing_extra(run, toy: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("otherwords.train.extra.find_spec", lambda name: None)
    outcome = run(*arguments(toy))
    assert outcome.code == 2
    assert outcome.err.strip().endswith(
        "training needs torch, transformers, onnx, safetensors: pip install 'otherwords[train]'"
    )
