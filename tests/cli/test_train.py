"""``otherwords train``: a toy reader from data to weights, in one go, and again from what is already there."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file
from tiny_models import WORDS, write_bert, write_phrases
from toy_spans import examples

from otherwords import Finder
from otherwords.encoder.weights import open_weights
from otherwords.evaluate.spans import write_spans
from otherwords.extras import needs
from otherwords.train import fit

RECIPE = """
[[source]]
kind = "versions"
files = "v.jsonl"
language = "en"
share = 2
licence = "CC0"

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
        "README.md",
        "language.npz",
        "manifest.json",
        "model.onnx",
        "tokenizer.json",
    }
    assert set(open_weights(toy / "out").settings) == {"max_length", "calibration"}

    card = (toy / "out" / "README.md").read_text()
    assert "| v.jsonl | versions | en | CC0 | 2 | 40 |" in card
    assert "| p.jsonl | pairs | en | not said |" in card
    command = "otherwords train find --data DIR --recipe recipe.toml --base base/ -o DIR --steps 6 --batch-tokens 400"
    assert command in card
    assert "| here, lead |" in card
    assert "| ece |" in card
    assert str(toy) not in card

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


def test_a_changed_recipe_or_setting_needs_another_work_folder(run, toy: Path):
    assert run(*arguments(toy)).code == 0
    other_steps = run(*arguments(toy), "--learning-rate", 1e-3)
    assert other_steps.code == 2
    assert "reader.safetensors was made from other data or with other settings; use another --work" in other_steps.err
    (toy / "recipe.toml").write_text(RECIPE.replace("share = 2", "share = 3"))
    other_recipe = run(*arguments(toy))
    assert other_recipe.code == 2
    assert "train.npz was made from other data or with other settings; use another --work" in other_recipe.err
    assert len(other_recipe.err.splitlines()) == 1


def test_a_vocabulary_and_a_warm_up(run, toy: Path):
    (toy / "recipe.toml").write_text("[vocabulary]\nkept = 240\nadded = { en = 4 }\n[warm_up]\nsteps = 2\n" + RECIPE)
    outcome = run(*arguments(toy))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines()[:3] == [
        "preparing the data",
        "teaching the base the languages",
        "fitting the reader",
    ]
    again = run(*arguments(toy))
    assert again.out.splitlines()[0] == "writing the weights out"


def test_a_teacher_reads_first(run, toy: Path):
    write_bert(toy / "teacher", hidden=48, seed=5)
    outcome = run(*arguments(toy), "--teacher", toy / "teacher")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines()[:3] == ["preparing the data", "fitting the reader", "the teacher can read"]
    card = (toy / "out" / "README.md").read_text()
    assert "The teacher, whose readings were learned, too, was teacher." in card
    assert "--base base/ --teacher teacher/ -o DIR --steps 6" in card
    again = run(*arguments(toy))  # without her
    assert again.code == 2
    assert "was made from other data or with other settings" in again.err


def test_phrases_are_learned_last(run, toy: Path):
    (toy / "words.txt").write_text("boat ferry\n")
    lists = '\n[[phrases]]\nkind = "words"\nfiles = "words.txt"\n'
    (toy / "recipe.toml").write_text("[phrases_in_text]\nsteps = 2\ntokens = 512\nrank = 2\n" + RECIPE + lists)
    rows = [json.loads(line) for line in (toy / "v.jsonl").read_text().splitlines()]
    for row in rows:  # wordings that agree in all but a word
        row["b"] = [text.replace(text.split()[3], "zyx", 1) for text in row["a"]]
    (toy / "v.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    outcome = run(*arguments(toy))
    assert (outcome.code, outcome.err) == (0, "")
    steps = ["fitting the reader", "learning phrases", "writing the weights out", "fitting the probabilities"]
    assert outcome.out.splitlines()[1:5] == steps
    work = toy / "out" / "work"
    assert json.loads((work / "phrases.json").read_text())["same"] == [["boat", "ferry"]]
    settings = open_weights(toy / "out").for_phrases().settings
    assert settings["calibration"].keys() == {"here", "place"}
    assert settings["calibration"] != open_weights(toy / "out").settings["calibration"]
    card = (toy / "out" / "README.md").read_text()
    assert "phrases, here, lead" in card
    assert "| words.txt | words | not said |" in card
    again = run(*arguments(toy))
    assert again.out.splitlines()[0] == "writing the weights out"
    reader = load_file(work / "reader.safetensors")
    save_file({**reader, "span_scores.bias": reader["span_scores.bias"] + 1}, work / "reader.safetensors")
    other = run(*arguments(toy))  # what was learned is a change of the reader that was there
    assert other.code == 2
    assert "phrases.safetensors was made from other data" in other.err


def test_without_phrases_none_are_left_of_an_earlier_time(run, toy: Path):
    assert run(*arguments(toy)).code == 0
    write_phrases(toy / "out")
    assert open_weights(toy / "out").for_phrases() is not None
    assert run(*arguments(toy)).code == 0
    assert not (toy / "out" / "phrases.onnx").exists()
    assert open_weights(toy / "out").for_phrases() is None


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("[phrases_in_text]\nstep = 2\n", "[phrases_in_text] knows no step"),
        ("[phrases_in_text]\nsteps = 0\n", "steps must be a number above 0, not 0"),
        ("phrases_in_text = true\n", "write phrases_in_text as [phrases_in_text]"),
    ],
)
def test_a_wrong_leg_for_phrases(run, toy: Path, table: str, told: str):
    (toy / "recipe.toml").write_text(table + RECIPE)
    wrong = run(*arguments(toy))
    assert wrong.code == 2
    assert told in wrong.err
    assert len(wrong.err.splitlines()) == 1


