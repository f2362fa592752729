"""Models of a few thousand weights in Hugging Face's format, and texts of every script to put to them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st
from safetensors.numpy import save_file
from tokenizers import Tokenizer, normalizers, pre_tokenizers
from tokenizers.models import BPE, WordPiece
from tokenizers.processors import RobertaProcessing, TemplateProcessing

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789äöåéπжяשלםعربคนไทยहिन्द日本語한ᄒ"
WORDS = [
    "the",
    "boat",
    "ferry",
    "was",
    "late",
    "did",
    "not",
    "arrive",
    "on",
    "time",
    "dog",
    "cat",
    "sat",
    "mat",
    "rain",
    "king",
    "night",
    "day",
    "said",
    "and",
    "of",
    "to",
    "in",
]
MARKS = list(".,;:!?'\"-()—…।。")

_SCRIPTS = [
    "abc xyz AÉßö",
    "жяЩё πΣς",
    "שלוֹם ־",
    "عَرَبِيّ ؟۔",
    "हिन्दी भाषा। क्ष",
    "ภาษาไทย",
    "日本語。漢字！かなカナ々",
    "한국어 \u1112\u1161\u11ab",
    "e\u0301 \u200c\u200d\u00ad\ufeff",
    "👩‍👩‍👧 🏳️‍🌈 👍🏽 🇫🇮 \U00020000",
    " \t\r\n\x0b\x0c\x1c\x1d\x85\u00a0\u2003\u2028\u2029\u3000",
    ".,;:!?…—-'’\"()",
    "\x00\x01\x1f\x7f\ufffd\uffff",
    "ﬁ①½İıſẞ",
]
ANY_TEXT = st.one_of(
    st.text(max_size=80),
    st.text(st.sampled_from("".join(_SCRIPTS)), max_size=120),
    st.lists(st.sampled_from([*WORDS, *_SCRIPTS, ".", "\n", "\n\n", ", ", "! ", ".\r\n"]), max_size=30).map(" ".join),
    st.lists(st.sampled_from([*WORDS, "\n", ",\n", ". ", "? ", "。"]), max_size=40).map(" ".join),
)


def vocabulary() -> dict[str, int]:
    """BERT's own layout: padding, a hundred unused tokens, the special ones from 100 on, then pieces of words."""
    tokens = ["[PAD]", *(f"[unused{i}]" for i in range(99)), "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokens += [*MARKS, *WORDS, *LETTERS, *(f"##{letter}" for letter in LETTERS)]
    return {token: i for i, token in enumerate(dict.fromkeys(tokens))}


def bert_tokenizer() -> Tokenizer:
    tokenizer = Tokenizer(WordPiece(vocabulary(), unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 101), ("[SEP]", 102)],
    )
    return tokenizer


