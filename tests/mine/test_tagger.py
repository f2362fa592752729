"""The tagger: the fast path against plain arithmetic, batches that make no difference, and the shipped weights."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.mine import tagger as module
from otherwords.mine.tagger import AROUND, SHARE_LIMIT, SHIPPED, Tagger, TaggerWeights, read_weights
from otherwords.mine.tagger_features import FEATURES, beyond, features, shortened
from otherwords.mine.tags import ALL, NUMBER, PUNCTUATION, without_letters
from otherwords.mine.tokens import tokens
from otherwords.text import OtherwordsError

SHARED = Tagger.load()
STRANGE = ["", " ", "\n", "\0", "\ud800", "ß", "İ", "ﬁn", "½", "٣", "Ⅷ", "日本", "🦆", "क्षि", "a" * 5000, "’s"]
COMMON = tokens("The the She saw seeing in a PARIS paris Paris isn't can't John's 1937 3.14 U.S. , . ( well-known - '")

words = st.sampled_from(STRANGE + COMMON) | st.text(max_size=12)
texts = st.lists(st.lists(words, max_size=9), max_size=9)


def by_hand(weights: TaggerWeights, sentence: Sequence[str]) -> str:
    """The same sums in Python's own whole numbers, word by word."""
    known = weights.words.tobytes().decode().split("\n")
    vocabulary = {word: number for number, word in enumerate(known, 1)}
    table, places = weights.table.tolist(), weights.places.tolist()
    outside = [beyond(len(vocabulary))] * AROUND
    rows = [*outside, *(features(shortened(token), vocabulary) for token in sentence), *outside]
    meanings = [[sum(table[row][i] for row in found) for i in range(len(table[0]))] for found in rows]
    tags = ""
    for middle, token in enumerate(sentence):
        hidden = [0] * len(weights.bias)
        for place, matrix in enumerate(places):
            for unit in range(len(hidden)):
                share = sum(one * other for one, other in zip(meanings[middle + place], matrix[unit], strict=True))
                if place == AROUND:
                    share += int(weights.bias[unit])
                hidden[unit] += max(-SHARE_LIMIT, min(SHARE_LIMIT, round(share / 2 ** int(weights.shift))))
        scores = [
            bias + sum(max(0, one) * other for one, other in zip(hidden, line, strict=True))
            for bias, line in zip(weights.tags_bias.tolist(), weights.tags.tolist(), strict=True)
        ]
        tags += without_letters(shortened(token)) or ALL[scores.index(max(scores))]
    return tags


@pytest.mark.parametrize(
    "sentence",
    [
        [
            "The",
            "Golden",
            "Gate",
            "Bridge,",
            "which",
            "was",
            "built",
            "in",
            "1937,",
            "isn't",
            "far",
            "from",
            "San",
            "Francisco.",
        ],
        ["Zymurgist", "unfrobnicated", "the", "a" * 5000, "İstanbul", "\ud800", ""],
        ["Go"],
    ],
)
def test_the_fast_path_is_the_plain_sum(sentence: list[str]):
    assert SHARED.tag([sentence]) == [by_hand(read_weights(SHIPPED), sentence)]


@given(texts)
def test_a_tag_for_each_token(sentences: list[list[str]]):
    tags = SHARED.tag(sentences)
    assert [len(one) for one in tags] == [len(sentence) for sentence in sentences]
    assert set("".join(tags)) <= set(ALL)


@given(texts)
def test_sentences_do_not_see_each_other(sentences: list[list[str]]):
    assert SHARED.tag(sentences) == [SHARED.tag([sentence])[0] for sentence in sentences]


@given(texts, st.integers(1, 9), st.integers(0, 9))
def test_neither_pieces_nor_forgetting_make_a_difference(sentences: list[list[str]], piece: int, kept: int):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_PIECE", piece)
        patch.setattr(module, "_WORDS_KEPT", kept)
        assert Tagger.load().tag(sentences) == SHARED.tag(sentences)


def test_many_sentences_at_once():
    sentences = [[COMMON[(i * j + i) % len(COMMON)] for j in range(i % 40)] for i in range(1500)]
    assert sum(map(len, sentences)) > 3 * module._PIECE
    assert SHARED.tag(sentences) == [SHARED.tag([sentence])[0] for sentence in sentences]


def test_a_sentence_longer_than_a_piece():
    sentence = COMMON * 500
    tags = SHARED.tag([sentence])[0]
    inner = tags[len(COMMON) : -len(COMMON)]
    assert len(tags) == len(sentence) > module._PIECE
    assert inner == inner[: len(COMMON)] * 498


def test_nothing_to_tag():
    assert SHARED.tag([]) == []
    assert SHARED.tag([[], []]) == ["", ""]


@given(st.text(max_size=8))
def test_without_letters_the_characters_decide(token: str):
    tag = SHARED.tag([["the", token, "is"]])[0][1]
    if not any(map(str.isalpha, token)):
        assert tag == (NUMBER if any(map(str.isalnum, token)) else PUNCTUATION)


@pytest.mark.parametrize(
    ("sentence", "tags"),
    [
        ("The Golden Gate Bridge was built in 1937.", "oEEEVVoN."),
        ("He's been running the company since May.", "PVGoooE."),
        ("John's dog can't swim, but it would like to.", "EoMV.oPMVo."),
        ("You should not have told them that!", "PMoVVPo."),
        ("They didn't know where she was.", "PVVoPV."),
        ("We visited London, Paris and Rome.", "PVE.EoE."),
        ("Walking in the park is good for your health.", "GoooVooPo."),
        ("she was born in 1961 and died in 1999 .", "PVVoNoVoN."),
        ("SHE SAID THAT THEY WOULD COME .", "PVoPMV."),
    ],
)
def test_plain_english(sentence: str, tags: str):
    assert SHARED.tag([tokens(sentence)]) == [tags]


def test_the_weights_are_small():
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 3_000_000


def test_a_word_has_as_many_features_as_the_nothing_around_it():
    assert {len(features(word, {})) for word in STRANGE + COMMON} == {len(beyond(0))} == {FEATURES}


def test_damaged_weights(tmp_path: Path):
    folder = shutil.copytree(SHIPPED, tmp_path / "tagger")
    damaged = bytearray((folder / module.FILE).read_bytes())
    damaged[1000] ^= 1
    (folder / module.FILE).write_bytes(damaged)
    with pytest.raises(OtherwordsError, match="is damaged"):
        Tagger.load(folder)


def test_a_folder_that_is_no_tagger(tmp_path: Path):
    with pytest.raises(OtherwordsError, match="is no tagger"):
        Tagger.load(tmp_path)
    (tmp_path / "manifest.json").write_text(json.dumps({"sha256": {}}))
    with pytest.raises(OtherwordsError, match="is no tagger"):
        Tagger.load(tmp_path)
