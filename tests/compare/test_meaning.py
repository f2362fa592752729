from pathlib import Path

import numpy as np
import pytest

from otherwords.compare.meaning import Meanings, Model
from otherwords.encoder.pairs import PAIR_SCORES, PairModel
from otherwords.find.cache import ArrayCache
from otherwords.text import Document

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
