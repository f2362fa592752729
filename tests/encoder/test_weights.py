"""Folders of weights: ours, a user's own, and those that are not whole. Every error is one line."""

import json
from pathlib import Path

import numpy as np
import pytest
from tiny_models import bert_config, roberta_tokenizer, write_bert, write_reader

from otherwords.encoder import load_encoder
from otherwords.encoder.weights import SHIPPED, open_weights
from otherwords.text import OtherwordsError


def refusal(folder: Path) -> str:
    with pytest.raises(OtherwordsError) as raised:
        load_encoder(folder)
    message = str(raised.value)
    assert "\n" not in message
    return message


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_bert(tmp_path / "model")


@pytest.fixture
def reader(tmp_path: Path) -> Path:
    return write_reader(tmp_path / "reader")


def test_shipped():
    weights = open_weights()
    assert weights.folder == SHIPPED
    assert weights.settings["max_length"] == 512


def test_a_hugging_face_folder(folder: Path):
    encoder = load_encoder(folder)
    assert encoder.outputs == {"token_vectors"}
    assert encoder.max_length == 512
    assert encoder.mean_vectors(["the boat"]).shape == (1, 32)


def test_a_question_answering_model(tmp_path: Path):
    encoder = load_encoder(write_bert(tmp_path, answers=True, positions=128))
    assert encoder.outputs == {"span_scores", "token_vectors"}
    assert encoder.max_length == 128


@pytest.mark.parametrize("place", ["model.onnx", "onnx/model.onnx"])
def test_an_onnx_folder(folder: Path, tmp_path: Path, place: str):
    graph = open_weights(folder).graph
    assert isinstance(graph, bytes)
    path = tmp_path / "onnx-folder" / place
    path.parent.mkdir(parents=True)
    path.write_bytes(graph)
    (tmp_path / "onnx-folder" / "tokenizer.json").write_bytes((folder / "tokenizer.json").read_bytes())
    encoder = load_encoder(tmp_path / "onnx-folder")
    assert encoder.weights.graph == path
    texts = ["the boat was late", "dog"]
    assert np.array_equal(encoder.mean_vectors(texts), load_encoder(folder).mean_vectors(texts))


def test_roberta_has_two_places_fewer_than_it_says(folder: Path):
    (folder / "model.onnx").write_bytes(b"")
    roberta_tokenizer().save(str(folder / "tokenizer.json"))
    config = bert_config(32) | {"model_type": "roberta", "max_position_embeddings": 514, "pad_token_id": 1}
    (folder / "config.json").write_text(json.dumps(config))
    assert open_weights(folder).settings == {"max_length": 512}


def test_identity_tells_weights_apart(folder: Path, tmp_path: Path):
    same, other = write_bert(tmp_path / "same"), write_bert(tmp_path / "other", seed=8)
    assert open_weights(folder).identity == open_weights(same).identity
    assert open_weights(folder).identity != open_weights(other).identity


def test_no_folder(tmp_path: Path):
    assert "is not a folder" in refusal(tmp_path / "none")


def test_no_tokenizer(folder: Path):
    (folder / "tokenizer.json").unlink()
    assert "has no tokenizer.json" in refusal(folder)


@pytest.mark.parametrize("missing", ["config.json", "model.safetensors"])
def test_no_model(folder: Path, missing: str):
    (folder / missing).unlink()
    assert "neither model.onnx nor model.safetensors" in refusal(folder)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "language.npz"])
def test_a_damaged_file_of_ours(reader: Path, name: str):
    data = bytearray((reader / name).read_bytes())
    data[len(data) // 2] ^= 1
    (reader / name).write_bytes(data)
    assert f"{reader / name} is damaged" in refusal(reader)


def test_a_missing_file_of_ours(reader: Path):
    (reader / "language.npz").unlink()
    assert "lack language.npz" in refusal(reader)


@pytest.mark.parametrize("manifest", ["{", "[]", '{"sha256": {}}'])
def test_a_broken_manifest(reader: Path, manifest: str):
    (reader / "manifest.json").write_text(manifest)
    assert "manifest.json" in refusal(reader)


@pytest.mark.parametrize("content", ["", "{}", "not\njson"])
def test_a_broken_tokenizer(folder: Path, content: str):
    (folder / "tokenizer.json").write_text(content)
    assert "is not a tokenizer" in refusal(folder)


def test_a_broken_graph(folder: Path):
    (folder / "model.onnx").write_bytes(b"this is no graph")
    assert "cannot be loaded" in refusal(folder)


def test_broken_safetensors(folder: Path):
    data = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(data[: len(data) // 2])
    assert "cannot be read" in refusal(folder)


def test_a_broken_config(folder: Path):
    (folder / "config.json").write_text("{")
    assert "is not JSON" in refusal(folder)


def test_another_architecture(folder: Path):
    (folder / "config.json").write_text(json.dumps(bert_config(32) | {"model_type": "deberta"}))
    assert "export it to model.onnx yourself" in refusal(folder)


def test_safetensors_need_the_extra(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "safetensors", None)
    assert refusal(folder).endswith(
        "and reading its safetensors needs safetensors; in a checkout of Otherwords, run: pip install '.[train]'"
    )
