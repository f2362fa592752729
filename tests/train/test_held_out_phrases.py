"""Phrases kept aside: in texts of many lengths, with the sentence that says them and without."""

from pathlib import Path

import numpy as np
import pytest
from tiny_models import WORDS, write_phrases, write_reader

from otherwords import Finder
from otherwords.evaluate.spans import SpanExample
from otherwords.find.copies import occurrences
from otherwords.find.ways import is_phrase
from otherwords.train.calibrate import judged
from otherwords.train.corpus import HeldOut
from otherwords.train.held_out_phrases import phrase_examples

ENGLISH, SWEDISH = ("en", "en"), ("sv", "sv")
SYLLABLES = [a + b for a in "bdfgklmnprstv" for b in ("a", "e", "i", "o", "u", "ay", "or")]


def in_the_middle(asked: str, told: str) -> list[tuple[int, int, int, int]]:
    """The two words in which wordings differ, and the same with a word around that they share."""
    ours, theirs = asked.split(), told.split()
    near = (
        len(" ".join(ours[:3])) + 1,
        len(" ".join(ours[:5])),
        len(" ".join(theirs[:3])) + 1,
        len(" ".join(theirs[:5])),
    )
    wide = near[0], len(" ".join(ours[:6])), near[2], len(" ".join(theirs[:6]))
    return [near, wide]


@pytest.fixture(scope="module")
def sources() -> list[HeldOut]:
    draw = np.random.default_rng(0)

    def word() -> str:
        return "".join(draw.choice(SYLLABLES, 3))

    def pair() -> tuple[str, str]:
        words = [word() for _ in range(9)]
        return " ".join(words) + ".", " ".join([*words[:3], word(), word(), *words[5:]]) + "."

    versions = [(f"Ruth.{number % 40}", [pair() for _ in range(20)]) for number in range(80)]
    loose = [(f"{number}", [pair()]) for number in range(90)]
    context = [(f"c:{number}", [(pair()[0],) for _ in range(40)]) for number in range(40)]
    asked = [("q:0", [("", pair()[0]), pair()])]
    return [
        HeldOut("v", "versions", versions, ENGLISH),
        HeldOut("p", "pairs", loose, ENGLISH),
        HeldOut("c", "context", context, ENGLISH),
        HeldOut("q", "questions", asked, ENGLISH),
        HeldOut("s", "context", [("s:0", [("svenska ord",)])], SWEDISH),
        HeldOut("none", "context", [], ENGLISH),
    ]


@pytest.fixture(scope="module")
def pairs(sources: list[HeldOut]) -> list[tuple[SpanExample, ...]]:
    found = list(phrase_examples(sources, in_the_middle))
    return list(zip(found[::2], found[1::2], strict=True))


def test_the_sentence_alone_tells_a_text_that_says_it_from_one_that_does_not(
    sources: list[HeldOut], pairs: list[tuple[SpanExample, ...]]
):
    sentences = {
        text for source in sources[:2] for _, document in source.documents for pair in document for text in pair
    }
    assert len(pairs) == 160
    for said, not_said in pairs:
        assert said.gold
        assert not_said.gold is None
        assert said.query == not_said.query
        gold = said.document[slice(*said.gold)]
        assert gold != said.query
        told = next(text for text in sentences if gold in text and text in said.document)
        assert not_said.document in {said.document.replace(gap + told, "", 1) for gap in "\n "} | {
            said.document.replace(told + gap, "", 1) for gap in "\n "
        }
        assert not any(list(occurrences(said.query, one.document)) for one in (said, not_said))
        assert not list(occurrences(gold, not_said.document))


def test_they_are_the_same_again(sources: list[HeldOut], pairs: list[tuple[SpanExample, ...]]):
    assert [one.id for one in phrase_examples(sources, in_the_middle)] == [one.id for pair in pairs for one in pair]


def test_texts_are_short_and_long_and_of_the_same_language(pairs: list[tuple[SpanExample, ...]]):
    sizes = {len(one.document.split()) // 100 for _, one in pairs}
    assert {1, 3, 10, 30, 100} <= {size if size < 30 else size // 10 * 10 for size in sizes}
    assert not any("svenska" in one.document for pair in pairs for one in pair)


def test_no_other_version_of_a_document_is_around(sources: list[HeldOut], pairs: list[tuple[SpanExample, ...]]):
    """There, it might be said once more."""
    key_of = {text: key for key, document in sources[0].documents for pair in document for text in pair}
    for said, _ in pairs[:80]:
        own = next(key for text, key in key_of.items() if said.query in text)
        around = [key for text, key in key_of.items() if text in said.document]
        assert around.count(own) == 1


def test_what_differs_most_is_asked_most_and_nothing_over_a_clauses_end(pairs: list[tuple[SpanExample, ...]]):
    assert all(is_phrase(one.query) and "." not in one.query for one, _ in pairs)
    bare = sum(len(one.query.split()) == 2 for one, _ in pairs)
    assert bare > 0.6 * len(pairs)


def test_of_contexts_and_questions_nothing_is_asked(sources: list[HeldOut]):
    assert list(phrase_examples(sources[2:], in_the_middle)) == []


def test_curves_of_phrases_are_fitted_on_how_phrases_are_read(tmp_path: Path):
    """And not on what was found for them as for a sentence, which has other leads."""
    folder = write_reader(tmp_path)
    write_phrases(folder)
    text = " ".join(WORDS[:60])
    phrase, sentence = "was late zyx", "was late zyx."
    found = judged(
        folder, [SpanExample("phrases/1", phrase, text, 0, 5), SpanExample("v/1", sentence, text, None, None)]
    )
    leads = []
    for query, number in ((phrase, 1), (sentence, 0)):
        finder = Finder(folder, threads=1)
        way = finder.ways_of(query)[number]
        finder.ways_of = lambda query, way=way: [way]  # type: ignore[method-assign]
        leads.append(finder.find(query, text, always=True, explain=False).matches[0].score)
    assert [one.evidence.lead for one in found] == leads
    assert [one.is_phrase for one in found] == [True, False]
    assert [one.evidence.stands_out > 0 for one in found] == [True, False]
