"""A graph beside another: the same but for a low-rank change, and without weights of its own for what is the same.

ONNX lets a graph take weights out of another file, by their place in it. So what is changed is stored, and the rest is
read where it lies.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Halves = NDArray[np.float16]

_WORTH_SHARING = 1024
"""Bytes. Less is stored again."""


def write_beside(graph: Path, changes: Mapping[str, NDArray[Any]], out: Path, output: str) -> None:
    """``out``, which lies beside ``graph`` and gives ``output`` alone.

    ``changes`` are ``NAME.down`` [rank, in] and ``NAME.up`` [out, rank] of layers, and ``HEAD.weight``, ``HEAD.bias``.
    """
    model = onnx.load(graph)
    layers = sorted(name.removesuffix(".down") for name in changes if name.endswith(".down"))
    replaced = {name: value for name, value in changes.items() if not name.endswith((".down", ".up"))}
    _keep_output(model.graph, output)
    weights = {one.name: one for one in model.graph.initializer}
    nodes = list(model.graph.node)
    for name in layers:
        at = next(i for i, node in enumerate(nodes) if node.op_type == "Mul" and f"{name}.scale" in node.input)
        matrix = nodes[at].output[0]
        down, up = (changes[f"{name}.{part}"].T.astype(np.float16) for part in ("down", "up"))
        nodes[at].output[0] = f"{name}.before"
        nodes[at + 1 : at + 1] = _added(name, matrix, down, up, weights)
    for name, value in replaced.items():
        _replace(name, value.astype(np.float32), weights)
    used = {name for node in nodes for name in node.input}
    model.graph.ClearField("node")
    model.graph.node.extend(nodes)
    model.graph.ClearField("initializer")
    model.graph.initializer.extend(one for name, one in weights.items() if name in used)
    data = graph.read_bytes()
    for one in model.graph.initializer:
        _share(one, data, graph.name)
    onnx.save(model, out)
    onnx.checker.check_model(str(out))


def _keep_output(graph: onnx.GraphProto, output: str) -> None:
    """Nothing is left that does not lead to it."""
    kept = [one for one in graph.output if one.name == output]
    graph.ClearField("output")
    graph.output.extend(kept)
    needed, nodes = {output}, []
    for node in reversed(graph.node):
        if needed.intersection(node.output):
            needed.update(node.input)
            nodes.append(node)
    graph.ClearField("node")
    graph.node.extend(reversed(nodes))


def _added(
    name: str, matrix: str, down: Halves, up: Halves, weights: dict[str, onnx.TensorProto]
) -> Iterator[onnx.NodeProto]:
    """``matrix`` is what it was and ``down @ up``: a session folds that into one when it is opened."""
    for part, value in (("down", down), ("up", up)):
        weights[f"{name}.{part}"] = numpy_helper.from_array(np.ascontiguousarray(value), f"{name}.{part}")
        yield helper.make_node("Cast", [f"{name}.{part}"], [f"{name}.{part}.float"], to=TensorProto.FLOAT)
    yield helper.make_node("MatMul", [f"{name}.down.float", f"{name}.up.float"], [f"{name}.change"])
    yield helper.make_node("Add", [f"{name}.before", f"{name}.change"], [matrix])


def _replace(name: str, value: NDArray[np.float32], weights: dict[str, onnx.TensorProto]) -> None:
    """A head's matrix, of integers with a scale, or its bias."""
    head, _, part = name.rpartition(".")
    if part == "bias":
        weights[name].CopyFrom(numpy_helper.from_array(value, name))
        return
    scale = np.maximum(np.abs(value).max(axis=1), 1e-8)[None] / 127
    integers = np.clip(np.rint(value.T / scale), -127, 127).astype(np.int8)
    weights[f"{head}.int8"].CopyFrom(numpy_helper.from_array(integers, f"{head}.int8"))
    weights[f"{head}.scale"].CopyFrom(numpy_helper.from_array(scale, f"{head}.scale"))


def _share(one: onnx.TensorProto, data: bytes, file: str) -> None:
    """Where ``data`` holds the tensor, it is not stored again."""
    at = data.find(one.raw_data) if len(one.raw_data) >= _WORTH_SHARING else -1
    if at < 0:
        return
    place = {"location": file, "offset": str(at), "length": str(len(one.raw_data))}
    one.ClearField("raw_data")
    one.data_location = TensorProto.EXTERNAL
    for key, value in place.items():
        entry = one.external_data.add()
        entry.key, entry.value = key, value
