"""Guessing hidden words: it learns, and what it leaves is a base like the one that it got."""

from pathlib import Path

import numpy as np
import pytest
from safetensors.torch import load_file
from tiny_models import WORDS, write_bert
from transformers import BertModel

from otherwords.train.corpus import Corpus, Source
from otherwords.train.tokenizer import with_line_breaks
from otherwords.train.warm_up import save_base, warm_up


def test_it_learns_and_saves(tmp_path: Path):
    base = write_bert(tmp_path / "base")
    tokenizer = with_line_breaks(base)
    random = np.random.default_rng(0)
    # Two languages: the second says every word of the first a word later in the alphabet.
    first = [" ".join(random.choice(WORDS[:6], 5)) for _ in range(40)]
    second = [" ".join(WORDS[WORDS.index(word) + 1] for word in text.split()) for text in first]
    ids = [tokenizer.encode(text, add_special_tokens=False).ids for text in first + second]
    starts = np.cumsum([0] + [len(row) for row in ids])
    segments = np.stack([np.arange(40), np.arange(40, 80)], axis=1)
    source = Source("made", ("en", "sv"), 1.0, "ordered", segments, np.array([0, 40]))
    corpus = Corpus(np.array([i for row in ids for i in row], dtype=np.uint16), starts, (source,))
    said: list[str] = []
    encoder = warm_up(corpus, tokenizer, base, minutes=5, steps=400, tokens=400, report=said.append)
    losses = [float(line.split("words ")[1].split(";")[0]) for line in said]
    assert losses[-1] < np.log(tokenizer.get_vocab_size()) / 2  # far better than guessing
    save_base(encoder, base, tmp_path / "warm")
    again = BertModel.from_pretrained(tmp_path / "warm", add_pooling_layer=False)
    kept = load_file(tmp_path / "warm" / "model.safetensors")
    before = dict(BertModel.from_pretrained(base, add_pooling_layer=False).state_dict())
    assert kept.keys() == before.keys()
    assert any(not np.allclose(before[name].float(), kept[name].float(), atol=1e-3) for name in kept)
    assert again.config.vocab_size == tokenizer.get_vocab_size()
    assert (tmp_path / "warm" / "tokenizer.json").read_bytes() == (base / "tokenizer.json").read_bytes()


def test_a_stopped_run_leaves_no_base_that_looks_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def stopped(path: Path, to: Path) -> None:
        raise KeyboardInterrupt

    base = write_bert(tmp_path / "base")
    monkeypatch.setattr(Path, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        save_base(BertModel.from_pretrained(base, add_pooling_layer=False), base, tmp_path / "warm")
    assert not (tmp_path / "warm" / "model.safetensors").exists()


def test_no_time_leaves_the_base_alone(tmp_path: Path):
    base = write_bert(tmp_path)
    tokenizer = with_line_breaks(base)
    source = Source("made", ("en", "en"), 1.0, "loose", np.array([[0, 1]]), np.array([0, 1]))
    corpus = Corpus(np.array([7, 8, 9], dtype=np.uint16), np.array([0, 2, 3]), (source,))
    encoder = warm_up(corpus, tokenizer, base, minutes=5, steps=0)
    before = BertModel.from_pretrained(base, add_pooling_layer=False).state_dict()
    assert all(np.array_equal(before[name], tensor.cpu()) for name, tensor in encoder.state_dict().items())