def test_a_bad_recipe(run, toy: Path):
    (toy / "recipe.toml").write_text(RECIPE.replace("pairs", "pears"))
    outcome = run(*arguments(toy))
    assert outcome.code == 2
    assert 'source 2: there is no kind "pears"; choose from' in outcome.err
    assert len(outcome.err.splitlines()) == 1


def test_a_base_that_reads_little(run, toy: Path):
    write_bert(toy / "base", hidden=64, positions=200)
    assert run(*arguments(toy)).code == 0
    assert open_weights(toy / "out").settings["max_length"] == 200
    write_bert(toy / "base", hidden=64, positions=100)
    outcome = run(*arguments(toy), "--work", toy / "elsewhere")
    assert outcome.code == 2
    assert "reads 100 tokens at a time" in outcome.err


def files_arguments(toy: Path, *files: str) -> list[object]:
    places = [*(toy / file for file in files), "--base", toy / "base", "-o", toy / "mine"]
    return ["train", "find", *places, "--batch-size", 8, "--epochs", 1, "--learning-rate", 1e-3]


@pytest.fixture
def spans(toy: Path) -> Path:
    write_spans(toy / "s.jsonl.gz", examples(30))
    write_spans(toy / "dev.jsonl", examples(6, nulls=0.3, seed=1))
    return toy


def test_a_reader_from_files(run, spans: Path):
    command = [*files_arguments(spans, "s.jsonl.gz", "v.jsonl"), "--dev", spans / "dev.jsonl"]
    outcome = run(*command)
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[:3] == [
        "preparing the data",
        "78 examples to learn from, 6 to choose the weights by",
        "fitting the reader",
    ]
    assert "best" not in outcome.out  # one settings is no grid
    (tried,) = json.loads((spans / "mine" / "grid.json").read_text())
    assert (tried["batch_size"], tried["epochs"]) == (8, 1)
    assert tried.keys() >= {"em", "f1", "null_recall"}
    card = (spans / "mine" / "README.md").read_text()
    assert "| s.jsonl.gz | spans | not said | not said | 30 | 30 |" in card
    assert "| v.jsonl | versions | not said | not said | 4 | 48 |" in card
    assert "otherwords train find s.jsonl.gz v.jsonl --dev dev.jsonl --base base/ -o DIR --batch-size 8" in card
    assert str(spans) not in card
    best = Finder(spans / "mine").find("the dog", "the boat was late and the king sat", always=True).best
    assert best is not None

    again = run(*command)
    assert again.code == 0
    assert again.out.splitlines()[0] == "writing the weights out"
    write_spans(spans / "s.jsonl.gz", examples(31))
    changed = run(*command)
    assert changed.code == 2
    assert "spans.npz was made from other data or with other settings" in changed.err


def test_a_grid_from_files(run, spans: Path):
    command = [*files_arguments(spans, "s.jsonl.gz"), "--learning-rate", 1e-9, "--patience", 5]
    outcome = run(*command)
    assert (outcome.code, outcome.err) == (0, "")
    tried = json.loads((spans / "mine" / "grid.json").read_text())
    assert [one["learning_rate"] for one in tried] == [1e-3, 1e-9]
    assert "27 examples to learn from, 3 to choose the weights by" in outcome.out
    table = [line for line in outcome.out.splitlines() if "│" in line]
    assert len(table) == 2
    assert sum("best" in line for line in table) == 1


def test_fitting_elsewhere(run, spans: Path, monkeypatch: pytest.MonkeyPatch):
    """The work folder is all that the other machine needs, and it says what to do."""
    monkeypatch.setattr("otherwords.train.find_files.search", interrupted)
    command = files_arguments(spans, "s.jsonl.gz")
    assert run(*command).code == 130
    work = spans / "mine" / "work"
    assert not (work / "reader.safetensors").exists()
    monkeypatch.setattr(sys, "argv", ["fit", str(work), "--base", str(spans / "base")])
    fit.main()
    assert (work / "reader.safetensors").exists()
    monkeypatch.undo()
    finished = run(*command)
    assert finished.code == 0
    assert "writing the weights out" in finished.out
    assert "fitting the reader" not in finished.out


def interrupted(*arguments: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("extra", "problem"),
    [
        ([], "give either files of spans or versions, or --data"),
        (["s.jsonl", "--data", "x"], "give either files of spans or versions, or --data"),
        (["s.jsonl", "--steps", "5"], "--steps goes with --data and not with files"),
        (["--data", "x", "--grid"], "--grid goes with files and not with --data"),
        (["--data", "x", "--learning-rate", "1", "--learning-rate", "2"], "there is one --learning-rate"),
        (["nowhere.jsonl"], "cannot read nowhere.jsonl: No such file"),
    ],
)
def test_options_that_do_not_go_together(run, toy: Path, extra: list[str], problem: str):
    outcome = run("train", "find", "--base", toy / "base", "-o", toy / "out", *extra)
    assert outcome.code == 2
    assert problem in outcome.err
    assert len(outcome.err.splitlines()) == 1


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
    monkeypatch.setattr("otherwords.extras.find_spec", lambda name: None)
    outcome = run(*arguments(toy))
    assert outcome.code == 2
    assert outcome.err.strip().endswith(needs("training", "train", "torch", "transformers", "onnx", "safetensors"))


def test_a_translator_needs_its_data(run, toy: Path):
    outcome = run("train", "translate", "--data", toy, "-o", toy / "out")
    assert outcome.code == 2
    assert outcome.err.startswith("otherwords: ")
    assert len(outcome.err.splitlines()) == 1
