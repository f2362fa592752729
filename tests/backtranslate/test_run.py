"""From documents to examples: what is drawn, what is dropped, and that nothing else makes a difference."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from otherwords.backtranslate.choice import ALIKE, Fate, Sample
from otherwords.backtranslate.journal import Journal
from otherwords.backtranslate.run import Settings, back_translate
from otherwords.backtranslate.there_and_back import ThereAndBack
from otherwords.evaluate.spans import SpanExample
from otherwords.text import Document, OtherwordsError, sentences

BOAT = "The boat was late."
STORM = "A storm came."
SAME = "They sang all day."


@pytest.fixture
def make(there, back, tmp_path: Path):
    def make(*texts: str, errors: list[str] | None = None, **options) -> tuple[list[SpanExample], Counter[Fate]]:
        documents = [Document(text, str(number)) for number, text in enumerate(texts)]
        journal = Journal(tmp_path / "out.jsonl", {})
        journal.remove()
        fates = back_translate(
            documents,
            ThereAndBack(there, back),
            journal,
            Settings(**options),
            subwords=lambda text: len(text.split()),
            on_error=lambda error: (errors if errors is not None else []).append(str(error)),
        )
        return list(journal.examples()), fates

    return make


def target(example: SpanExample) -> str:
    assert example.gold
    return example.document[slice(*example.gold)]


def test_a_sentence_comes_back_in_other_words(make, there, back):
    (example,), fates = make(BOAT)
    assert (example.id, example.query, example.document) == ("0", "the ferry was delayed.", BOAT)
    assert target(example) == BOAT
    assert fates == {Fate.KEPT: 1}
    assert there.options == back.options == {(6, 0.6)}


def test_a_sentence_across_lines_is_translated_as_one(make, there):
    (example,), _ = make("The boat\nwas late.")
    assert there.asked[-1] == ["The boat was late."]
    assert (target(example), example.query) == ("The boat\nwas late.", "the ferry was delayed.")


def test_what_cannot_be_used_is_dropped_and_counted(make, back):
    back.of_word = lambda word: {"¤Mute.": "", "¤Dots.": "…", "¤Long.": "on " * 9}.get(word, word[1:].upper())
    texts = [
        "Mute.",
        "Dots.",
        "Long.",
        SAME,
        "",
        " \n",
        "...",
        "Again. Again!",
        "word " * 101,
        "too many subwords here !",
    ]
    examples, fates = make(*texts, longest=4)
    assert examples == []
    assert fates == {Fate.EMPTY: 2, Fate.TOO_LONG: 1, Fate.IDENTICAL: 1, Fate.NO_CANDIDATE: 6}


def test_a_hundred_words_are_not_too_many(make):
    (example,), _ = make("boat " * 100)
    assert example.query == " ".join(["ferry"] * 100)


def test_of_an_empty_translation_nothing_is_made(make, there, back):
    there.of_word = lambda word: word if word == "1" else ""
    _, fates = make(BOAT)
    assert (fates, back.asked) == ({Fate.EMPTY: 1}, [["1"]])


def test_what_cannot_be_translated_stops_nothing_else(make):
    errors: list[str] = []
    examples, fates = make(BOAT, "It is unspeakable.", STORM, errors=errors)
    assert [example.id for example in examples] == ["0", "2"]
    assert fates == {Fate.KEPT: 2, Fate.UNTRANSLATED: 1}
    assert errors == ["1: that is unspeakable"]


def test_one_candidate_that_cannot_be_translated_leaves_the_others(make):
    examples, _ = make(f"It is unspeakable. {BOAT}", sample=Sample.DISSIMILAR)
    assert [target(example) for example in examples] == [BOAT]


def test_a_broken_translator_says_so_before_the_work(there, back, monkeypatch):
    def broken(*_: object) -> None:
        raise OtherwordsError("there is no such mode")

    monkeypatch.setattr(back, "translate", broken)
    with pytest.raises(OtherwordsError, match="no such mode"):
        ThereAndBack(there, back)


def test_a_document_too_large_for_a_line_is_named(make, monkeypatch):
    monkeypatch.setattr("otherwords.backtranslate.run.LARGEST_DOCUMENT", 20)
    errors: list[str] = []
    examples, _ = make(BOAT, BOAT * 2, errors=errors)
    assert len(examples) == 1
    assert errors == ["1: 36 characters are too many for one document; split it"]


def test_random_draws_every_sentence_alike(make):
    text = f"{BOAT} {STORM} Nobody minded. The late boat came."
    drawn = Counter(target(make(text, seed=seed)[0][0]) for seed in range(200))
    assert len(drawn) == 4
    assert min(drawn.values()) > 30


def test_an_ordinal_does_not_end_a_sentence(make):
    examples, _ = make("Se oli 4. boat tänään.")
    assert target(examples[0]) == "Se oli 4. boat tänään."


# Words that come back as they are, words that come back altered a little, words that come back as others.
WORDS = st.sampled_from(["they", "sang", "quietly", "boat", "late", "nobody", "minded", "storm", "came", "harbour"])
SENTENCES = st.lists(WORDS, min_size=1, max_size=6).map(lambda words: " ".join(words).capitalize() + ".")
TEXTS = st.lists(st.lists(SENTENCES, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=4)
PATIENT = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=40)


def oracle(texts: list[str], back) -> list[dict[str, float]]:
    """For each document, its usable sentences and how alike each is to what comes back."""
    split = [[text[start:end] for start, end in sentences(text)] for text in texts]
    vectorizer = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 4)).fit([one for found in split for one in found])
    result = []
    for text, found in zip(texts, split, strict=True):
        alike = {}
        for sentence in found:
            query = " ".join(back.of_word(word) for word in sentence.split())
            if query != sentence.lower() and times(bare(sentence), bare(text)) == 1:
                ours, theirs = vectorizer.transform([sentence, query]).toarray()
                alike[sentence] = float(ours @ theirs)
        result.append(alike)
    return result


def bare(text: str) -> list[str]:
    return text.lower().replace(".", "").split()


def times(part: list[str], whole: list[str]) -> int:
    return sum(whole[place : place + len(part)] == part for place in range(len(whole)))


@PATIENT
@given(TEXTS)
def test_dissimilar_takes_the_least_alike(make, back, texts: list[str]):
    examples, _ = make(*texts, sample=Sample.DISSIMILAR)
    expected = oracle(texts, back)
    chosen = {int(example.id): target(example) for example in examples}
    assert chosen.keys() == {number for number, alike in enumerate(expected) if alike}
    for number, sentence in chosen.items():
        assert expected[number][sentence] == pytest.approx(min(expected[number].values()))


@PATIENT
@given(TEXTS)
def test_similar_keeps_within_bounds(make, back, texts: list[str]):
    examples, fates = make(*texts, sample=Sample.SIMILAR)
    low, high = ALIKE
    within = [{one for one, like in alike.items() if low <= like <= high} for alike in oracle(texts, back)]
    chosen = {int(example.id): target(example) for example in examples}
    assert chosen.keys() == {number for number, usable in enumerate(within) if usable}
    assert all(sentence in within[number] for number, sentence in chosen.items())
    assert fates.total() == len(texts)


def test_no_more_candidates_than_asked_for(make, there):
    make(f"{BOAT} {STORM} {SAME} Nobody minded.", sample=Sample.DISSIMILAR, candidates=3)
    assert len(there.asked[-1]) == 3
    make(f"{BOAT} {STORM} {SAME} Nobody minded.", candidates=3)
    assert len(there.asked[-1]) == 1


@PATIENT
@given(st.lists(st.text(st.sampled_from("boat late. A\n!?…åß一。\u0301"), max_size=60), min_size=1), st.data())
def test_offsets_hold_and_the_batch_makes_no_difference(make, back, texts: list[str], data):
    sample, seed = data.draw(st.sampled_from(Sample)), data.draw(st.integers(0, 3))
    examples, fates = make(*texts, sample=sample, seed=seed, batch=1)
    assert (examples, fates) == make(*texts, sample=sample, seed=seed, batch=data.draw(st.integers(2, 9)))
    for example in examples:
        assert example.document == texts[int(example.id)]
        assert target(example) == target(example).strip() != ""
        assert example.query == " ".join(" ".join(map(back.of_word, target(example).split())).split())
