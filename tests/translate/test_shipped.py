"""The model that we ship: a few sentences that no usable translator gets wrong, and its size."""

import pytest

from otherwords.translate import Translator, translator
from otherwords.translate.folder import SHIPPED

SENTENCES = {
    ("en", "fi"): [
        ("I don't know.", "en tiedä"),
        ("When was he born?", "syntyi"),
        ("Where is my dog?", "koira"),
        ("The university was founded in 1827.", "1827"),
    ],
    ("fi", "en"): [
        ("En tiedä.", "don't know"),
        ("Milloin hän syntyi?", "born"),
        ("Missä koirani on?", "dog"),
        ("Yliopisto perustettiin vuonna 1827.", "1827"),
    ],
}


@pytest.fixture(params=SENTENCES, ids="-".join)
def ours(request: pytest.FixtureRequest) -> Translator:
    return translator("otherwords", *request.param)


def test_simple_sentences(ours: Translator):
    asked = SENTENCES[ours.source, ours.target]
    for (source, word), (best,) in zip(asked, ours.translate([source for source, _ in asked]), strict=True):
        assert word in best.text.casefold(), source


def test_several_wordings(ours: Translator):
    question = {"en": "When was he born?", "fi": "Milloin hän syntyi?"}[ours.source]
    (found,) = ours.translate([question], n_best=4)
    assert len({one.text for one in found}) == len(found) > 1


def test_it_stays_small():
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 20_000_000
