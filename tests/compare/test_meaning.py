from pathlib import Path

import numpy as np
import pytest

from otherwords.compare.meaning import Meanings, Model, is_english, is_latin
from otherwords.find.cache import ArrayCache


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("the cat that we had seen was not on the roof but in the garden", True),
        ("katten som vi hade sett satt inte på taket utan i trädgården", False),
        ("näkemämme kissa ei ollut katolla vaan puutarhassa", False),
        ("die katze die wir gesehen hatten war nicht auf dem dach", False),
    ],
)
def test_english(text: str, english: bool):
    assert is_english(text.split()) is english


@pytest.mark.parametrize(
    ("text", "latin"),
    [
        ("plain", True),
        ("Žluťoučký kůň — “naïve” … Tiếng Việt!", True),
        ("Die Katze (кошка)", True),
        ("Кошка сидела на крыше", False),
        ("猫は屋根の上にいました。 OK", False),
        ("बिल्ली छत पर थी", False),
        ("١٢٣ 123", False),
        ("", False),
    ],
)
def test_scripts_that_the_models_know(text: str, latin: bool):
    assert is_latin(text) is latin


@pytest.mark.parametrize("model", list(Model))
def test_what_is_kept_is_what_was_computed(model: Model, tmp_path: Path):
    texts = ["The ferry hit the quay.", "Nobody was hurt.", "The ferry hit the quay."]
    fresh = Meanings(None, None).vectors(model, texts)
    for _ in range(2):
        np.testing.assert_array_equal(Meanings(None, ArrayCache(tmp_path)).vectors(model, texts), fresh)
    assert fresh.shape[0] == 3
    np.testing.assert_array_equal(Meanings(None, None).encoded(model, texts[1:2])[0], fresh[1])
    assert Meanings(None, None).vectors(model, []).shape[0] == 0


def test_a_damaged_cache_is_computed_again(tmp_path: Path):
    texts = ["Nobody was hurt."]
    fresh = Meanings(None, ArrayCache(tmp_path)).vectors(Model.PAIRS, texts)
    (file,) = tmp_path.rglob("*.npy")
    file.write_bytes(b"broken")
    np.testing.assert_array_equal(Meanings(None, ArrayCache(tmp_path)).vectors(Model.PAIRS, texts), fresh)