def roberta_tokenizer() -> Tokenizer:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokens = {token: i for i, token in enumerate(["<s>", "<pad>", "</s>", "<unk>", *alphabet])}
    tokenizer = Tokenizer(BPE(tokens, [], unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    return tokenizer


def bert_config(hidden: int, positions: int = 512, layers: int = 2) -> dict[str, Any]:
    return {
        "architectures": ["BertModel"],
        "model_type": "bert",
        "vocab_size": len(vocabulary()),
        "hidden_size": hidden,
        "num_hidden_layers": layers,
        "num_attention_heads": 4,
        "intermediate_size": 2 * hidden,
        "max_position_embeddings": positions,
        "type_vocab_size": 2,
        "hidden_act": "gelu",
        "layer_norm_eps": 1e-12,
        "pad_token_id": 0,
    }


def bert_weights(config: dict[str, Any], seed: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(seed)
    size, wide = config["hidden_size"], config["intermediate_size"]
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (config["vocab_size"], size),
        "embeddings.position_embeddings.weight": (config["max_position_embeddings"], size),
        "embeddings.token_type_embeddings.weight": (2, size),
    }
    layer_norms = ["embeddings.LayerNorm"]
    for layer in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{layer}"
        denses = {"attention.self.query": (size, size), "attention.self.key": (size, size)}
        denses |= {"attention.self.value": (size, size), "attention.output.dense": (size, size)}
        denses |= {"intermediate.dense": (wide, size), "output.dense": (size, wide)}
        for part, shape in denses.items():
            shapes |= {f"{name}.{part}.weight": shape, f"{name}.{part}.bias": shape[:1]}
        layer_norms += [f"{name}.attention.output.LayerNorm", f"{name}.output.LayerNorm"]
    weights = {name: 0.3 * random.standard_normal(shape) for name, shape in shapes.items()}
    for name in layer_norms:
        weights[f"{name}.weight"] = 1 + 0.1 * random.standard_normal(size)
        weights[f"{name}.bias"] = 0.1 * random.standard_normal(size)
    return {name: value.astype(np.float32) for name, value in weights.items()}


def write_bert(
    folder: Path, *, answers: bool = False, hidden: int = 32, positions: int = 512, layers: int = 2, seed: int = 7
) -> Path:
    """A Hugging Face folder: an encoder, or (``answers``) one with the head of question answering."""
    folder.mkdir(parents=True, exist_ok=True)
    config = bert_config(hidden, positions, layers)
    weights = bert_weights(config, seed)
    if answers:
        config["architectures"] = ["BertForQuestionAnswering"]
        weights = {f"bert.{name}": value for name, value in weights.items()}
        random = np.random.default_rng(seed + 1)
        weights["qa_outputs.weight"] = random.standard_normal((2, hidden)).astype(np.float32)
        weights["qa_outputs.bias"] = random.standard_normal(2).astype(np.float32)
    (folder / "config.json").write_text(json.dumps(config))
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    bert_tokenizer().save(str(folder / "tokenizer.json"))
    return folder


def write_reader(folder: Path, *, positions: int = 512, seed: int = 7) -> Path:
    """A folder as ``otherwords train find`` leaves it, its weights left to chance."""
    import onnx

    from otherwords.encoder.graph import bert_graph
    from otherwords.find.ngrams import background
    from otherwords.train.export import HEADS, write_manifest

    folder.mkdir(parents=True, exist_ok=True)
    config = bert_config(32, positions)
    weights = bert_weights(config, seed)
    random = np.random.default_rng(seed + 2)
    for head in HEADS:
        width = 2 if head == "span_scores" else 16
        weights[f"{head}.weight"] = random.standard_normal((width, 32)).astype(np.float32)
        weights[f"{head}.bias"] = random.standard_normal(width).astype(np.float32)
    onnx.save(bert_graph(weights, config, {h: (f"{h}.weight", f"{h}.bias") for h in HEADS}), folder / "model.onnx")
    bert_tokenizer().save(str(folder / "tokenizer.json"))
    words = random.integers(-127, 128, (config["vocab_size"], 8)).astype(np.int8)
    scales = np.full(len(words), 0.01, dtype=np.float16)
    ngrams = background([" ".join(WORDS)]).astype(np.float16)
    np.savez_compressed(folder / "language.npz", words=words, scales=scales, ngrams=ngrams)
    write_manifest(folder, {"max_length": positions})
    return folder


def write_phrases(folder: Path, *, rank: int = 3, seed: int = 11) -> dict[str, np.ndarray]:
    """Gives such a reader a graph beside it that reads phrases, and returns what it is changed by."""
    from otherwords.train.beside import write_beside
    from otherwords.train.export import write_manifest

    random = np.random.default_rng(seed)
    changes: dict[str, np.ndarray] = {}
    for name, weight in bert_weights(bert_config(32), seed=7).items():
        if weight.ndim == 2 and name.startswith("encoder."):
            layer = name.removesuffix(".weight")
            for part, shape in (("down", (rank, weight.shape[1])), ("up", (weight.shape[0], rank))):
                changes[f"{layer}.{part}"] = (0.3 * random.standard_normal(shape)).astype(np.float32)
    changes["span_scores.weight"] = random.standard_normal((2, 32)).astype(np.float32)
    changes["span_scores.bias"] = random.standard_normal(2).astype(np.float32)
    write_beside(folder / "model.onnx", changes, folder / "phrases.onnx", "span_scores")
    settings = json.loads((folder / "manifest.json").read_text())["settings"]
    write_manifest(folder, settings | {"phrases": {"calibration": {"here": {"lead": 0.7}}}})
    return changes


def write_pairs(folder: Path, *, positions: int = 512, seed: int = 7) -> Path:
    """A folder as ``otherwords train match`` leaves it, its weights left to chance."""
    import onnx

    from otherwords.encoder.graph import bert_graph
    from otherwords.train.export import write_manifest

    folder.mkdir(parents=True, exist_ok=True)
    config = bert_config(32, positions)
    weights = bert_weights(config, seed)
    random = np.random.default_rng(seed + 3)
    widths = {"pair_scores": 3, "text_vectors": 32}
    for head, width in widths.items():
        weights[f"{head}.weight"] = random.standard_normal((width, 32)).astype(np.float32)
        weights[f"{head}.bias"] = random.standard_normal(width).astype(np.float32)
    graph = bert_graph(weights, config, {head: (f"{head}.weight", f"{head}.bias") for head in widths})
    onnx.save(graph, folder / "model.onnx")
    bert_tokenizer().save(str(folder / "tokenizer.json"))
    curve = {"cosine": 2.0, "log same where near": 0.5, "intercept": -1.0}
    write_manifest(folder, {"max_length": positions, "calibration": curve})
    return folder
