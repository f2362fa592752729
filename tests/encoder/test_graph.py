"""The graph written out by hand computes what transformers computes with the same weights."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest
from safetensors.numpy import load_file
from tiny_models import bert_config, bert_weights, write_bert

from otherwords.encoder.graph import bert_graph
from otherwords.encoder.weights import open_weights


def rounded(value: np.ndarray, axis: int) -> np.ndarray:
    """Straight from the description: 255 steps between the largest value and its opposite, for each row or column."""
    scale = np.abs(value).max(axis=1 - axis, keepdims=True) / 127
    return (np.round(value / scale) * scale).astype(np.float32)


def test_as_transformers_computes_it(tmp_path: Path):
    import torch
    from transformers import BertForQuestionAnswering

    folder = write_bert(tmp_path / "answers", answers=True)
    model = BertForQuestionAnswering.from_pretrained(folder).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.ndim == 2 and "position" not in name:  # a row of a table or of a layer has its own scale
                parameter.copy_(torch.from_numpy(rounded(parameter.numpy(), axis=0)))
    random = np.random.default_rng(3)
    ids = random.integers(1, 200, (3, 21))
    lengths = np.array([21, 9, 1])
    mask = (np.arange(21) < lengths[:, None]).astype(np.int64)
    types = (np.arange(21) >= lengths[:, None] // 2).astype(np.int64)
    feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
    with torch.no_grad():
        wanted = model(**{name: torch.from_numpy(a) for name, a in feed.items()}, output_hidden_states=True)
    session = onnxruntime.InferenceSession(open_weights(folder).graph)
    scores, vectors = session.run(["span_scores", "token_vectors"], feed)
    here = mask.astype(bool)
    assert np.abs(scores[..., 0] - wanted.start_logits.numpy())[here].max() < 1e-4
    assert np.abs(scores[..., 1] - wanted.end_logits.numpy())[here].max() < 1e-4
    middle, last = wanted.hidden_states[1], wanted.hidden_states[2]  # of two layers
    assert np.abs(vectors - (middle + last).numpy() / 2)[here].max() < 1e-4


def test_weights_are_stored_in_a_byte_each(tiny_folder: Path):
    graph = open_weights(tiny_folder).graph
    assert isinstance(graph, bytes)
    weights = load_file(tiny_folder / "model.safetensors")
    positions = weights["embeddings.position_embeddings.weight"].size  # which stay floats
    assert len(graph) < sum(w.size for w in weights.values()) + 3 * positions + 40_000


@pytest.mark.parametrize("change", [{"model_type": "roberta"}, {"hidden_act": "relu"}])
def test_what_it_cannot_write_out(change: dict[str, str]):
    config = bert_config(32)
    with pytest.raises(ValueError, match="only BERT encoders with gelu"):
        bert_graph(bert_weights(config, 1), config | change, {})
