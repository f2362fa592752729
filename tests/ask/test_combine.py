"""p(a|q) = Σ p(a|q′) · p(q′|q), beside the sum written out."""

import math
from pathlib import Path

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from tiny_models import write_pairs

from otherwords.ask.answer import Answer
from otherwords.ask.combine import combine, given, similarity_weights, uniform_weights
from otherwords.ask.wording import Wording
from otherwords.encoder.pairs import PairModel

TABLES = st.lists(st.dictionaries(st.sampled_from("abcde"), st.floats(0, 0.2), max_size=5), min_size=1, max_size=6)


def wordings(number: int) -> list[Wording]:
    return [Wording(f"wording {i}", "rules", 1.0) for i in range(number)]


@drawn(TABLES, st.data())
def test_the_sum(table: list[dict[str, float]], data: st.DataObject):
    raw = data.draw(st.lists(st.floats(0.01, 1), min_size=len(table), max_size=len(table)))
    weights = [weight / sum(raw) for weight in raw]
    answers = [[Answer(text, p, ("r",), "e") for text, p in row.items()] for row in table]
    combined = combine(wordings(len(table)), weights, answers)
    for text in "abcde":
        shares = [weight * row.get(text, 0) for weight, row in zip(weights, table, strict=True)]
        found = [answer for answer in combined if answer.text == text]
        if any(text in row for row in table):
            (answer,) = found
            assert answer.probability == pytest.approx(sum(shares))
            assert shares[int(answer.wording.text.split()[1])] == max(shares)
        else:
            assert not found
    assert [a.probability for a in combined] == sorted((a.probability for a in combined), reverse=True)


def test_weights(tmp_path: Path):
    assert uniform_weights(wordings(4)) == [0.25] * 4
    model = PairModel(write_pairs(tmp_path / "model"))
    said = [Wording(text, "rules", 1.0) for text in ("where is it", "where is this", "who am i")]
    weights = similarity_weights(model, "where is it", said)
    assert math.isclose(sum(weights), 1)
    logits = model.logits([("where is it", wording.text) for wording in said]).tolist()
    assert weights == pytest.approx([math.exp(one) / sum(map(math.exp, logits)) for one in logits], rel=1e-4)


def test_what_is_given():
    answers = [Answer("a", 0.6, ("r",), "e"), Answer("x", 0.55, ("s",), "e"), Answer("b", 0.5, ("r",), "e")]
    assert [answer.text for answer in given(answers)] == ["a", "b"]
    assert given([]) == []
