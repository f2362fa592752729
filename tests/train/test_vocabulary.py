"""A vocabulary fitted to other languages: what is kept, what is new, and what new pieces start from."""

import json
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import load_file
from tiny_models import write_bert
from tokenizers import Tokenizer
from transformers import BertModel

from otherwords.train.tokenizer import with_line_breaks
from otherwords.train.vocabulary import fitted

SWEDISH = ["Behöver ni något mer?", "Ni behöver inget mer än något.", "Någon åt något öl här."] * 20


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Tokenizer]:
    base = write_bert(tmp_path_factory.mktemp("base"))
    out = tmp_path_factory.mktemp("out")
    return base, out, fitted(base, {"sv": SWEDISH, "en": ["the dog"]}, kept=150, added={"sv": 40}, out=out)


def test_whole_words_of_the_new_language(made: tuple[Path, Path, Tokenizer]):
    tokens = made[2].encode("Behöver någon ÖL?\n", add_special_tokens=False).tokens
    assert "behöver" in tokens
    assert tokens[-1] == "\n"
    assert "[UNK]" not in tokens


def test_marks_of_three_letters_are_kept(made: tuple[Path, Path, Tokenizer]):
    tokenizer = made[2]
    spelled = {"åäö": "åäö", "ÅÄÖ": "åäö", "éüñç": "eunc", "a\u030aa\u0308": "åä", "\ue0e5": ""}
    for text, normal in spelled.items():
        assert tokenizer.normalizer.normalize_str(text) == normal


@given(st.text(alphabet="abåäöéÅ \n.", max_size=40))
@settings(deadline=None)
def test_offsets_are_those_of_the_text(made: tuple[Path, Path, Tokenizer], text: str):
    encoding = made[2].encode(text, add_special_tokens=False)
    for token, (start, end) in zip(encoding.tokens, encoding.offsets, strict=True):
        if token not in ("[UNK]", "\n"):
            plain = unicodedata.normalize("NFD", text[start:end].lower()).replace("\u0301", "")
            assert unicodedata.normalize("NFC", plain) == token.removeprefix("##")


def test_the_folder_is_a_model(made: tuple[Path, Path, Tokenizer]):
    base, out, tokenizer = made
    assert Tokenizer.from_file(str(out / "tokenizer.json")).get_vocab() == tokenizer.get_vocab()
    model = BertModel.from_pretrained(out, add_pooling_layer=False)
    assert model.config.vocab_size == tokenizer.get_vocab_size()
    ids = tokenizer.encode("the dog", "någon").ids
    assert ids[0] == tokenizer.token_to_id("[CLS]")
    assert ids.count(tokenizer.token_to_id("[SEP]")) == 2
    name = "embeddings.word_embeddings.weight"
    old, new = load_file(base / "model.safetensors"), load_file(out / "model.safetensors")
    old_rows, new_rows = (next(t for key, t in w.items() if key.endswith(name)) for w in (old, new))
    before = with_line_breaks(base).get_vocab()
    for token, index in tokenizer.get_vocab().items():
        if token in before:
            assert np.array_equal(new_rows[index], old_rows[before[token]])
    pieces = ["o", "##l"]  # öl, as the base would spell it
    if "öl" in tokenizer.get_vocab() and "ol" not in before:
        expected = np.mean([old_rows[before[piece]] for piece in pieces], axis=0)
        assert np.allclose(new_rows[tokenizer.token_to_id("öl")], expected, atol=1e-6)


def test_the_size_is_what_was_asked_for(made: tuple[Path, Path, Tokenizer]):
    config = json.loads((made[1] / "config.json").read_text())
    assert config["vocab_size"] <= 150 + 40 + 6  # and the three letters, alone and inside words
