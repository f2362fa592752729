"""Phrases out of one wording of a sentence, and windows that say them in the other wording, or do not."""

import json
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_models import WORDS, write_bert
from tokenizers import Tokenizer

from otherwords.text import OtherwordsError, words
from otherwords.train.corpus import Corpus, HeldOut, Source, prepare
from otherwords.train.phrase_windows import LONGEST_PHRASE, PhraseExamples, rewordings, rewordings_of
from otherwords.train.tokenizer import with_line_breaks
from otherwords.train.windows import Vocabulary


def text_ids(tokenizer: Tokenizer, text: str) -> np.ndarray:
    return np.array(tokenizer.encode(text, add_special_tokens=False).ids, dtype=np.uint16)


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    return with_line_breaks(write_bert(tmp_path_factory.mktemp("base"), hidden=64))


def test_what_stands_between_places_of_agreement_says_the_same(tmp_path: Path, tokenizer: Tokenizer):
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    asked, told = "the cat sat on the mat, and the boat was late.", "the cat said to the mat, and the ferry was late."
    pairs = {(asked[i:j], told[k:m]) for i, j, k, m in rewordings_of(tmp_path / "tokenizer.json")(asked, told)}
    assert {("sat on", "said to"), ("cat sat on", "cat said to"), ("the boat was", "the ferry was")} <= pairs
    assert ("the mat", "the mat") not in pairs
    assert all(phrase.strip(" ,.") == phrase for pair in pairs for phrase in pair)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("the cat sat on the mat", "the cat sat on the mat"),
        ("the cat sat", "rain and night"),
        ("late was the boat", "the boat was late"),
        ("the cat sat on the mat", "the cat sat in the mat"),
        ("", "the boat"),
    ],
)
def test_copies_and_texts_without_a_common_part_give_nothing(tokenizer: Tokenizer, asked: str, told: str):
    vocabulary = Vocabulary.of(tokenizer.get_vocab())
    assert list(rewordings(text_ids(tokenizer, asked), text_ids(tokenizer, told), vocabulary)) == []


sentences = st.lists(st.sampled_from([*WORDS, "zyx", "qwv", ",", "."]), max_size=14).map(" ".join)


@given(sentences, sentences)
def test_phrases_are_whole_words_and_have_a_word_of_their_own(tokenizer: Tokenizer, asked: str, told: str):
    vocabulary = Vocabulary.of(tokenizer.get_vocab())
    texts = [tokenizer.encode(text, add_special_tokens=False) for text in (asked, told)]
    edges = [({i for i, _ in words(text)}, {j for _, j in words(text)}) for text in (asked, told)]
    for i, j, k, m in rewordings(*(np.array(one.ids, dtype=np.int64) for one in texts), vocabulary):
        ours, theirs = texts[0].ids[i:j], texts[1].ids[k:m]
        assert max(len(ours), len(theirs)) <= LONGEST_PHRASE
        assert any(vocabulary.tells[one] for one in set(ours) - set(theirs))
        assert any(vocabulary.tells[one] for one in set(theirs) - set(ours))
        for one, (begins, ends), first, last in zip(texts, edges, (i, k), (j - 1, m - 1), strict=True):
            assert one.offsets[first][0] in begins
            assert one.offsets[last][1] in ends


