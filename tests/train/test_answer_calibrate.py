"""The weights of answers: fitted on questions that were not learned from, and put where they belong."""

import json
from pathlib import Path

import numpy as np
import pytest
from tiny_models import WORDS, write_pairs
from typer.testing import CliRunner

from otherwords.ask.sentences.evidence import EVIDENCE
from otherwords.cli import app
from otherwords.encoder.pairs import PairModel
from otherwords.text import OtherwordsError
from otherwords.train.answer_calibrate import Kept, fit_answers, kept_aside
from otherwords.train.pair_corpus import texts_of

RECIPE = '[[source]]\nkind = "questions"\nfiles = "*.json"\nlanguage = "en"\n'
LONG = " and the night of the king" * 3


def paragraph(word: str, asked: int) -> dict[str, object]:
    """Two sentences; the first is asked about once, the second, a long one, so many times."""
    first, second = f"The {word} was late.", f"It was said to the {word} in 19{asked}{LONG}."
    qas = [{"question": f"was the {word} on time", "answers": [{"answer_start": 4, "text": word}]}]
    begin = len(first) + 1
    qas += [
        {"question": f"when was it said to the {word} {i}", "answers": [{"answer_start": begin, "text": "It"}]}
        for i in range(asked)
    ]
    qas.append({"question": "nothing answers this", "answers": []})
    return {"context": f"{first} {second}", "qas": qas}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "recipe.toml").write_text(RECIPE)
    for number in range(2):
        words = WORDS[8 * number : 8 * number + 8]
        article = {"title": str(number), "paragraphs": [paragraph(word, 6) for word in words]}
        (folder / f"{number}.json").write_text(json.dumps({"data": [article]}))
    return folder


def test_only_questions_that_were_not_learned_from(data: Path):
    recipe = data / "recipe.toml"
    seen = texts_of(recipe, data)
    kept = kept_aside(recipe, data, seen)
    assert len(kept.questions) == 2 * 16
    assert not {one.text for one in kept.questions} & seen
    assert len(kept_aside(recipe, data, set()).questions) == 16 * 7
    assert len(kept.lengths) == 16 * 7


def test_a_question_is_put_to_its_paragraph_and_to_the_likeliest_of_its_article(data: Path):
    for one in kept_aside(data / "recipe.toml", data, set()).questions:
        candidates = one.candidates()
        said = one.text.split()
        word = said[2] if said[0] == "was" else said[-2]
        assert len(candidates) == len(set(candidates)) == 8
        assert f"The {word} was late." in candidates[:2]
        assert ("said" in candidates[one.right]) == one.text.startswith("when")
        assert "nothing" not in one.text


def test_short_answers_count_as_they_do_among_all_questions(data: Path):
    kept = kept_aside(data / "recipe.toml", data, set())
    short = [one for one in kept.questions if one.text.startswith("was")]
    long = [one for one in kept.questions if one.text.startswith("when")]
    unfair = Kept(short[:4] + long, [5] * 100 + [30] * 100)
    weights = unfair.weights()
    assert sum(weights) == pytest.approx(len(weights))
    assert sum(weights[:4]) == pytest.approx(sum(weights[4:]))


def test_fitted_into_the_manifest_and_on_the_card(data: Path, tmp_path: Path):
    folder = write_pairs(tmp_path / "pairs")
    (folder / "README.md").write_text("# A pair model\n\nWhat it is.\n")
    before = json.loads((folder / "manifest.json").read_text())
    arguments = ["train", "answer", "--data", str(data), "--model", str(folder), "--recipe", str(data / "recipe.toml")]
    outcome = CliRunner().invoke(app, arguments)
    assert outcome.exit_code == 0, outcome.output
    assert outcome.output.startswith("questions 16, map ")
    once = (folder / "README.md").read_text()
    manifest = json.loads((folder / "manifest.json").read_text())
    assert list(manifest["settings"].pop("answers")) == [*EVIDENCE, "intercept"]
    assert manifest == before
    assert once.startswith("# A pair model\n\nWhat it is.\n\n## Answers\n")
    CliRunner().invoke(app, arguments)
    assert (folder / "README.md").read_text() == once
    assert np.isfinite(list(PairModel(folder).weights.settings["answers"].values())).all()


def test_a_recipe_that_leaves_nothing_unseen(tmp_path: Path):
    (tmp_path / "recipe.toml").write_text(RECIPE)
    (tmp_path / "a.json").write_text(json.dumps({"data": [{"paragraphs": [paragraph("boat", 1)]}]}))
    with pytest.raises(OtherwordsError, match="leaves no questions unseen"):
        fit_answers(write_pairs(tmp_path / "pairs"), tmp_path / "recipe.toml", tmp_path)
