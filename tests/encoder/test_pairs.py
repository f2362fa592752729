import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from tiny_models import ANY_TEXT, write_pairs

from otherwords.encoder.pairs import CONTRASTED, EVIDENCE, EXCHANGED, NEGATED, PAIR_SCORES, READ_FROM, PairModel


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pairs(tmp_path_factory.mktemp("pairs"))


@pytest.fixture(scope="module")
def model(folder: Path) -> PairModel:
    return PairModel(folder)


TEXTS = ["the boat was late", "the ferry did not arrive on time", "dog", "", "the cat sat on the mat " * 200]


def test_vectors_have_length_one_and_do_not_depend_on_company(model: PairModel):
    together = model.vectors(TEXTS)
    assert together.shape == (5, 32)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    for text, vector in zip(TEXTS, together, strict=True):
        assert np.array_equal(model.vectors([text])[0], vector)


def test_no_texts_have_no_vectors_and_no_pairs_no_scores(model: PairModel):
    assert len(model.vectors([])) == 0
    assert model.scores([]).shape == (0, len(PAIR_SCORES))
    assert model.probabilities([]).shape == (0,)


def test_all_of_a_long_text_counts(model: PairModel):
    long = "the cat sat on the mat " * 200
    assert not np.allclose(model.vectors([long])[0], model.vectors([long + "king night rain"])[0])
    assert not np.allclose(model.scores([(long, "dog")]), model.scores([("the king said " * 200 + long, "dog")]))


def test_a_long_pair_is_compared_part_by_part(folder: Path):
    """The mean over the first text's parts of the best over the second's, by hand."""
    short = PairModel(write_pairs(folder.parent / "short", positions=19))
    first, second = "boat ferry was late did not arrive on time dog", "cat sat mat rain king night day"
    room = (19 - 3) // 2
    words = first.split(), second.split()
    parts = [[" ".join(side[i : i + room]) for i in range(0, len(side), room)] for side in words]
    single = [[short.scores([(a, b)])[0] for b in parts[1]] for a in parts[0]]
    expected = np.mean([np.max(row, axis=0) for row in single], axis=0)
    assert np.allclose(short.scores([(first, second)])[0], expected, atol=1e-5)


def test_a_probability_is_the_curve_of_the_manifest(model: PairModel):
    pair = ("the boat was late", "the ferry did not arrive on time")
    cosine, near = model.evidence([pair])[0]
    ours, theirs = model.vectors(list(pair))
    forth, back = model.scores([pair])[0], model.scores([pair[::-1]])[0]
    assert cosine == pytest.approx(float(ours @ theirs), abs=1e-6)
    same = (forth[1] + back[1]) / 2
    said = math.log(1 / (1 + math.exp(-same)))
    assert near == pytest.approx(said * min(max(cosine - 0.8, 0) / 0.2, 1), abs=1e-5)
    expected = 1 / (1 + math.exp(-(2 * cosine + 0.5 * near - 1)))
    assert model.probabilities([pair])[0] == pytest.approx(expected, abs=1e-5)


def test_reading_can_only_take_away(model: PairModel):
    evidence = model.evidence([(a, b) for a in TEXTS for b in TEXTS])
    assert (evidence[:, 1] <= 0).all()
    assert (evidence[:, 1] < -0.01).any()


def test_known_cosines_spare_the_encoding_and_change_nothing(model: PairModel, monkeypatch: pytest.MonkeyPatch):
    pairs = [(a, b) for a in TEXTS for b in TEXTS]
    evidence, logits, probabilities = model.evidence(pairs), model.logits(pairs), model.probabilities(pairs)
    vectors = {text: model.vectors([text])[0] for text in TEXTS}
    cosines = np.array([(vectors[a] * vectors[b]).sum() for a, b in pairs], dtype=np.float32)
    assert (cosines >= READ_FROM).any()
    assert (cosines < READ_FROM).any()
    encoded: list[str] = []
    monkeypatch.setattr(model, "vectors", encoded.extend)
    assert np.allclose(model.evidence(pairs, cosines), evidence, atol=2e-5)
    assert np.allclose(model.logits(pairs, cosines), logits, atol=2e-5)
    assert np.allclose(model.probabilities(pairs, cosines), probabilities, atol=1e-5)
    assert not encoded


@settings(max_examples=25, deadline=None)
@given(ANY_TEXT, ANY_TEXT)
def test_a_pair_turned_round_is_as_probable(model: PairModel, first: str, second: str):
    forth, back = model.probabilities([(first, second), (second, first)])
    assert 0 <= forth <= 1
    assert forth == pytest.approx(back, abs=1e-6)


def test_a_text_and_its_negation_do_not_say_the_same():
    shipped = PairModel()
    negated = [("free of charge", "not free of charge"), ("It's raining here.", "It isn’t raining here.")]
    assert (shipped.probabilities(negated) < 0.5).all()
    assert (shipped.probabilities([("It's raining here.", "It is raining here.")]) > 0.5).all()


@pytest.mark.parametrize(
    ("one", "other", "against"),
    [
        ("the prices rose in may", "the prices fell in may", CONTRASTED),
        ("which is the best for windows 7", "which is the best for windows 10", CONTRASTED),
        ("the boat was late", "the boat was not late", NEGATED),
        ("the boat hit the ferry in may", "the ferry hit the boat in may", EXCHANGED),
        ("the boat was late", "the ferry did not arrive on time", 0),
        ("the boat was not late, was it?", "was the boat late?", 0),
    ],
)
def test_single_words_that_change_all_count_against_a_pair(model: PairModel, one: str, other: str, against: float):
    settings = model.weights.settings.get("calibration", {"cosine": 5.0, "intercept": -4.0})
    weights = np.array([settings.get(name, 0.0) for name in EVIDENCE], dtype=np.float32)
    bare = float(model.evidence([(one, other)])[0] @ weights) + settings["intercept"]
    assert model.logits([(one, other), (other, one)]) == pytest.approx([bare - against] * 2, abs=1e-4)
