"""A graph beside another one computes what a graph with all weights of its own computes, out of few bytes."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import numpy_helper
from tiny_models import bert_config, bert_weights, write_phrases, write_reader

from otherwords.encoder import load_encoder
from otherwords.encoder.encoder import Encoder
from otherwords.encoder.graph import bert_graph
from otherwords.text import OtherwordsError

HEAD = {"span_scores": ("span_scores.weight", "span_scores.bias")}


def rounded(weights: dict[str, np.ndarray], graph: Path) -> dict[str, np.ndarray]:
    """The weights as the graph stores them."""
    stored = {one.name: numpy_helper.to_array(one) for one in onnx.load(graph).graph.initializer}
    return {
        name: (stored[f"{name[:-7]}.int8"] * stored[f"{name[:-7]}.scale"]).T if f"{name[:-7]}.int8" in stored else value
        for name, value in weights.items()
    }


def test_it_computes_the_sum_of_both(tmp_path: Path):
    folder = write_reader(tmp_path / "reader")
    changes = write_phrases(folder)
    weights = rounded(bert_weights(bert_config(32), seed=7), folder / "model.onnx")
    for name in [name.removesuffix(".down") for name in changes if name.endswith(".down")]:
        up, down = (changes[f"{name}.{part}"].astype(np.float16).astype(np.float32) for part in ("up", "down"))
        weights[f"{name}.weight"] = weights[f"{name}.weight"] + up @ down
    scale = np.abs(changes["span_scores.weight"]).max(axis=1, keepdims=True) / 127
    weights["span_scores.weight"] = np.round(changes["span_scores.weight"] / scale) * scale
    weights["span_scores.bias"] = changes["span_scores.bias"]
    whole = onnxruntime.InferenceSession(_in_floats(weights, tmp_path / "whole.onnx"))
    random = np.random.default_rng(5)
    for rows, length in ((1, 1), (3, 17), (2, 100)):
        ids = random.integers(1, 200, (rows, length))
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": ids % 2}
        beside = onnxruntime.InferenceSession(folder / "phrases.onnx").run(["span_scores"], feed)[0]
        np.testing.assert_allclose(beside, whole.run(["span_scores"], feed)[0], atol=1e-3)
        before = onnxruntime.InferenceSession(folder / "model.onnx").run(["span_scores"], feed)[0]
        assert np.abs(before - beside).max() > 1


def _in_floats(weights: dict[str, np.ndarray], path: Path) -> str:
    """The whole graph, with matrices of 32 bits where it would have integers."""
    graph = bert_graph(weights, bert_config(32), HEAD)
    for one in graph.graph.initializer:
        name, _, part = one.name.rpartition(".")
        if part == "int8" and f"{name}.weight" in weights:
            one.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(weights[f"{name}.weight"].T), one.name))
        elif part == "scale" and f"{name}.weight" in weights:
            one.CopyFrom(numpy_helper.from_array(np.ones_like(numpy_helper.to_array(one)), one.name))
    path.write_bytes(graph.SerializeToString())
    return str(path)


def test_what_is_the_same_is_not_stored_again(tmp_path: Path):
    folder = write_reader(tmp_path / "reader")
    changes = write_phrases(folder)
    own = sum(value.size * 2 for name, value in changes.items() if name.endswith((".down", ".up")))
    graph = onnx.load(folder / "phrases.onnx", load_external_data=False)
    shared = sum(one.data_location == onnx.TensorProto.EXTERNAL for one in graph.graph.initializer)
    assert shared >= 12  # the matrices of two layers
    assert (folder / "phrases.onnx").stat().st_size < own + 60_000
    assert [one.name for one in graph.graph.output] == ["span_scores"]


def test_the_settings_of_phrases_are_their_own(tmp_path: Path):
    folder = write_reader(tmp_path / "reader")
    assert load_encoder(folder).weights.for_phrases() is None
    write_phrases(folder)
    weights = load_encoder(folder).weights.for_phrases()
    assert weights is not None
    assert weights.settings["max_length"] == 512
    assert Encoder(weights).outputs == {"span_scores"}


def test_a_damaged_one_is_noticed(tmp_path: Path):
    folder = write_reader(tmp_path / "reader")
    write_phrases(folder)
    data = bytearray((folder / "phrases.onnx").read_bytes())
    data[len(data) // 2] ^= 1
    (folder / "phrases.onnx").write_bytes(data)
    with pytest.raises(OtherwordsError, match=r"phrases\.onnx is damaged"):
        load_encoder(folder)


def test_one_that_the_manifest_does_not_name_is_left_alone(tmp_path: Path):
    """As a kill leaves it between the graph and the manifest."""
    folder = write_reader(tmp_path / "reader")
    manifest = (folder / "manifest.json").read_bytes()
    write_phrases(folder)
    (folder / "manifest.json").write_bytes(manifest)
    assert load_encoder(folder).weights.for_phrases() is None
