"""Our own decoder, a token at a time, against CTranslate2's."""

from collections.abc import Callable
from pathlib import Path

import ctranslate2
import numpy as np
import pytest

from otherwords.text import OtherwordsError
from otherwords.translate.arrays import read_arrays
from otherwords.translate.folder import ModelFolder, open_folder, open_shipped
from otherwords.translate.pieces import open_pieces
from otherwords.translate.stepwise import StepwiseTranslator, stepwise_translator

Make = Callable[..., Path]

SENTENCES = ["Kissa istui matolla.", "Hyvää", "Satoi 4. toukokuuta 1981, mitä kuuluu?"]
"""Of several lengths, so that some are filled up."""


def their_probabilities(model: ctranslate2.Translator, pieces: list[str], said: list[str]) -> np.ndarray:
    result = model.translate_batch(
        [pieces],
        target_prefix=[said],
        beam_size=1,
        max_decoding_length=len(said) + 1,
        min_decoding_length=0,
        return_logits_vocab=True,
    )[0]
    logits = np.array(result.logits[0][-1], dtype=np.float64)
    powers = np.exp(logits - logits.max())
    return powers / powers.sum()


def assert_the_same(folder: ModelFolder, target: str, steps: int = 4, beginnings: int = 3) -> None:
    model = ctranslate2.Translator(str(folder.model), device="cpu", compute_type="float32", intra_threads=1)
    before, after = folder.around(target)
    rows = [[*before, *open_pieces(folder.tokenizer).of(sentence), *after] for sentence in SENTENCES]
    tokens = folder.tokens("target")
    chance = np.random.default_rng(1)
    reading = StepwiseTranslator(folder, "fi", target).read(SENTENCES)
    said: list[list[int]] = [[]]
    ours = reading.begin()
    for _ in range(steps):
        assert ours.shape == (len(said), len(SENTENCES), len(tokens))
        for place, ids in enumerate(said):
            for number, row in enumerate(rows):
                theirs = their_probabilities(model, row, [tokens[i] for i in ids])
                assert ours[place, number] == pytest.approx(theirs, abs=1e-5)
        parents = chance.integers(0, len(said), beginnings)
        following = chance.integers(5, len(tokens), beginnings)
        said = [[*said[parent], int(token)] for parent, token in zip(parents, following, strict=True)]
        ours = reading.advance(parents, following)


def test_a_small_model_of_our_kind(write_ours: Make):
    assert_the_same(open_folder(write_ours()), "en")


@pytest.mark.filterwarnings("ignore:Recommended")
def test_a_small_marian_model(write_marian: Make):
    assert_the_same(open_folder(write_marian()), "fi")


def test_the_shipped_model():
    assert_the_same(open_shipped("fi", "en"), "en", steps=3, beginnings=2)


def test_a_sentence_alone_is_what_it_is_among_others(write_ours: Make):
    model = stepwise_translator(str(write_ours()), "fi", "en")
    together = model.read(SENTENCES).begin()
    alone = [model.read([sentence]).begin()[0, 0] for sentence in SENTENCES]
    assert together[0] == pytest.approx(np.stack(alone), abs=1e-6)


def test_a_sentence_that_is_too_long(write_ours: Make):
    model = stepwise_translator(str(write_ours(limit=20)), "fi", "en")
    with pytest.raises(OtherwordsError, match=r"tokens is too long to translate \(the limit is 20\)"):
        model.read(["kissa " * 2000])


def test_apertium_has_no_steps():
    with pytest.raises(OtherwordsError, match="apertium:fin-eng gives no probabilities"):
        stepwise_translator("apertium:fin-eng", "fi", "en")


@pytest.mark.parametrize("kept", [0, 3, 40, 5000])
def test_a_file_that_is_cut_off(write_ours: Make, tmp_path: Path, kept: int):
    whole = (write_ours() / "model.bin").read_bytes()
    (tmp_path / "model.bin").write_bytes(whole[:kept])
    with pytest.raises(OtherwordsError, match="cannot be read as a CTranslate2 model"):
        read_arrays(tmp_path / "model.bin")


def test_a_network_of_another_kind(write_ours: Make, tmp_path: Path):
    spec = ctranslate2.specs.TransformerSpec.from_config((1, 1), 2, with_relative_position=True)
    arrays = {
        name: np.zeros((2, 2), np.float32) for name in ("encoder/embeddings_0/weight", "decoder/embeddings/weight")
    }
    assert any("relative" in name for name in dict(spec.variables())), "CTranslate2 calls it something else now"
    from otherwords.translate.stepwise import _Network

    with pytest.raises(OtherwordsError, match=r"not a network of Marian's kind \(relative\)"):
        _Network(
            {**arrays, "encoder/layer_0/self_attention/relative_position_keys": arrays["decoder/embeddings/weight"]},
            "x",
        )
