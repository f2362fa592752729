"""From fitted weights to a folder that ships: CTranslate2's model in 8 bits, tokenizer, manifest."""

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from ctranslate2.specs import TransformerSpec
from tokenizers import Tokenizer

from otherwords.encoder.weights import sha256
from otherwords.train.translate_corpus import END, START, UNKNOWN
from otherwords.train.translate_model import TranslationModel


def export(model: TranslationModel, tokenizer: Path, output: Path, settings: dict[str, Any], bits: int = 8) -> None:
    output.mkdir(parents=True, exist_ok=True)
    spec = transformer_spec(model, Tokenizer.from_file(str(tokenizer)))
    spec.validate()
    spec.optimize(quantization="int8" if bits == 8 else None)
    with tempfile.TemporaryDirectory() as place:
        spec.save(place)
        names = sorted(path.name for path in Path(place).iterdir())
        for name in names:
            shutil.copyfile(Path(place) / name, output / name)
    shutil.copyfile(tokenizer, output / "tokenizer.json")
    hashes = {name: sha256(output / name) for name in sorted([*names, "tokenizer.json"])}
    manifest = json.dumps({"sha256": hashes, "settings": settings}, indent=2)
    (output / "manifest.json").write_text(manifest + "\n", encoding="utf-8")


def transformer_spec(model: TranslationModel, tokenizer: Tokenizer) -> TransformerSpec:
    shape = model.shape
    spec = TransformerSpec.from_config((shape.encoder_layers, shape.decoder_layers), shape.heads, pre_norm=True)
    vectors = model.tokens.weight.detach().numpy()
    spec.encoder.embeddings[0].weight = vectors
    spec.decoder.embeddings.weight = vectors
    spec.decoder.projection.weight = vectors
    _norm(spec.encoder.layer_norm, model.encoder_norm)
    _norm(spec.decoder.layer_norm, model.decoder_norm)
    for one, layer in zip(spec.encoder.layer, model.encoder, strict=True):
        _self_attention(one.self_attention, layer.attention)
        _feed_forward(one.ffn, layer.feed_forward)
    for one, layer in zip(spec.decoder.layer, model.decoder, strict=True):
        _self_attention(one.self_attention, layer.attention)
        _norm(one.attention.layer_norm, layer.cross_attention.norm)
        for theirs, name in zip(one.attention.linear, ("queries", "keys_values", "out"), strict=True):
            _linear(theirs, getattr(layer.cross_attention, name))
        _feed_forward(one.ffn, layer.feed_forward)
    tokens = [tokenizer.id_to_token(i) for i in range(tokenizer.get_vocab_size())]
    spec.register_source_vocabulary(tokens)
    spec.register_target_vocabulary(tokens)
    spec.config.bos_token = spec.config.decoder_start_token = START
    spec.config.eos_token, spec.config.unk_token = END, UNKNOWN
    return spec


def _self_attention(spec: Any, layer: Any) -> None:
    _norm(spec.layer_norm, layer.norm)
    _linear(spec.linear[0], layer.queries_keys_values)
    _linear(spec.linear[1], layer.out)


def _feed_forward(spec: Any, layer: Any) -> None:
    _norm(spec.layer_norm, layer.norm)
    _linear(spec.linear_0, layer.inner)
    _linear(spec.linear_1, layer.out)


def _linear(spec: Any, layer: Any) -> None:
    spec.weight, spec.bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()


def _norm(spec: Any, layer: Any) -> None:
    spec.gamma, spec.beta = layer.weight.detach().numpy(), layer.bias.detach().numpy()
