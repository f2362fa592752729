"""Questions that lie in memory: each is encoded once."""

from collections.abc import Sequence

import pytest

from otherwords.encoder.pairs import PairModel
from otherwords.serve.asked import QuestionAsked
from otherwords.serve.asked_before import asked_before


def test_every_text_is_encoded_once(monkeypatch: pytest.MonkeyPatch):
    model = PairModel(threads=1)
    encoded: list[str] = []
    real = model.vectors

    def counting(texts: Sequence[str]) -> object:
        encoded.extend(texts)
        return real(texts)

    monkeypatch.setattr(model, "vectors", counting)
    texts = ["How can I get a new password?", "Where is the station?", "how can i get a new password? "]
    (found,) = asked_before(model, "How do I reset my password?", [QuestionAsked(text=text) for text in texts], 1)
    assert [one.place for one in found.questions] == [0, 2]
    assert sorted(encoded) == ["How can I get a new password?", "How do I reset my password?", "Where is the station?"]
