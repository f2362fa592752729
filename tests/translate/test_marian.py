"""OPUS-MT's folders, as published and as converted: what transformers says, we say."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from transformers import MarianMTModel, MarianTokenizer

from otherwords.text import OtherwordsError
from otherwords.translate import translator
from otherwords.translate.marian import converted

TEXTS = ["The cat sat", "Good morning", "mat"]


@pytest.mark.filterwarnings("ignore:Recommended")
def test_the_same_as_transformers(write_marian: Callable[..., Path]):
    folder = write_marian()
    model, tokenizer = MarianMTModel.from_pretrained(folder).eval(), MarianTokenizer.from_pretrained(folder)
    with torch.no_grad():
        expected = [
            model.generate(
                **tokenizer([text], return_tensors="pt"),
                num_beams=6,
                length_penalty=0.6,
                min_new_tokens=1,  # CTranslate2 never says nothing
                max_new_tokens=64,
            )
            for text in TEXTS
        ]
    wanted = [tokenizer.decode(ids[0], skip_special_tokens=True) for ids in expected]
    found = translator(str(folder), "en", "fi").translate(TEXTS)
    assert [one[0].text for one in found] == wanted


def test_a_converted_folder_with_its_sentence_pieces(write_marian: Callable[..., Path], tmp_path: Path):
    marian = write_marian()
    folder = tmp_path / "converted"
    shutil.copytree(converted(marian), folder)
    for name in ("source.spm", "target.spm"):
        shutil.copy(marian / name, folder)
    wanted = translator(str(marian), "en", "fi").translate(TEXTS, n_best=2)
    assert translator(str(folder), "en", "fi").translate(TEXTS, n_best=2) == wanted


def test_a_model_of_many_languages_is_told_which(write_marian: Callable[..., Path]):
    folder = str(write_marian(marks=(">>fin<<", ">>swe<<")))
    fi, sv = (translator(folder, "en", language).translate(TEXTS) for language in ("fi", "sv"))
    assert fi != sv
    with pytest.raises(OtherwordsError, match="does not translate into de; it knows >>fin<< >>swe<<"):
        translator(folder, "en", "de")


def test_broken_folders(write_marian: Callable[..., Path]):
    folder = write_marian()
    (folder / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(OtherwordsError, match="cannot be converted"):
        translator(str(folder), "en", "fi")
    (folder / "source.spm").unlink()
    with pytest.raises(OtherwordsError, match=r"lacks source.spm or target.spm"):
        translator(str(folder), "en", "fi")
