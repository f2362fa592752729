"""Phrases to learn from: read from dictionaries and found where two wordings of a sentence differ."""

import json
from itertools import product
from pathlib import Path

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tiny_models import bert_tokenizer

from otherwords.text import OtherwordsError
from otherwords.train.pair_corpus import prepare_pairs
from otherwords.train.pair_model import PairNetwork
from otherwords.train.phrase_fit import PhraseSettings, fit_phrases
from otherwords.train.phrases import Phrases, _difference, read_phrases

RECIPE = """
[[source]]
kind = "pairs"
files = "same.jsonl"
language = "en"
share = 1

[[phrases]]
kind = "differences"
files = "same.jsonl"

[[phrases]]
kind = "synsets"
files = "english.synsets"

[[phrases]]
kind = "words"
files = "synonyms.txt"

[[phrases]]
kind = "words"
files = "antonyms.txt"
same = false
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "recipe.toml").write_text(RECIPE)
    wordings = [
        ("What is going on here?", "What is happening here?", 1),
        ("We put off the trip.", "We postponed the trip.", 1),
        ("He put out the fire.", "He extinguished the fire.", 1),
        ("The boat was late.", "The ferry was early.", 0),
        *[("A boat, a ship, a ferry, a canoe.", "A vessel.", 1)] * 3,
    ]
    rows = [json.dumps({"a": a, "b": b, "label": label}) for a, b, label in wordings]
    (tmp_path / "same.jsonl").write_text("\n".join(rows))
    # A boat and a ship share one of two senses; a xebec is never said; a ferry is a kind of boat.
    (tmp_path / "english.synsets").write_text("boat\n01 02\nship\n01\nxebec\n01\nferry\n03\ncanoe\n04 05 06 02\n")
    (tmp_path / "english.relations").write_text("01\n03\n")
    (tmp_path / "synonyms.txt").write_text("purchase buy\nlate tardy\n")
    (tmp_path / "antonyms.txt").write_text("buy sell \nlate tardy\n")
    return tmp_path


def test_what_says_the_same_and_what_does_not(data: Path):
    phrases = read_phrases(data / "recipe.toml", data)
    assert ("going on", "happening") in phrases.same
    assert ("postponed", "put off") in phrases.same
    assert ("boat", "ship") in phrases.same
    assert ("buy", "purchase") in phrases.same
    assert ("buy", "sell") in phrases.other
    assert ("put off", "put out") in phrases.other
    assert any("ferry" in pair for pair in phrases.other)
    assert not set(phrases.same) & set(phrases.other)
    assert not any("xebec" in pair for pair in phrases.same + phrases.other)
    assert read_phrases(data / "recipe.toml", data) == phrases


WORDS = st.lists(st.sampled_from(["the", "of", "king", "night", "put", "off", "rain"]), max_size=9)


@given(WORDS, WORDS)
def test_a_difference_makes_one_wording_of_the_other(a: list[str], b: list[str]):
    pair = _difference(a, b)
    assert pair == _difference(b, a)
    if pair is not None:
        exchanged = {
            (*a[:i], *new.split(), *a[j:])
            for old, new in (pair, pair[::-1])
            for i, j in product(range(len(a) + 1), repeat=2)
            if a[i:j] == old.split() and i < j
        }
        assert tuple(b) in exchanged


def test_a_recipe_with_mistakes(data: Path):
    recipe = data / "recipe.toml"
    recipe.write_text(RECIPE.replace('"synsets"', '"sets"'))
    with pytest.raises(OtherwordsError, match='no kind of phrases "sets"'):
        read_phrases(recipe, data)
    recipe.write_text(RECIPE.replace("antonyms.txt", "none.txt"))
    with pytest.raises(OtherwordsError, match=r"no file matches none.txt"):
        read_phrases(recipe, data)


def test_phrases_are_learned_and_sentences_kept(data: Path, base: Path):
    tokenizer = bert_tokenizer()
    corpus = prepare_pairs(data / "recipe.toml", data, tokenizer)
    torch.manual_seed(1)
    before, model = PairNetwork(base), PairNetwork(base)
    model.load_state_dict(before.state_dict())
    phrases = Phrases([("boat", "ferry")], [("dog", "cat")])
    settings = PhraseSettings(steps=60, pairs=3, rehearsed=5, warm_up=5, averaging=0.5, learning_rate=3e-3, share=1.0)
    after = fit_phrases(model, phrases, corpus, tokenizer, settings, lambda _: None)

    def cosine(network: PairNetwork, *pair: str) -> float:
        rows = [torch.tensor([[101, *tokenizer.encode(text, add_special_tokens=False).ids, 102]]) for text in pair]
        with torch.no_grad():
            one, other = (network.apart(ids)[0] for ids in rows)
        return float(one @ other)

    gained = cosine(after, "boat", "ferry") - cosine(after, "dog", "cat")
    assert gained > cosine(before, "boat", "ferry") - cosine(before, "dog", "cat") + 0.1


def test_what_is_kept_lies_on_the_way(data: Path, base: Path):
    """Half of the way of two courses is the mean of both and of the weights before, twice."""
    tokenizer = bert_tokenizer()
    corpus = prepare_pairs(data / "recipe.toml", data, tokenizer)
    torch.manual_seed(1)
    before = PairNetwork(base)
    phrases = Phrases([("boat", "ferry")], [("dog", "cat")])

    def vector(courses: int, share: float) -> torch.Tensor:
        settings = PhraseSettings(steps=3, pairs=2, rehearsed=2, warm_up=1, courses=courses, share=share)
        return fit_phrases(before, phrases, corpus, tokenizer, settings, lambda _: None).text_vectors.bias

    nothing, one, both = vector(1, 0.0), vector(1, 1.0), vector(2, 1.0)
    assert torch.equal(nothing, before.text_vectors.bias)
    assert not torch.allclose(one, nothing)
    assert not torch.allclose(one, both)
    assert torch.allclose(vector(2, 0.5), (nothing + both) / 2, atol=1e-7)
