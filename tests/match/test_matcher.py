"""Was this question asked before: the likeliest first, with a real model as well."""

from pathlib import Path

import pytest
from tiny_models import write_pairs
from word_pairs import WordPairs

from otherwords.match.duplicates import Duplicates
from otherwords.match.explain import Explainer
from otherwords.match.matcher import Matcher
from otherwords.text import OtherwordsError

TEXTS = ("where is the station", "how do i reset my password", "how do i change my passcode?", "Where is the station")


def test_the_likeliest_first_and_copies_together(matcher: Matcher, asked):
    found = matcher.ask("Where is the station?", asked(*TEXTS), top=2)
    assert [[question.id for question in one.questions] for one in found] == [["q1", "q4"], ["q2"]]
    assert found[0].probability == 1.0
    assert found[0].cosine == pytest.approx(1, abs=1e-5)


def test_reading_decides_between_those_that_are_near(asked):
    class Strict(WordPairs):
        def probabilities(self, pairs, cosines=None):
            return super().probabilities(pairs) * [0.1 if "change" in b else 1 for _, b in pairs]

    found = Matcher(Strict(), "strict").ask("how do i reset my passcode", asked(*TEXTS), top=2)
    assert found[0].questions[0].id == "q2"


def test_vectors_are_kept(tmp_path: Path, matcher: Matcher, model: WordPairs, asked):
    first = matcher.ask("a station", asked(*TEXTS), work=tmp_path / "w")
    model.encoded.clear()
    assert matcher.ask("a station", asked(*TEXTS[2::-1], "a new one"), work=tmp_path / "w") != first
    assert model.encoded == ["a new one", "a station"]


def test_many_are_asked_as_one_by_one_and_what_is_known_is_encoded_once(matcher: Matcher, model: WordPairs, asked):
    new = ["a station", "reset my passcode", "why"]
    each = list(matcher.ask_each(new, asked(*TEXTS), top=2))
    assert len(model.encoded) == len(TEXTS) - 1 + len(new)  # one is a copy
    assert each == [matcher.ask(one, asked(*TEXTS), top=2) for one in new]


def test_nothing_to_ask_and_nothing_to_search(matcher: Matcher, asked):
    with pytest.raises(OtherwordsError, match="the question is empty"):
        matcher.ask(" ", asked(*TEXTS))
    assert matcher.ask("why", []) == []


@pytest.fixture(scope="module")
def real(tmp_path_factory) -> Matcher:
    return Matcher.open(write_pairs(tmp_path_factory.mktemp("pairs")))


def test_a_real_model_finds_the_text_itself(real: Matcher, asked):
    texts = ["the boat was late", "did the dog arrive on time", "the king said and sat", "rain in the night"]
    found = real.ask("the king said and sat", asked(*texts))
    nearest = max(found, key=lambda one: one.cosine)
    assert nearest.text == "the king said and sat"
    assert len(found) == 4


def test_a_real_model_gives_the_same_groups_from_any_start(real: Matcher, tmp_path: Path, asked):
    texts = [
        f"the {noun} was {when} in the {place}"
        for noun in ("boat", "dog", "cat")
        for when in ("late", "on time")
        for place in ("night", "day", "rain")
    ]
    Duplicates(real, asked(*texts[:11]), work=tmp_path / "w", min_probability=0.2)
    again = Duplicates(real, asked(*texts), work=tmp_path / "w", min_probability=0.2)
    assert list(again) == list(Duplicates(real, asked(*texts), min_probability=0.2))


def test_nothing_is_encoded_twice(real: Matcher, asked, monkeypatch: pytest.MonkeyPatch):
    """Each text once, for the store; reading pairs takes the cosines from there, and finds what it found without."""
    texts = [f"the {noun} was {when}" for noun in ("boat", "dog", "ferry") for when in ("late", "not late", "on time")]
    encode = real.model.vectors
    encoded: list[str] = []

    def counted(some):
        encoded.extend(some)
        return encode(some)

    monkeypatch.setattr(real.model, "vectors", counted)
    found = list(Duplicates(real, asked(*texts), min_probability=0.2))
    assert sorted(encoded) == sorted(texts)
    members = [(group.centre.text, wording) for group in found for wording in group.wordings[1:]]
    assert members
    for centre, wording in members:
        assert wording.probability == pytest.approx(
            float(real.model.probabilities([(centre, wording.text)])[0]), abs=1e-5
        )
    encoded.clear()
    best = real.ask("the boat was late", asked(*texts), top=3)
    assert len(encoded) == len(texts) + 1
    for one in best:
        assert one.probability == pytest.approx(
            float(real.model.probabilities([("the boat was late", one.text)])[0]), abs=1e-5
        )


def test_below_the_floor_nothing_is_as_probable(real: Matcher):
    """So that leaving those pairs unread loses none."""
    words = ("the boat was late", "cat", "rain rain", "the king said", "did not arrive", "mat and dog of the night")
    pairs = [(f"{a} {b}", c) for a in words for b in words for c in words]
    firsts, seconds = (real.model.vectors([pair[side] for pair in pairs]) for side in (0, 1))
    cosines = (firsts * seconds).sum(axis=1)
    probabilities = real.model.probabilities(pairs)
    for least in (0.52, 0.55, 0.6, 0.7, 0.8):
        floor = real.floor(least)
        assert not (probabilities[cosines < floor - 1e-6] >= least).any()
    assert (cosines < real.floor(0.6)).any()
    assert [real.floor(least) for least in (0, 1)] == [0.5, 0.8]


def test_words_that_say_the_same():
    first, second = "How do I reset my password?", "How can I change my passcode, please?"
    explanation = Explainer(WordPairs()).explain(first, second)
    assert [(pair.query.text, pair.passage.text) for pair in explanation.pairs] == [
        ("reset", "change"),
        ("password", "passcode"),
    ]
    for pair in explanation.pairs:
        assert first[pair.query.start : pair.query.end] == pair.query.text
        assert second[pair.passage.start : pair.passage.end] == pair.passage.text
    assert explanation.nearness.shape == (len(explanation.first), len(explanation.second))


@pytest.mark.parametrize("text", ["", "?", "the of and"])
def test_texts_without_words_to_compare(text: str):
    assert Explainer(WordPairs()).explain(text, "a password").pairs == ()
    assert Explainer(WordPairs()).explain("a password", text).pairs == ()
