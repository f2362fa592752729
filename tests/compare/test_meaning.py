from pathlib import Path

import numpy as np
import pytest

from otherwords.compare.meaning import Meanings, Model, is_english, is_latin
from otherwords.encoder.pairs import PAIR_SCORES, PairModel
from otherwords.find.cache import ArrayCache
from otherwords.text import Document


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


TEXTS = ["The ferry hit the quay.", "Nobody was hurt.", "The ferry hit the quay."]
DOCUMENT = Document(" ".join(TEXTS))


@pytest.mark.parametrize("model", list(Model))
def test_what_is_kept_is_what_was_computed(model: Model, tmp_path: Path):
    fresh = Meanings(None, None).of(DOCUMENT, model).rows(TEXTS)
    assert fresh.shape[0] == 3
    np.testing.assert_allclose(np.linalg.norm(fresh, axis=1), 1, rtol=1e-5)
    for _ in range(2):
        kept = Meanings(None, ArrayCache(tmp_path)).of(DOCUMENT, model)
        np.testing.assert_array_equal(kept.rows(TEXTS), fresh)
        kept.save()
    np.testing.assert_array_equal(Meanings(None, None).encoded(model, TEXTS[1:2])[0], fresh[1])


def test_models_do_not_share_what_they_keep(tmp_path: Path):
    vectors = []
    for model in Model:
        kept = Meanings(None, ArrayCache(tmp_path)).of(DOCUMENT, model)
        vectors.append(kept.rows(TEXTS))
        kept.save()
    assert not np.array_equal(*vectors)


def test_a_pair_model_that_is_there_is_not_loaded_again():
    pairs = PairModel(threads=1)
    readings = Meanings(None, None, pairs).readings_of(DOCUMENT).rows([(TEXTS[0], TEXTS[1]), (TEXTS[1], TEXTS[0])])
    expected = pairs.scores([(TEXTS[0], TEXTS[1]), (TEXTS[1], TEXTS[0])])[:, PAIR_SCORES.index("same")]
    np.testing.assert_array_equal(readings[:, 0], expected)
