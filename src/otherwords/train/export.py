"""From fitted weights to a folder that ships: graph, tokenizer, what is known of the language, manifest."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from safetensors.numpy import load_file

from otherwords.encoder.graph import bert_graph
from otherwords.encoder.weights import sha256
from otherwords.train.beside import write_beside

HEADS = ("span_scores", "span_vectors", "query_vectors")


def export(weights: Path, base: Path, out: Path, settings: dict[str, Any]) -> None:
    """Writes ``out`` from the weights, and from ``tokenizer.json`` and ``ngrams.npy`` beside them."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "phrases.onnx").unlink(missing_ok=True)  # of an earlier export: it reads its weights out of the other graph
    work = weights.parent
    fitted = {name: tensor.astype(np.float32) for name, tensor in load_file(weights).items()}
    plain = {name.removeprefix("encoder.") if name.startswith("encoder.") else name: t for name, t in fitted.items()}
    config = json.loads((base / "config.json").read_text(encoding="utf-8"))
    graph = bert_graph(plain, config, {head: (f"{head}.weight", f"{head}.bias") for head in HEADS})
    onnx.save(graph, out / "model.onnx")
    (out / "tokenizer.json").write_bytes((work / "tokenizer.json").read_bytes())
    words, scales = _packed(fitted["words.weight"])
    ngrams = np.load(work / "ngrams.npy").astype(np.float16)
    np.savez_compressed(out / "language.npz", words=words, scales=scales, ngrams=ngrams)
    write_manifest(out, {"max_length": int(config["max_position_embeddings"]), **settings})


def export_phrases(learned: Path, out: Path) -> None:
    """Writes the graph that reads phrases beside the one that reads sentences."""
    write_beside(out / "model.onnx", load_file(learned), out / "phrases.onnx", "span_scores")
    settings = json.loads((out / "manifest.json").read_text(encoding="utf-8"))["settings"]
    write_manifest(out, {**settings, "phrases": {}})


def write_manifest(out: Path, settings: dict[str, Any]) -> None:
    files = [name for name in ("language.npz", "model.onnx", "phrases.onnx", "tokenizer.json") if (out / name).exists()]
    hashes = {name: sha256(out / name) for name in files}
    manifest = json.dumps({"sha256": hashes, "settings": settings}, indent=2)
    (out / "manifest.json").write_text(manifest + "\n", encoding="utf-8")


def _packed(table: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    scales = (np.maximum(np.abs(table).max(axis=1), 1e-6) / 127).astype(np.float16)
    return np.clip(np.rint(table / scales[:, None].astype(np.float32)), -127, 127).astype(np.int8), scales
