"""What is learned of phrases: a small change of a reader that stays as it is."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import torch
from tiny_models import WORDS, write_bert
from tokenizers import Tokenizer

from otherwords.encoder.tokens import PieceTokenizer
from otherwords.train.corpus import Corpus, Source
from otherwords.train.listed import Listed, read_listed
from otherwords.train.losses import reading_loss
from otherwords.train.low_rank import learned, widen
from otherwords.train.model import SpanReader
from otherwords.train.phrase_reading import PhraseSettings, learn_phrases
from otherwords.train.phrase_windows import PhraseExamples
from otherwords.train.phrases import Phrases
from otherwords.train.tokenizer import with_line_breaks
from otherwords.train.windows import Vocabulary, batch

SAME = [("boat", "ferry"), ("old man", "night"), ("ship", "ferry")]
OTHER = [("ship", "rain"), ("boat", "rain")]


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    torch.set_num_threads(1)
    return with_line_breaks(write_bert(tmp_path_factory.mktemp("base"), hidden=64))


@pytest.fixture(scope="module")
def vocabulary(tokenizer: Tokenizer) -> Vocabulary:
    return Vocabulary.of(tokenizer.get_vocab())


@pytest.fixture(scope="module")
def corpus(tokenizer: Tokenizer) -> Corpus:
    """Pairs of sentences that differ in two words."""
    draw = np.random.default_rng(0)
    texts: list[list[int]] = []
    for _ in range(300):
        ours = draw.choice(WORDS, 12)
        theirs = ours.copy()
        at = int(draw.integers(1, 10))
        theirs[at : at + 2] = draw.choice(WORDS, 2)
        texts += [tokenizer.encode(" ".join(one), add_special_tokens=False).ids for one in (ours, theirs)]
    segments = np.arange(len(texts)).reshape(-1, 2)
    source = Source("p", ("en", "en"), 1.0, "loose", segments, np.arange(len(segments) + 1))
    return Corpus(np.concatenate(texts).astype(np.uint16), np.cumsum([0, *map(len, texts)]), (source,))


@pytest.fixture
def lists(tmp_path: Path, tokenizer: Tokenizer) -> Listed:
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    assert read_listed(tmp_path) is None
    Phrases(SAME, OTHER).save(tmp_path / "phrases.json")
    found = read_listed(tmp_path)
    assert found is not None
    return found


def text_of(tokenizer: Tokenizer, ids: np.ndarray) -> str:
    return tokenizer.decode(ids.tolist()).replace(" ##", "")


def test_listed_phrases_are_asked_by_what_says_the_same_or_does_not(
    corpus: Corpus, vocabulary: Vocabulary, tokenizer: Tokenizer, lists: Listed, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("otherwords.train.phrase_windows._LISTED_SHARE", 1.0)
    same = {pair for a, b in SAME for pair in ((a, b), (b, a))}
    other = {pair for a, b in OTHER for pair in ((a, b), (b, a))}
    asked: dict[str, int] = {}
    for one in islice(PhraseExamples(corpus, vocabulary, 1, lists).phrases(), 300):
        query, window = text_of(tokenizer, one.query), text_of(tokenizer, one.window)
        assert f" {query} " not in f" {window} "
        if one.start >= 0:
            said = text_of(tokenizer, one.window[one.start : one.end])
            assert (query, said) in same
            asked[said] = asked.get(said, 0) + 1
        else:
            assert any(query in pair for pair in same | other)
    assert {"boat", "ferry"} <= asked.keys()


def test_what_a_sentence_holds_is_whole_words(tokenizer: Tokenizer, vocabulary: Vocabulary, tmp_path: Path):
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    lists = Listed(Phrases([("cat", "old man"), ("boat", "old")], []), PieceTokenizer(tmp_path / "tokenizer.json"))

    def found(text: str) -> str | None:
        ids = np.array(tokenizer.encode(text, add_special_tokens=False).ids, np.uint16)
        place = lists.place_in(ids, vocabulary)
        return place and text_of(tokenizer, ids[slice(*place[0])])

    assert found("the old man sat.") == "old man"  # the longer one first
    assert found("the old man sat.") == "old"  # then that which was not asked for yet
    assert found("on the mat") is None


def test_widened_it_reads_as_before_and_learns_nothing_else(tmp_path: Path, corpus: Corpus, vocabulary: Vocabulary):
    base = write_bert(tmp_path / "base", hidden=64)
    model, before = SpanReader(base).eval(), SpanReader(base).eval()
    before.load_state_dict(model.state_dict())
    widen(model, rank=4)
    rows = list(islice(PhraseExamples(corpus, vocabulary, 2).phrases(), 8))
    one = batch(rows, vocabulary, 300, apart=1)
    assert reading_loss(model, one).item() == pytest.approx(reading_loss(before, one).item(), abs=1e-6)
    reading_loss(model, one).backward()
    moved = {name for name, parameter in model.named_parameters() if parameter.grad is not None}
    assert moved == {name for name in moved if name.endswith(("up.weight", "down.weight")) or "span_scores" in name}
    assert len(learned(model)) == 2 * 6 * 2 + 2  # both matrices of six products in two layers, and the scores


def test_phrases_are_learned(tmp_path: Path, corpus: Corpus, vocabulary: Vocabulary):
    base = write_bert(tmp_path / "base", hidden=64)
    model, before = SpanReader(base), SpanReader(base).eval()
    before.load_state_dict(model.state_dict())
    settings = PhraseSettings(steps=60, tokens=1024, rank=8, learning_rate=1e-2, warm_up=5, averaging=0.5)
    found = learn_phrases(model, corpus, None, vocabulary, settings, report=lambda line: None)
    after = SpanReader(base).eval()
    after.load_state_dict(before.state_dict())
    with torch.no_grad():
        for name, up in found.items():
            if name.endswith(".up"):
                layer = after.encoder.get_submodule(name.removesuffix(".up"))
                layer.weight += up @ found[name.removesuffix("up") + "down"]
        for name, parameter in after.span_scores.named_parameters():
            parameter.copy_(found[f"span_scores.{name}"])
    rows = list(islice(PhraseExamples(corpus, vocabulary, 9).phrases(), 64))
    one = batch(rows, vocabulary, 300, apart=1)
    assert reading_loss(after, one).item() < 0.95 * reading_loss(before, one).item()
