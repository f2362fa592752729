"""A BERT encoder written out as an ONNX graph, weights stored as 8-bit integers.

The integers are turned back into floats once, when a session folds its constants, so the file is a quarter of the size
while every product is computed in 32 bits. Computing in 8 bits was not faster on the CPUs measured, and its dynamic
scales, taken over a whole batch, would let a row's result depend on its neighbours.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Floats = NDArray[np.float32]


class _Graph:
    """Nodes and weights, added one after the other."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: dict[str, onnx.TensorProto] = {}

    def node(self, kind: str, *inputs: str, output: str | None = None, **attributes: Any) -> str:
        output = output or f"{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def constant(self, name: str, value: NDArray[Any]) -> str:
        self.weights[name] = numpy_helper.from_array(np.ascontiguousarray(value), name)
        return name

    def floats(self, name: str, value: Floats) -> str:
        return self.constant(name, value.astype(np.float32))

    def packed(self, name: str, value: Floats, axis: int) -> tuple[str, str]:
        """A matrix as 8-bit integers and a scale for every index of ``axis``."""
        other = tuple(i for i in range(value.ndim) if i != axis)
        scale = np.maximum(np.abs(value).max(axis=other, keepdims=True), 1e-8) / 127
        integers = np.clip(np.rint(value / scale), -127, 127).astype(np.int8)
        return self.constant(f"{name}.int8", integers), self.floats(f"{name}.scale", scale)

    def linear(self, x: str, name: str, weight: Floats, bias: Floats, output: str | None = None) -> str:
        integers, scale = self.packed(name, weight.T, axis=1)
        matrix = self.node("Mul", self.node("Cast", integers, to=TensorProto.FLOAT), scale)
        return self.node("Add", self.node("MatMul", x, matrix), self.floats(f"{name}.bias", bias), output=output)

    def lookup(self, name: str, table: Floats, ids: str) -> str:
        integers, scale = self.packed(name, table, axis=0)
        rows = self.node("Cast", self.node("Gather", integers, ids), to=TensorProto.FLOAT)
        return self.node("Mul", rows, self.node("Gather", scale, ids))


def bert_graph(
    weights: Mapping[str, Floats], config: Mapping[str, Any], heads: Mapping[str, tuple[str, str]]
) -> onnx.ModelProto:
    """The encoder, and linear heads on its last layer: output name → (weight name, bias name).

    Inputs ``input_ids``, ``attention_mask``, ``token_type_ids``; besides the heads it gives ``token_vectors``, the mean
    of the middle and the last layer, which says what each word means where it stands.
    """
    if config.get("model_type") != "bert" or config.get("hidden_act", "gelu") != "gelu":
        raise ValueError(f"only BERT encoders with gelu are written out, not {config.get('model_type')}")
    graph = _Graph()
    layers, size, count = config["num_hidden_layers"], config["hidden_size"], config["num_attention_heads"]
    epsilon = float(config["layer_norm_eps"])

    def normed(x: str, name: str) -> str:
        scale = graph.floats(f"{name}.weight", weights[f"{name}.weight"])
        shift = graph.floats(f"{name}.bias", weights[f"{name}.bias"])
        return graph.node("LayerNormalization", x, scale, shift, epsilon=epsilon, axis=-1)

    def dense(x: str, name: str) -> str:
        return graph.linear(x, name, weights[f"{name}.weight"], weights[f"{name}.bias"])

    words = graph.lookup("words", weights["embeddings.word_embeddings.weight"], "input_ids")
    types = graph.lookup("types", weights["embeddings.token_type_embeddings.weight"], "token_type_ids")
    length = graph.node("Shape", "input_ids", start=1, end=2)
    zero, axes = graph.constant("zero", np.array([0])), graph.constant("axes", np.array([0]))
    positions_table = graph.floats("positions", weights["embeddings.position_embeddings.weight"])
    positions = graph.node("Slice", positions_table, zero, length, axes)
    x = graph.node("Add", graph.node("Add", words, types), positions)
    x = normed(x, "embeddings.LayerNorm")

    mask = graph.node("Cast", "attention_mask", to=TensorProto.FLOAT)
    mask = graph.node("Unsqueeze", mask, graph.constant("mask_axes", np.array([1, 2])))
    mask = graph.node("Sub", mask, graph.floats("one", np.array(1)))
    mask = graph.node("Mul", mask, graph.floats("far", np.array(1e9)))

    heads_shape = graph.constant("heads_shape", np.array([0, 0, count, size // count]))
    joined_shape = graph.constant("joined_shape", np.array([0, 0, size]))
    root = graph.floats("root", np.array((size // count) ** -0.5))
    half, one = graph.floats("half", np.array(0.5)), "one"
    by_sqrt2 = graph.floats("by_sqrt2", np.array(2**-0.5))
    middle = x
    for layer in range(layers):
        name = f"encoder.layer.{layer}"

        def split(part: str, order: list[int], x: str = x, name: str = name) -> str:
            projected = dense(x, f"{name}.attention.self.{part}")
            return graph.node("Transpose", graph.node("Reshape", projected, heads_shape), perm=order)

        query = graph.node("Mul", split("query", [0, 2, 1, 3]), root)
        products = graph.node("Add", graph.node("MatMul", query, split("key", [0, 2, 3, 1])), mask)
        attended = graph.node("MatMul", graph.node("Softmax", products, axis=-1), split("value", [0, 2, 1, 3]))
        attended = graph.node("Reshape", graph.node("Transpose", attended, perm=[0, 2, 1, 3]), joined_shape)
        attended = dense(attended, f"{name}.attention.output.dense")
        x = normed(graph.node("Add", attended, x), f"{name}.attention.output.LayerNorm")
        wide = dense(x, f"{name}.intermediate.dense")
        bent = graph.node("Add", graph.node("Erf", graph.node("Mul", wide, by_sqrt2)), one)
        bent = graph.node("Mul", graph.node("Mul", wide, bent), half)
        x = normed(graph.node("Add", dense(bent, f"{name}.output.dense"), x), f"{name}.output.LayerNorm")
        if layer == layers // 2 - 1:
            middle = x

    outputs = []
    for output, (weight, bias) in heads.items():
        graph.linear(x, output, weights[weight], weights[bias], output=output)
        outputs.append((output, weights[weight].shape[0]))
    graph.node("Mul", graph.node("Add", middle, x), half, output="token_vectors")
    outputs.append(("token_vectors", size))

    def value(name: str, kind: int, shape: list[Any]) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, kind, shape)

    inputs = [
        value(n, TensorProto.INT64, ["rows", "length"]) for n in ("input_ids", "attention_mask", "token_type_ids")
    ]
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "reader",
            inputs,
            [value(name, TensorProto.FLOAT, ["rows", "length", width]) for name, width in outputs],
            list(graph.weights.values()),
        ),
        opset_imports=[helper.make_opsetid("", 17)],
        ir_version=8,
    )
    onnx.checker.check_model(model)
    return model
