"""Tokens keep the offset law, whatever the script, and do not depend on where a long text was cut."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tiny_models import ANY_TEXT, WORDS, bert_tokenizer, roberta_tokenizer

from otherwords.encoder import Encoder, Tokens
from otherwords.encoder.tokens import PieceTokenizer
from otherwords.encoder.weights import SHIPPED

QUICK = settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def shipped() -> PieceTokenizer:
    return PieceTokenizer(SHIPPED / "tokenizer.json")


def check(text: str, tokens: Tokens, first: int = 0, last: int | None = None) -> None:
    assert len(tokens.ids) == len(tokens.starts) == len(tokens.ends)
    assert all(text[start:end] for start, end in zip(tokens.starts, tokens.ends, strict=True))
    assert (np.diff(tokens.starts) >= 0).all()
    assert (np.diff(tokens.ends) >= 0).all()
    if len(tokens):
        assert tokens.starts[0] >= first
        assert tokens.ends[-1] <= (len(text) if last is None else last)


@given(text=ANY_TEXT)
@QUICK
def test_offsets(tiny: Encoder, text: str):
    check(text, tiny.tokenizer.tokens(text))


@given(text=ANY_TEXT)
@QUICK
def test_offsets_of_the_shipped_tokenizer(shipped: PieceTokenizer, text: str):
    tokens = shipped.tokens(text)
    check(text, tokens)
    inside = {i for start, end in zip(tokens.starts, tokens.ends, strict=True) for i in range(start, end)}
    assert all(i in inside for i, c in enumerate(text) if c.isascii() and c.isalnum())
    breaks = (tokens.ids == 1).tolist()
    assert any(breaks) == ("\n" in text)
    assert (True, True) not in pairwise(breaks)  # an empty line is one line break


@given(text=ANY_TEXT, data=st.data())
@QUICK
def test_offsets_of_a_part(tiny: Encoder, text: str, data: st.DataObject):
    first = data.draw(st.integers(0, len(text)))
    last = data.draw(st.integers(first, len(text)))
    tokens = tiny.tokenizer.tokens(text, first, last)
    check(text, tokens, first, last)
    alone = tiny.tokenizer.tokens(text[first:last])
    assert np.array_equal(tokens.ids, alone.ids)
    assert np.array_equal(tokens.starts, alone.starts + first)


@pytest.mark.parametrize("piece", [7, 19, 64, 1000])
@pytest.mark.parametrize("name", ["bert", "roberta", "shipped"])
def test_pieces_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, piece: int):
    if name == "shipped":
        path = SHIPPED / "tokenizer.json"
    else:
        path = tmp_path / "tokenizer.json"
        (bert_tokenizer() if name == "bert" else roberta_tokenizer()).save(str(path))
    tokenizer = PieceTokenizer(path)
    random = np.random.default_rng(piece)
    parts = [*WORDS, "Äö", "שלם", "😀", "日本", "e\u0301x", ".", "\n", "\n\n", ", "]
    text = " ".join(random.choice(parts, 400))
    whole = tokenizer.tokens(text)
    assert len(whole) > 300
    monkeypatch.setattr("otherwords.encoder.tokens._PIECE", piece)
    pieces = tokenizer.tokens(text)
    assert np.array_equal(pieces.ids, whole.ids)
    assert np.array_equal(pieces.starts, whole.starts)
    assert np.array_equal(pieces.ends, whole.ends)


def test_a_text_without_spaces_is_cut_all_the_same(tiny: Encoder, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("otherwords.encoder.tokens._PIECE", 10)
    text = "日本語" * 40
    tokens = tiny.tokenizer.tokens(text)
    check(text, tokens)
    assert tokens.starts.tolist() == list(range(120))


@pytest.mark.parametrize("text", ["", " ", "\x00", "\u00ad"])
def test_nothing_to_read(tiny: Encoder, text: str):
    assert len(tiny.tokenizer.tokens(text)) == 0


def test_slices(tiny: Encoder):
    tokens = tiny.tokenizer.tokens("the boat was late")
    part = tokens[1:3]
    assert len(part) == 2
    assert (part.starts.tolist(), part.ends.tolist()) == ([4, 9], [8, 12])


def test_a_tokenizer_that_cuts_and_pads_is_told_not_to(tmp_path: Path):
    tokenizer = bert_tokenizer()
    tokenizer.enable_truncation(4)
    tokenizer.enable_padding(length=8)
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    assert json.loads((tmp_path / "tokenizer.json").read_text())["truncation"]
    assert len(PieceTokenizer(tmp_path / "tokenizer.json").tokens("the boat was late and the dog")) == 7


def test_bert_pairs(tiny: Encoder):
    template = tiny.tokenizer.template
    assert (template.before, template.between, template.after) == ([101], [102], [102])
    assert (template.second_type, template.size) == (1, 3)


def test_roberta_pairs(tmp_path: Path):
    tokenizer = roberta_tokenizer()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    template = PieceTokenizer(tmp_path / "tokenizer.json").template
    assert (template.before, template.between, template.after) == ([0], [2, 2], [2])
    assert (template.second_type, template.size) == (0, 4)
