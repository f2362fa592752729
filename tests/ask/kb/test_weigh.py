"""Wordings weighed by their vectors, whatever they are asked of."""

import math
from pathlib import Path

import numpy as np
import pytest
from small_kb import EXAMPLE
from tiny_models import write_pairs

from otherwords.ask.kb.answerer import KbAnswerer
from otherwords.ask.kb.load import load
from otherwords.ask.kb.weigh import cosine_weights
from otherwords.ask.wording import Wording
from otherwords.encoder.pairs import PairModel


def said(name: str) -> list[Wording]:
    texts = ("where is [x]", "where is this [x]", "who is [x]", "where is [x]")
    return [Wording(text.replace("x", name), "rules", 1.0) for text in texts]


def test_a_softmax_of_cosines_without_the_entity(tmp_path: Path):
    model = PairModel(write_pairs(tmp_path / "model"))
    answerer = KbAnswerer(load(EXAMPLE), encoder=model)
    weights = cosine_weights(answerer, said("Speed"))
    vectors = model.vectors(["where is this", "where is this this", "who is this", "where is this"]).astype(np.float64)
    odds = [math.exp(20 * float(vector @ vectors[0])) for vector in vectors]
    assert weights == pytest.approx([one / sum(odds) for one in odds], rel=1e-3)
    assert weights[0] == weights[3] == max(weights)
    assert cosine_weights(answerer, said("Gravity")) == pytest.approx(weights)


def test_without_an_encoder_all_weigh_alike():
    assert cosine_weights(KbAnswerer(load(EXAMPLE)), said("Speed")) == [0.25] * 4