def made(folder: Path, tokenizer: Tokenizer) -> tuple[Corpus, list[HeldOut]]:
    """Loose pairs, documents and questions, in which one or two words of every sentence are other ones."""
    draw = np.random.default_rng(0)

    def pair() -> tuple[str, str]:
        ours = draw.choice(WORDS, 12)
        theirs = ours.copy()
        at = int(draw.integers(1, 10))
        theirs[at : at + 2] = draw.choice(WORDS, 2)
        return " ".join(ours) + ".", " ".join(theirs) + "."

    documents = [[pair() for _ in range(30)] for _ in range(60)]
    rows = [{"doc_id": f"d{n}", "a": [a for a, _ in one], "b": [b for _, b in one]} for n, one in enumerate(documents)]
    loose = [dict(zip("ab", pair(), strict=True)) | {"label": 1} for _ in range(400)]
    for name, lines in (("v.jsonl", rows), ("p.jsonl", loose)):
        (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    entries = "".join(
        f'[[source]]\nkind = "{kind}"\nfiles = "{file}"\nlanguage = "en"\nshare = 1\n'
        for kind, file in (("versions", "v.jsonl"), ("pairs", "p.jsonl"))
    )
    (folder / "recipe.toml").write_text(entries)
    corpus, _, held_out = prepare(folder / "recipe.toml", folder, lambda texts: tokenizer)
    return corpus, held_out


def test_windows_say_the_phrase_in_other_words_or_not_at_all(tmp_path: Path, tokenizer: Tokenizer):
    corpus, _ = made(tmp_path, tokenizer)
    vocabulary = Vocabulary.of(tokenizer.get_vocab())
    examples = list(islice(PhraseExamples(corpus, vocabulary, 5).phrases(), 400))
    nulls = [one for one in examples if one.start < 0]
    assert 0.2 < len(nulls) / len(examples) < 0.4
    texts = {corpus.text(i).tobytes(): i for i in range(len(corpus.starts) - 1)}
    partner = {}
    for source in corpus.sources:
        for a, b in source.segments:
            partner[int(a)], partner[int(b)] = int(b), int(a)
    for one in examples:
        assert len(one.window) <= 256
        query = one.query.tobytes()
        if one.start < 0:
            assert query not in one.window.tobytes()
            continue
        target = one.window[one.start : one.end]
        assert target.tobytes() != query
        wordings = [i for text, i in texts.items() if query in text]
        assert any(target.tobytes() in corpus.text(partner[i]).tobytes() for i in wordings)
    again = list(islice(PhraseExamples(corpus, vocabulary, 5).phrases(), 400))
    assert all(np.array_equal(a.query, b.query) and a.start == b.start for a, b in zip(examples, again, strict=True))


def of_pairs(tokenizer: Tokenizer, pairs: list[tuple[str, str]], languages: tuple[str, str] = ("en", "en")) -> Corpus:
    texts = [text_ids(tokenizer, text) for pair in pairs for text in pair]
    segments = np.arange(len(texts)).reshape(-1, 2)
    source = Source("p", languages, 1.0, "loose", segments, np.arange(len(segments) + 1))
    return Corpus(np.concatenate(texts), np.cumsum([0, *map(len, texts)]), (source,))


@pytest.mark.parametrize("languages", [("en", "sv"), ("en", "en")])
def test_texts_of_mere_punctuation_ask_for_nothing(tokenizer: Tokenizer, languages: tuple[str, str]):
    corpus = of_pairs(tokenizer, [("!", "..."), ("the boat.", "a ferry."), ("?", "late")] * 5, languages)
    vocabulary = Vocabulary.of(tokenizer.get_vocab())
    asked = {one.query.tobytes() for one in islice(PhraseExamples(corpus, vocabulary, 1).phrases(), 200)}
    assert asked == {text_ids(tokenizer, text).tobytes() for text in ("the boat", "a ferry", "late")}


def test_no_gap_tells_where_the_answer_was(tmp_path: Path, tokenizer: Tokenizer):
    corpus, _ = made(tmp_path, tokenizer)
    vocabulary = Vocabulary.of(tokenizer.get_vocab())
    nulls = [one for one in islice(PhraseExamples(corpus, vocabulary, 3).phrases(), 600) if one.start < 0]
    assert any(vocabulary.line_break in one.window for one in nulls)
    assert not any(
        first == second == vocabulary.line_break for one in nulls for first, second in pairwise(one.window.tolist())
    )


def test_without_two_wordings_there_are_no_phrases(tokenizer: Tokenizer, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("otherwords.train.phrase_windows._PATIENCE", 200)
    vocabulary = Vocabulary.of(tokenizer.get_vocab())
    copies = of_pairs(tokenizer, [("the boat was late and " * 4,) * 2] * 3)
    with pytest.raises(OtherwordsError, match=r"leave \[phrases_in_text\] out"):
        next(PhraseExamples(copies, vocabulary, 1).phrases())
    answers = replace(copies, sources=(replace(copies.sources[0], kind="questions"),))
    with pytest.raises(OtherwordsError, match=r"leave \[phrases_in_text\] out"):
        PhraseExamples(answers, vocabulary, 1)


def test_questions_are_no_wordings(tmp_path: Path, tokenizer: Tokenizer):
    corpus, _ = made(tmp_path, tokenizer)
    versions, pairs = corpus.sources
    asked = replace(versions, kind="questions")
    alone = PhraseExamples(
        Corpus(corpus.tokens, corpus.starts, (asked, pairs)), Vocabulary.of(tokenizer.get_vocab()), 1
    )
    known = {corpus.text(int(i)).tobytes() for i in pairs.segments.ravel()}
    for one in islice(alone.phrases(), 50):
        assert any(one.query.tobytes() in text for text in known)


def test_of_another_language_short_sentences_are_asked_for_whole(tmp_path: Path, tokenizer: Tokenizer):
    corpus, _ = made(tmp_path, tokenizer)
    crossed = tuple(replace(source, languages=("en", "sv")) for source in corpus.sources)
    vocabulary = Vocabulary.of(tokenizer.get_vocab())
    texts = [corpus.text(int(i)) for source in crossed for i in source.segments.ravel()]
    whole = {text.tobytes() for text in texts if len(text) <= LONGEST_PHRASE}
    bare = {text[:-1].tobytes() for text in texts if vocabulary.ends_clause[text[-1]]} | whole
    found = list(islice(PhraseExamples(Corpus(corpus.tokens, corpus.starts, crossed), vocabulary, 1).phrases(), 50))
    for one in found:
        assert one.query.tobytes() in bare
        assert one.start < 0 or one.window[one.start : one.end].tobytes() in whole
    assert any(one.start >= 0 for one in found)
