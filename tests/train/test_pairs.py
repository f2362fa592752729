"""The pair model's recipe, whole, on a toy: what it learns from, and that what it writes can be used."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from tiny_models import bert_tokenizer
from typer.testing import CliRunner

from otherwords.cli import app
from otherwords.encoder.pairs import PairModel
from otherwords.text import OtherwordsError
from otherwords.train.pair_batches import UNKNOWN, PairSampler, Portions
from otherwords.train.pair_calibrate import pair_curve, unseen_pairs
from otherwords.train.pair_corpus import PairCorpus, prepare_pairs, texts_of

RECIPE = """
[[source]]
kind = "pairs"
files = "same.jsonl"
language = "en"
share = 2

[[source]]
kind = "judged"
files = "judged.jsonl"
language = "en"

[[source]]
kind = "asked"
files = "asked.jsonl"
language = "en"

[[source]]
kind = "facts"
files = "facts.txt"
language = "en"
share = 1

[[source]]
kind = "questions"
files = "squad.json"
language = "en"

[[calibrate]]
kind = "pivots"
files = "pivots.tsv"

[[calibrate]]
kind = "wordings"
files = "wordings.jsonl"

[[phrases]]
kind = "words"
files = "synonyms.txt"
"""
WORDS = "boat ferry late dog cat mat rain king night day".split()  # noqa: SIM905


def lines(path: Path, rows: list[object]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    (folder / "recipe.toml").write_text(RECIPE)
    lines(folder / "same.jsonl", [{"a": f"the {a} sat", "b": f"on time, said {a}", "label": 1} for a in WORDS])
    lines(
        folder / "judged.jsonl",
        [{"a": f"{a} to rain", "b": f"rain to {a}", "label": i % 2} for i, a in enumerate(WORDS)],
    )
    asked = [
        {
            "doc": i // 3,
            "paragraph": i,
            "en": f"The {a} was late. The {a} sat.",
            "questions": [{"en": f"did the {a} sit"}],
        }
        for i, a in enumerate(WORDS)
    ]
    lines(folder / "asked.jsonl", asked)
    (folder / "facts.txt").write_text(
        "Q1\tP1\tQ2\twhat was late\nQ1\tP1\tQ2\tsaid to arrive not on time\nQ3\tP1\tQ2\tking\n"
    )
    paragraph = {"context": "The boat was late. The dog sat.", "qas": []}
    paragraph["qas"] = [{"question": "was the boat on time", "answers": [{"answer_start": 0, "text": "The boat"}]}]
    (folder / "squad.json").write_text(json.dumps({"data": [{"title": "x", "paragraphs": [paragraph]}]}))
    (folder / "pivots.tsv").write_text("".join(f"{a} and day\tx{a}\nday of {a}\tx{a}\n" for a in WORDS))
    rows = [{"question": f"{said} [{a}]", "answers": [a, "x", "y"]} for a in WORDS for said in ("of", "to")]
    lines(folder / "wordings.jsonl", rows)
    (folder / "synonyms.txt").write_text("boat ferry\nking day\n")
    return folder


@pytest.fixture(scope="module")
def corpus(data: Path) -> PairCorpus:
    return prepare_pairs(data / "recipe.toml", data, bert_tokenizer())


def test_what_is_learned_from(corpus: PairCorpus, data: Path):
    assert corpus.judged[:, 2].tolist() == [0, 1] * 5
    assert len(corpus.about) == len(WORDS)
    assert len(corpus.asked) == 1
    facts = corpus.same[corpus.same[:, 2] == 3]
    assert len(facts) == 1
    texts = texts_of(data / "recipe.toml", data)
    assert {"what was late", "the boat sat", "The boat was late."} <= texts
    assert len(texts) == len(corpus.starts) - 1


def test_a_saved_corpus_is_the_same(corpus: PairCorpus, tmp_path: Path):
    corpus.save(tmp_path / "pairs.npz")
    again = PairCorpus.load(tmp_path / "pairs.npz")
    for name, value in vars(corpus).items():
        assert np.array_equal(value, getattr(again, name)), name


@pytest.mark.parametrize("tokens", [40, 97, 5000])
def test_batches_hold_every_pair_once_and_groups_whole(corpus: PairCorpus, tokens: int):
    n = len(corpus.starts) - 1
    draw = np.random.default_rng(1)
    vectors = draw.standard_normal((n, 8)).astype(np.float16)
    sampler = PairSampler(corpus, draw.integers(0, n, (n, 5)), vectors, left_out=(0, 2))
    sizes = Portions(same=7, near=5, judged=6, made=0, other=9, asked=3, about=3, sentences=4)
    for pairs in sampler.portion(sizes, draw):
        cut = list(sampler.batches(pairs, tokens, draw))
        whole = sorted(zip(pairs.first.tolist(), pairs.second.tolist(), pairs.labels.tolist(), strict=True))
        parts = [
            row for one in cut for row in zip(one.first.tolist(), one.second.tolist(), one.labels.tolist(), strict=True)
        ]
        assert sorted(parts) == whole
        for one in cut:
            ids, types = sampler.together(one)
            assert ids.shape == types.shape
            labels = one.labels.reshape(-1, one.group or 1)
            right_first = np.eye(one.group or 1, dtype=int)[0]
            assert one.group == 0 or (labels == UNKNOWN).all() or (labels == right_first).all()
            assert one.group == 0 or all(len(set(q)) == 1 for q in one.first.reshape(-1, one.group).tolist())


def test_a_fold_that_is_left_out_is_never_drawn(corpus: PairCorpus):
    n = len(corpus.starts) - 1
    draw = np.random.default_rng(1)
    sampler = PairSampler(corpus, draw.integers(0, n, (n, 5)), np.ones((n, 4), dtype=np.float16), left_out=(1, 2))
    sizes = Portions(same=0, near=0, judged=200, made=0, other=0, asked=0, about=0)
    pairs = next(sampler.portion(sizes, draw))
    assert set(pairs.labels.tolist()) == {0}  # odd rows have label 1


def test_the_whole_recipe(data: Path, base: Path, tmp_path: Path):
    command = ["train", "match", "--data", str(data), "--recipe", str(data / "recipe.toml"), "--base", str(base)]
    command += ["-o", str(tmp_path / "out"), "--steps", "3", "--batch-tokens", "2000"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    model = PairModel(tmp_path / "out")
    assert set(model.weights.settings["calibration"]) == {"cosine", "log same where near", "intercept"}
    assert 0 <= model.probabilities([("the boat", "the ferry")])[0] <= 1
    card = (tmp_path / "out" / "README.md").read_text()
    assert "pivots.tsv" in card
    assert "| judged pairs | 10 |" in card
    assert "| phrases that say the same | 2 |" in card
    assert CliRunner().invoke(app, command).exit_code == 0  # all steps are done; it only writes out again


@pytest.mark.parametrize(
    ("recipe", "problem"),
    [
        ("[[source]", "is not TOML"),
        ("", r"names no \[\[source\]\]"),
        ('[[source]]\nkind = "pairs"\n', "source 1: it lacks files"),
        ('[[source]]\nkind = "pairs"\nfiles = "p"\n[[calibrate]]\nfiles = "p"', "calibrate 1: it lacks kind"),
    ],
)
def test_a_recipe_with_mistakes(base: Path, tmp_path: Path, recipe: str, problem: str):
    (tmp_path / "recipe.toml").write_text(recipe)
    command = [
        "train",
        "match",
        "--data",
        str(tmp_path),
        "--recipe",
        str(tmp_path / "recipe.toml"),
        "--base",
        str(base),
    ]
    result = CliRunner().invoke(app, [*command, "-o", str(tmp_path / "out")])
    assert isinstance(result.exception, OtherwordsError)
    assert re.search(problem, str(result.exception))


@pytest.mark.parametrize("part", ["base", "teacher"])
def test_a_folder_that_holds_no_encoder(part: str, base: Path, tmp_path: Path):
    (tmp_path / "none").mkdir()
    folders = {"base": base, "teacher": base, part: tmp_path / "none"}
    command = ["train", "match", "--data", str(tmp_path), "-o", str(tmp_path / "out")]
    command += [argument for name, folder in folders.items() for argument in (f"--{name}", str(folder))]
    result = CliRunner().invoke(app, command)
    assert isinstance(result.exception, OtherwordsError)
    assert f"none has no tokenizer.json; the {part} is a Hugging Face folder" in str(result.exception)
    assert not (tmp_path / "out").exists()


def test_calibration_never_sees_what_was_learned(data: Path, corpus: PairCorpus, tmp_path: Path):
    from tiny_models import write_pairs

    model = PairModel(write_pairs(tmp_path / "model"))
    seen = {"boat and day", "of boat"}
    unseen = unseen_pairs(data / "recipe.toml", data, seen, model)
    assert len(unseen.pairs) == len(unseen.labels) == len(unseen.firsts) == len(unseen.counts)
    assert {count for count, label in zip(unseen.counts, unseen.labels, strict=True) if label} == {1.0}
    assert len({pair[0] for pair in unseen.pairs}) == sum(unseen.labels) == 18  # nine groups of each kind
    assert not seen & {text for pair in unseen.pairs for text in pair}


def test_the_curve_finds_what_tells():
    draw = np.random.default_rng(1)
    evidence = draw.standard_normal((4000, 2))
    p = 1 / (1 + np.exp(-(2 * evidence[:, 0] - evidence[:, 1] + 0.5)))
    labels = (draw.random(4000) < p).tolist()
    curve = pair_curve(evidence, labels, [1.0] * 4000)
    assert list(curve.values()) == pytest.approx([2, -1, 0.5], abs=0.2)
    # What counts three times is as if it stood there three times.
    often = draw.integers(0, 4, 4000)
    repeated = pair_curve(np.repeat(evidence, often, axis=0), np.repeat(labels, often).tolist(), [1.0] * often.sum())
    assert pair_curve(evidence, labels, often.tolist()) == pytest.approx(repeated, abs=2e-4)
