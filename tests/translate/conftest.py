"""Translators of a few thousand weights, made on the spot; what they say is nonsense, but always the same."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from sentencepiece import SentencePieceProcessor, SentencePieceTrainer
from transformers import MarianConfig, MarianMTModel

from otherwords.train.translate_corpus import END
from otherwords.train.translate_export import export
from otherwords.train.translate_model import Shape, TranslationModel
from otherwords.train.translate_prepare import train_tokenizer
from otherwords.train.translate_sources import Pair

PAIRS = [
    ("The cat sat on the mat.", "Kissa istui matolla."),
    ("Good morning, how are you?", "Hyvää huomenta, mitä kuuluu?"),
    ("It rained on 4 May 1981.", "Satoi 4. toukokuuta 1981."),
]
TEXTS = [text for pair in PAIRS for text in pair]
LIMIT = 40

Make = Callable[..., Path]


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)  # whose threads would wait for each other while other tests run


@pytest.fixture
def write_ours(tmp_path: Path) -> Make:
    def write(limit: int = LIMIT, ends: bool = True) -> Path:
        torch.manual_seed(0)
        tokenizer = train_tokenizer([[Pair(a, b, "") for a, b in PAIRS]], ["en", "fi"], 320)
        tokenizer.save(str(tmp_path / "tokenizer.json"))
        shape = Shape(tokenizer.get_vocab_size(), width=16, inner=32, heads=2, encoder_layers=2, decoder_layers=1)
        model = TranslationModel(shape, 0.0).eval()
        with torch.no_grad():  # what no learning has taught: to end, or never to
            model.decoder_norm.bias.fill_(1)
            model.tokens.weight[tokenizer.token_to_id(END)] = 0.3 if ends else -9
        settings = {"pairs": [["en", "fi"], ["fi", "en"]], "max_length": limit}
        export(model, tmp_path / "tokenizer.json", tmp_path / "ours", settings)
        return tmp_path / "ours"

    return write


@pytest.fixture
def write_marian(tmp_path: Path) -> Make:
    def write(marks: tuple[str, ...] = ()) -> Path:
        """A Marian folder as OPUS-MT's are published."""
        torch.manual_seed(0)
        folder = tmp_path / "marian"
        folder.mkdir()
        for side in ("source", "target"):
            with open(folder / f"{side}.spm", "wb") as file:
                SentencePieceTrainer.train(
                    sentence_iterator=iter(TEXTS * 20),
                    model_writer=file,
                    vocab_size=60,
                    hard_vocab_limit=False,
                    minloglevel=2,
                )
        processor = SentencePieceProcessor(model_file=str(folder / "source.spm"))
        pieces = [processor.id_to_piece(i) for i in range(processor.get_piece_size())]
        rest = [piece for piece in pieces if piece not in ("</s>", "<unk>", "<s>")]
        vocabulary = ["</s>", "<unk>", *marks, *rest, "<pad>"]
        (folder / "vocab.json").write_text(json.dumps({piece: i for i, piece in enumerate(vocabulary)}))
        settings = {"tokenizer_class": "MarianTokenizer", "source_lang": "en", "target_lang": "fi"}
        (folder / "tokenizer_config.json").write_text(json.dumps(settings))
        padding = len(vocabulary) - 1
        config = MarianConfig(
            vocab_size=len(vocabulary),
            d_model=16,
            encoder_layers=1,
            decoder_layers=1,
            encoder_attention_heads=2,
            decoder_attention_heads=2,
            encoder_ffn_dim=32,
            decoder_ffn_dim=32,
            max_position_embeddings=64,
            pad_token_id=padding,
            eos_token_id=0,
            decoder_start_token_id=padding,
            forced_eos_token_id=None,
            scale_embedding=True,
            init_std=0.3,
            activation_function="swish",
        )
        model = MarianMTModel(config)
        model.final_logits_bias[0, 0] = 5.0  # what no learning has taught: to end
        model.save_pretrained(folder)
        return folder

    return write


@pytest.fixture
def fake_apertium(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    def write(script: str) -> None:
        """A program of that name, first on the path."""
        program = tmp_path / "bin" / "apertium"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")

    return write
