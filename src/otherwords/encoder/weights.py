"""A folder of weights: ours, with a manifest, or a user's own model by path.

Ours holds ``manifest.json``: the sha256 of every file, and the settings that the weights were trained with. A user's
own is a Hugging Face folder: ``tokenizer.json`` beside ``model.onnx`` (or ``onnx/model.onnx``), or beside
``config.json`` and ``model.safetensors`` of a BERT encoder, which is then written out as ONNX in memory.
"""

import hashlib
import json
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from otherwords.extras import require
from otherwords.text import OtherwordsError

_COUNT_FROM_PADDING = {"camembert", "mpnet", "roberta", "xlm-roberta"}
"""Models whose first position is the one after their padding's id: they read that much less than they have places."""

SHIPPED = Path(__file__).parent.parent / "weights" / "reader"


@dataclass(frozen=True)
class Weights:
    """What a session needs: the tokenizer's file, the graph (a path or its bytes), and settings."""

    folder: Path
    tokenizer: Path
    graph: Path | bytes
    settings: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def identity(self) -> str:
        """The hash of graph and tokenizer: what was computed with other weights is something else."""
        graph = hashlib.sha256(self.graph).hexdigest() if isinstance(self.graph, bytes) else sha256(self.graph)
        return graph + sha256(self.tokenizer)

    def for_phrases(self) -> "Weights | None":
        """The same with the graph that reads phrases, and its own settings, where there is one beside the other."""
        own, graph = self.settings.get("phrases"), self.file("phrases.onnx")
        if own is None or graph is None:
            return None
        return replace(self, graph=graph, settings={**self.settings, **own})

    def file(self, name: str) -> Path | None:
        path = self.folder / name
        return path if path.is_file() else None


def open_weights(path: str | Path | None = None) -> Weights:
    """The shipped weights, or those in a folder."""
    folder = SHIPPED if path is None else Path(path)
    if not folder.is_dir():
        raise OtherwordsError(f"{folder} is not a folder; a model is a folder with tokenizer.json and model.onnx")
    tokenizer = folder / "tokenizer.json"
    if not tokenizer.is_file():
        raise OtherwordsError(f"{folder} has no tokenizer.json; save the model's fast tokenizer there")
    manifest = folder / "manifest.json"
    if manifest.is_file():
        entries = read_object(manifest)
        if not entries.keys() >= {"sha256", "settings"}:
            raise OtherwordsError(
                f"{manifest} lacks sha256 or settings; without the file, the folder is read unchecked"
            )
        check(folder, entries["sha256"])
        return Weights(folder, tokenizer, folder / "model.onnx", entries["settings"])
    for graph in (folder / "model.onnx", folder / "onnx" / "model.onnx"):
        if graph.is_file():
            return Weights(folder, tokenizer, graph, _settings(folder))
    if (folder / "model.safetensors").is_file() and (folder / "config.json").is_file():
        return Weights(folder, tokenizer, _written_out(folder), _settings(folder))
    raise OtherwordsError(f"{folder} has neither model.onnx nor model.safetensors with config.json; export it to ONNX")


def check(folder: Path, hashes: dict[str, str]) -> None:
    """Fails unless every file is the one that the manifest names."""
    for name, expected in hashes.items():
        path = folder / name
        if not path.is_file():
            raise OtherwordsError(f"the weights in {folder} lack {name}; install otherwords again")
        if sha256(path) != expected:
            raise OtherwordsError(f"{path} is damaged (its sha256 is not the manifest's); install otherwords again")


def sha256(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _settings(folder: Path) -> dict[str, Any]:
    config = folder / "config.json"
    if not config.is_file():
        return {}
    entries = read_object(config)
    if "max_position_embeddings" not in entries:
        return {}
    longest = entries["max_position_embeddings"]
    if entries.get("model_type") in _COUNT_FROM_PADDING:
        longest -= entries.get("pad_token_id", 1) + 1
    return {"max_length": longest}


def read_object(path: Path) -> dict[str, Any]:
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise OtherwordsError(f"{path} is not JSON ({error}); save it again") from error
    if not isinstance(entries, dict):
        raise OtherwordsError(f"{path} is not a JSON object; save it again")
    return entries


def _written_out(folder: Path) -> bytes:
    require(f"{folder} holds no ONNX file, and reading its safetensors", "train", "onnx", "safetensors")
    from safetensors.numpy import load_file

    from otherwords.encoder.graph import bert_graph

    try:
        tensors = load_file(folder / "model.safetensors")
    except Exception as error:  # safetensors' own, or that of a kind of number that numpy lacks
        reason = str(error).splitlines()[0][:200]
        raise OtherwordsError(
            f"{folder / 'model.safetensors'} cannot be read ({reason}); save it again in float32"
        ) from error
    weights = {name.removeprefix("bert."): tensor.astype("float32") for name, tensor in tensors.items()}
    heads = {"span_scores": ("qa_outputs.weight", "qa_outputs.bias")} if "qa_outputs.weight" in weights else {}
    try:
        graph = bert_graph(weights, read_object(folder / "config.json"), heads)
    except (ValueError, KeyError) as error:
        raise OtherwordsError(
            f"{folder} cannot be written out as ONNX ({error}); export it to model.onnx yourself"
        ) from error
    data: bytes = graph.SerializeToString()
    return data
