"""Which sentences are kept: each rule with a sentence that it throws out, and that is kept when the rule is mended."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_models import ANY_TEXT

from otherwords.mine import sentences as module
from otherwords.mine.sentences import Rules, Tag, kept_of_all
from otherwords.mine.tags import GERUND, MODAL, NUMBER, OTHER, PROPER, PUNCTUATION, VERB
from otherwords.mine.untagged import no_tagger

KNOWN = {
    "was": VERB,
    "came": VERB,
    "sold": VERB,
    "running": GERUND,
    "leaving": GERUND,
    "may": MODAL,
    "will": MODAL,
    "Turku": PROPER,
    "two": NUMBER,
}
PAPER = Rules()
ANY_LANGUAGE = Rules(needs_verb=False)


def tag(sentences: Sequence[Sequence[str]]) -> list[str]:
    """A tagger that knows a handful of words."""

    def one(token: str) -> str:
        if not any(map(str.isalnum, token)):
            return PUNCTUATION
        return NUMBER if token.isdigit() else KNOWN.get(token, OTHER)

    return ["".join(map(one, sentence)) for sentence in sentences]


def kept(text: str, tag: Tag, rules: Rules) -> list[tuple[str, str]]:
    return list(kept_of_all([text], tag, rules))


def is_kept(text: str, rules: Rules = PAPER) -> bool:
    return bool(kept(text, tag, rules))


def test_words_and_tags_are_of_one_length():
    text = "The boat, which was late, came to Turku. It's 10:30!\n\nNobody minded: it was the only one."
    assert kept(text, tag, PAPER) == [
        ("The boat , which was late , came to Turku .", "oo.oVo.VoE."),
        ("Nobody minded : it was the only one .", "oo.oVooo."),
    ]


@pytest.mark.parametrize(
    ("thrown_out", "mended"),
    [
        ("The boat was late.", "The old boat was late."),  # five words at least
        ("The boat was – late !", "The boat was – so late !"),  # marks are no words
        ("The boat was ( ) so late .", "The boat was ( so late ."),  # and half as many as words at most
        ("The boat = was so late .", "The boat was so late ."),  # no program and no formula
        ("The boat was so late }", "The boat was so late )"),
        ("it was " + "so " * 29, "it was " + "so " * 28),  # and thirty at most
        ("The old boat of Turku.", "The old boat was of Turku."),  # a verb
        ("The boat leaving for Turku today.", "The boat came leaving for Turku."),  # that is no gerund
        ("The boat may leave for Turku.", "The boat may have sold for Turku."),  # and no modal
        ("The Boat Was sold In Turku", "The boat Was sold In Turku"),  # a small letter, and not on a verb
        ("The Boat running was sold In Turku", "The boat running was sold In Turku"),
        ("It was " + "a" * 31 + " in the end.", "It was " + "a" * 30 + " in the end."),  # no word over thirty letters
        ("it was 1 2 3 4 and so", "it was 1 2 3 and so"),  # less than half of the words numbers
        ("it was two 2 two 4 and so", "it was two 2 two and so"),  # as the tagger tells them
    ],
)
def test_each_rule_throws_out_what_it_should(thrown_out: str, mended: str):
    assert not is_kept(thrown_out)
    assert is_kept(mended)


def test_a_long_row_of_marks_is_no_long_word():
    assert is_kept("The boat " + "-" * 40 + " was late again.")


def test_the_numbers_are_settings():
    assert is_kept("The boat was late.", Rules(fewest_words=4))
    assert not is_kept("The old boat was late.", Rules(most_words=4))
    assert not is_kept("The harbourmaster was late again.", Rules(longest_word=12))
    assert is_kept("The old boat of Turku.", ANY_LANGUAGE)


FINNISH = """Naantalin satama suljettiin marraskuussa 1905 myrskyn vuoksi, ja laivat ohjattiin Turkuun.
Kukaan ei loukkaantunut, vaikka hotelliin matkalla ollut hääkakku ei kestänyt ylitystä.

Lue lisää

Kaupunginvaltuusto päätti maanantaina, että uusi silta rakennetaan Aurajoen yli vuoteen 2031 mennessä.
1 2 3 4 5 ja 6."""
SWEDISH = """Hamnen i Göteborg stängdes i november 1905 på grund av stormen, och båtarna fick gå till Malmö.
Ingen skadades, även om bröllopstårtan som var på väg till hotellet inte klarade överfarten. Läs mer!"""


def test_finnish_without_a_tagger():
    assert kept(FINNISH, no_tagger, ANY_LANGUAGE) == [
        (
            "Naantalin satama suljettiin marraskuussa 1905 myrskyn vuoksi , ja laivat ohjattiin Turkuun .",
            "ooooNoo.oooE.",
        ),
        ("Kukaan ei loukkaantunut , vaikka hotelliin matkalla ollut hääkakku ei kestänyt ylitystä .", "ooo.oooooooo."),
        (
            "Kaupunginvaltuusto päätti maanantaina , että uusi silta rakennetaan Aurajoen yli vuoteen 2031 mennessä .",
            "ooo.ooooEooNo.",
        ),
    ]


def test_swedish_without_a_tagger():
    assert kept(SWEDISH, no_tagger, ANY_LANGUAGE) == [
        (
            "Hamnen i Göteborg stängdes i november 1905 på grund av stormen , och båtarna fick gå till Malmö .",
            "ooEoooNoooo.oooooE.",
        ),
        (
            "Ingen skadades , även om bröllopstårtan som var på väg till hotellet inte klarade överfarten .",
            "oo.oooooooooooo.",
        ),
    ]


@given(st.lists(st.one_of(ANY_TEXT, st.just(FINNISH), st.just(SWEDISH)), max_size=5), st.integers(1, 4))
@settings(max_examples=100)
def test_batches_and_texts_make_no_difference(texts: list[str], size: int):
    expected = [sentence for text in texts for sentence in kept(text, no_tagger, ANY_LANGUAGE)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_BATCH", size)
        assert list(kept_of_all(texts, no_tagger, ANY_LANGUAGE)) == expected


@given(ANY_TEXT)
def test_the_rules_hold_for_all_that_is_kept(text: str):
    for joined, tags in kept(text, no_tagger, ANY_LANGUAGE):
        found = joined.split(" ")
        assert len(found) == len(tags)
        words = [token for token in found if any(map(str.isalnum, token))]
        assert 5 <= len(words) <= 30
        assert max(map(len, words)) <= 30
        assert 2 * tags.count(NUMBER) < len(words)
        assert any(word[0].islower() for word in words)
