"""A model of ours: the same for every batch, nothing cut, the best first."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from otherwords.text import OtherwordsError
from otherwords.translate import translator
from otherwords.translate.folder import open_folder, open_shipped
from otherwords.translate.neural import NeuralTranslator
from otherwords.translate.pieces import open_pieces

TEXTS = ["The cat sat.", "Good morning, how are you?", "", "mat", "It rained on 4 May 1981. The mat sat on the cat."]


def test_the_batch_and_the_threads_change_nothing(write_ours: Callable[..., Path]):
    folder = open_folder(write_ours())
    together = NeuralTranslator(folder, "en", "fi", threads=3).translate(TEXTS * 30, n_best=3)
    alone = NeuralTranslator(folder, "en", "fi", threads=1)
    assert together == [alone.translate([text], n_best=3)[0] for text in TEXTS] * 30


def test_the_best_come_first_and_differ(write_ours: Callable[..., Path]):
    ours = translator(str(write_ours()), "en", "fi")
    for found in ours.translate(TEXTS, n_best=4):
        assert 1 <= len(found) <= 4
        assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
        assert len({one.text for one in found}) == len(found)
    assert [found[:1] for found in ours.translate(TEXTS, n_best=6)] == ours.translate(TEXTS)


def test_the_direction_changes_the_translation(write_ours: Callable[..., Path]):
    folder = str(write_ours())
    there, back = translator(folder, "en", "fi"), translator(folder, "fi", "en")
    assert (there.source, there.target, back.source, back.target) == ("en", "fi", "fi", "en")
    assert there.translate(TEXTS) != back.translate(TEXTS)


def test_a_text_is_translated_sentence_by_sentence(write_ours: Callable[..., Path]):
    ours = translator(str(write_ours()), "en", "fi")
    first, second, both = (
        found[0].text for found in ours.translate(["The cat sat.", "It rained.", "The cat sat.\n\nIt rained."])
    )
    assert both == f"{first}\n\n{second}"


def test_a_long_text_is_whole_and_a_long_sentence_is_an_error(write_ours: Callable[..., Path]):
    ours = translator(str(write_ours(limit=24)), "en", "fi")
    once, often = ours.translate(["It rained.", " ".join(["It rained."] * 100)])
    assert often[0].text == " ".join([once[0].text] * 100)
    with pytest.raises(OtherwordsError, match=r"tokens is too long to translate \(the limit is 24\)"):
        ours.translate(["It rained.", "the cat sat on " * 20])


def test_a_translation_without_an_end_is_an_error(write_ours: Callable[..., Path]):
    ours = translator(str(write_ours(limit=12, ends=False)), "en", "fi")
    with pytest.raises(OtherwordsError, match="does not end within 12 tokens"):
        ours.translate(["A mat."])


def test_marks_in_a_text_are_text(write_ours: Callable[..., Path]):
    pieces = open_pieces(write_ours())
    text = ">>en<< a </s> ö 日本"
    assert not {">>en<<", "</s>"} & set(pieces.of(text))
    assert pieces.text(pieces.of(text)) == text


def test_nothing_in_nothing_out(write_ours: Callable[..., Path]):
    ours = translator(str(write_ours()), "en", "fi")
    assert ours.translate([]) == []
    assert [found[0].text for found in ours.translate(["", " \n"])] == ["", ""]


def test_a_beam_of_none_is_an_error(write_ours: Callable[..., Path]):
    with pytest.raises(OtherwordsError, match="beam and n_best must be at least 1"):
        translator(str(write_ours()), "en", "fi").translate(["a"], beam=0)


def test_languages_that_a_model_lacks(write_ours: Callable[..., Path]):
    with pytest.raises(OtherwordsError, match="ours does not translate into sv; it knows >>en<< >>fi<<"):
        translator(str(write_ours()), "en", "sv")
    with pytest.raises(OtherwordsError, match="otherwords translates en→fi, fi→en, not en→sv"):
        open_shipped("en", "sv", write_ours())


def test_damage_is_found(write_ours: Callable[..., Path]):
    folder = write_ours()
    (folder / "model.bin").write_bytes(b"no model")
    with pytest.raises(OtherwordsError, match="is damaged"):
        translator(str(folder), "en", "fi")
    (folder / "manifest.json").unlink()
    with pytest.raises(OtherwordsError, match="cannot be loaded"):
        translator(str(folder), "en", "fi")


def test_folders_that_are_no_models(tmp_path: Path):
    with pytest.raises(OtherwordsError, match="is not a folder"):
        translator(str(tmp_path / "nowhere"), "en", "fi")
    with pytest.raises(OtherwordsError, match="holds neither a CTranslate2 model"):
        translator(str(tmp_path), "en", "fi")
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "bert"}))
    with pytest.raises(OtherwordsError, match="holds neither a CTranslate2 model"):
        translator(str(tmp_path), "en", "fi")


def test_a_model_without_tokenizer(write_ours: Callable[..., Path]):
    folder = write_ours()
    (folder / "manifest.json").unlink()
    (folder / "tokenizer.json").unlink()
    with pytest.raises(OtherwordsError, match="has no tokenizer; copy"):
        translator(str(folder), "en", "fi")
