"""A base model's vocabulary fitted to other languages: words that are rarely read make room for theirs.

A vocabulary made for English spells Finnish and Swedish letter by letter and reads å as a. Here the base keeps its
characters and its most frequent words (such vocabularies are ordered by frequency), and the frequent pieces of the
other languages take the places of the rest. A new piece starts from the mean of the old pieces that spelled it.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from otherwords.train.tokenizer import with_line_breaks

KEPT_LETTERS = "åäö"
_SPECIAL = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}
_EMBEDDINGS = "embeddings.word_embeddings.weight"


def fitted(base: Path, texts: dict[str, list[str]], kept: int, added: dict[str, int], out: Path) -> Tokenizer:
    """Writes to ``out`` the base with its new tokenizer, and returns that."""
    spec = json.loads(with_line_breaks(base).to_str())
    old: dict[str, int] = spec["model"]["vocab"]
    spec["normalizer"] = _normalizer(spec["normalizer"])
    ranked = sorted(old, key=lambda token: old[token])
    special = {token["content"] for token in spec["added_tokens"]} | _SPECIAL
    spelling = [token for token in ranked if token in special or len(token.removeprefix("##")) == 1]
    words = [token for token in ranked if token not in set(spelling) and not token.startswith("[unused")]
    pieces = dict.fromkeys(spelling + words[: max(0, kept - len(spelling))])
    for token in (f"{mark}{letter}" for letter in KEPT_LETTERS for mark in ("", "##")):
        pieces.setdefault(token)
    for language, count in added.items():
        new = [piece for piece in _frequent_pieces(spec, texts[language], 2 * count) if piece not in pieces]
        pieces.update(dict.fromkeys(new[:count]))
    vocabulary = {token: index for index, token in enumerate(sorted(pieces, key=lambda t: old.get(t, len(old))))}
    for token in spec["added_tokens"]:
        token["id"] = vocabulary[token["content"]]
    for name, token in (spec["post_processor"] or {}).get("special_tokens", {}).items():
        token["ids"] = [vocabulary[name]]
    spec["model"]["vocab"] = vocabulary
    _write(base, out, spec, old)
    return Tokenizer.from_str(json.dumps(spec))


def _normalizer(theirs: dict[str, Any]) -> dict[str, Any]:
    """The base's normaliser, except that å, ä and ö keep their marks: they are letters of their own."""

    def replace(old: str, new: str) -> dict[str, Any]:
        return {"type": "Replace", "pattern": {"String": old}, "content": new}

    # Private characters stand in for them while marks are stripped; the base's normaliser drops any that a text holds.
    stand_ins = [chr(0xE000 + ord(letter)) for letter in KEPT_LETTERS]
    pairs = list(zip(KEPT_LETTERS, stand_ins, strict=True))
    return {
        "type": "Sequence",
        "normalizers": [
            {**theirs, "strip_accents": False},
            {"type": "NFC"},
            *(replace(letter, stand_in) for letter, stand_in in pairs),
            {"type": "NFD"},
            {"type": "StripAccents"},
            *(replace(stand_in, letter) for letter, stand_in in pairs),
        ],
    }


def _frequent_pieces(spec: dict[str, Any], texts: list[str], count: int) -> list[str]:
    """Pieces of a vocabulary made for the texts alone, the most frequent first."""
    mine = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    mine.normalizer = Tokenizer.from_str(json.dumps(spec)).normalizer
    mine.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    mine.train_from_iterator(texts, trainers.WordPieceTrainer(vocab_size=count, show_progress=False))
    found = mine.get_vocab()
    return sorted(found, key=lambda piece: found[piece])


def _write(base: Path, out: Path, spec: dict[str, Any], old: dict[str, int]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    weights = load_file(base / "model.safetensors")
    name = next(name for name in weights if name.endswith(_EMBEDDINGS))
    table = weights[name]
    rows = [table[old[t]] if t in old else _spelled(t, old, table) for t in spec["model"]["vocab"]]
    weights[name] = np.stack(rows).astype(table.dtype)
    save_file(weights, out / "model.safetensors", metadata={"format": "pt"})
    config = json.loads((base / "config.json").read_text(encoding="utf-8"))
    (out / "config.json").write_text(json.dumps({**config, "vocab_size": len(rows)}, indent=2), encoding="utf-8")
    (out / "tokenizer.json").write_text(json.dumps(spec, ensure_ascii=False), encoding="utf-8")


_PLAIN = str.maketrans(KEPT_LETTERS, "aao")


def _spelled(piece: str, old: dict[str, int], table: NDArray[Any]) -> NDArray[np.float32]:
    """The mean of the old pieces that a new one was spelled with, the longest first."""
    rest = piece.removeprefix("##").translate(_PLAIN)
    mark = "##" if piece.startswith("##") else ""
    found = []
    while rest:
        end = next((end for end in range(len(rest), 0, -1) if mark + rest[:end] in old), 0)
        found.append(old[mark + rest[:end]] if end else old["[UNK]"])
        rest, mark = rest[end or 1 :], "##"
    mean: NDArray[np.float32] = table[found].astype(np.float32).mean(axis=0)
    return mean
