"""The card: everything that it is told stands in it, and nothing of the machine that it was written on."""

import json
from pathlib import Path

from otherwords.train.card import Card, Origin, write_card


def card(dev: dict[str, float], measured: dict[str, float]) -> Card:
    return Card(
        [
            Origin("bible.*.gz", "versions", "en, fi", "public domain", 1200, 31062),
            Origin("a|b.jsonl", "spans", "not said", "not said", 3, 4),
        ],
        "MiniLM",
        {"epochs": 2, "learning_rate": 3e-05},
        "otherwords train find --data DIR --base MiniLM/ -o DIR",
        dev,
        {"here, lead": 0.41, "place, lead": -1.2, "n": 500},
        measured,
    )


def test_all_that_it_is_told(tmp_path: Path):
    (tmp_path / "manifest.json").write_text(json.dumps({"sha256": {"model.onnx": "ab12"}, "settings": {}}))
    write_card(tmp_path, card({"em": 88.73, "f1": 94.31}, {"n": 480, "ece": 0.031}))
    text = (tmp_path / "README.md").read_text()
    for row in (
        "| bible.*.gz | versions | en, fi | public domain | 1,200 | 31,062 |",
        "| a\\|b.jsonl | spans | not said | not said | 3 | 4 |",
        "Base: MiniLM.",
        "| learning_rate | 3e-05 |",
        "    otherwords train find --data DIR --base MiniLM/ -o DIR",
        "| em | 88.73 |",
        "| ece | 0.031 |",
        "| here, lead | 0.41 |",
        "| n | 500 |",
        "| model.onnx | ab12 |",
    ):
        assert row in text.splitlines()
    assert str(tmp_path) not in text


def test_what_was_not_measured_is_not_spoken_of(tmp_path: Path):
    (tmp_path / "manifest.json").write_text(json.dumps({"sha256": {}, "settings": {}}))
    write_card(tmp_path, card({}, {}))
    text = (tmp_path / "README.md").read_text()
    assert "dev" not in text
    assert "held-out" not in text
