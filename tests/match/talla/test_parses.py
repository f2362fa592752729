"""Parses by a spaCy pipeline, and the cache that keeps them."""

import os
import shutil
from pathlib import Path

import pytest

from otherwords.match.talla.parse_cache import ParseCache
from otherwords.match.talla.parses import Parser, chosen_pipeline
from otherwords.text import OtherwordsError

TEXT = "Where can I buy a Car?"


def test_every_word_has_its_head_and_what_it_is(pipeline: str, tmp_path: Path):
    parse = Parser(pipeline, ParseCache(tmp_path)).parse(TEXT)
    assert [token.word for token in parse] == ["where", "can", "i", "buy", "a", "car", "?"]
    assert all(0 <= token.head < len(parse) for token in parse)
    assert any(token.head == place for place, token in enumerate(parse))
    assert (parse[5].tag, parse[5].part) == ("NN", "NOUN")


def test_a_parse_is_taken_from_the_cache_of_its_pipeline(pipeline: str, tmp_path: Path):
    cache = ParseCache(tmp_path)
    parser = Parser(pipeline, cache)
    parse = parser.parse(TEXT)
    (kept,) = tmp_path.rglob("*.json")
    kept.write_text('[["kept", "NN", "NOUN", "ROOT", 0]]')
    assert [token.word for token in Parser(pipeline, cache).parse(TEXT)] == ["kept"]
    kept.write_text("[[")
    assert Parser(pipeline, cache).parse(TEXT) == parse


def test_the_parses_that_were_used_longest_ago_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    cache, row = ParseCache(tmp_path), [["word", "NN", "NOUN", "ROOT", 0]]
    texts = [f"text {number}" for number in range(8)]
    for text in texts:
        cache.put("pipeline", text, row)
    size = 0
    for age, text in enumerate(texts):
        path = cache._path("pipeline", text)
        size += path.stat().st_size
        os.utime(path, (1000 + age, 1000 + age))
    assert cache.get("pipeline", texts[0]) is not None  # used just now
    monkeypatch.setattr("otherwords.match.talla.parse_cache._LARGEST", size)
    ParseCache(tmp_path).put("pipeline", "one more", row)
    left = {text for text in (*texts, "one more") if cache.get("pipeline", text) is not None}
    assert left == {texts[0], *texts[3:], "one more"}


def test_a_pipeline_trained_anew_parses_anew(pipeline: str, tmp_path: Path):
    cache, other = ParseCache(tmp_path / "cache"), tmp_path / "pipeline"
    shutil.copytree(pipeline, other)
    before = Parser(str(other), cache)
    before.parse(TEXT)
    (kept,) = (tmp_path / "cache").rglob("*.json")
    kept.write_text('[["kept", "NN", "NOUN", "ROOT", 0]]')
    assert [token.word for token in Parser(str(other), cache).parse(TEXT)] == ["kept"]
    (other / "note.txt").write_text("trained anew")
    assert Parser(str(other), cache).parse(TEXT) == before.parse(TEXT)


def test_a_cache_that_cannot_be_written_is_no_error(pipeline: str, tmp_path: Path):
    (tmp_path / "parses").write_text("a file where the folder should be")
    assert Parser(pipeline, ParseCache(tmp_path)).parse(TEXT)


def test_the_pipeline_that_the_environment_names(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OTHERWORDS_PIPELINE", "a/folder")
    assert chosen_pipeline() == "a/folder"


def test_a_pipeline_that_is_not_there_or_does_not_parse(tmp_path: Path):
    spacy = pytest.importorskip("spacy")
    with pytest.raises(OtherwordsError, match="no pipeline nothing_of_the_kind"):
        Parser("nothing_of_the_kind")
    spacy.blank("en").to_disk(tmp_path)
    with pytest.raises(OtherwordsError, match="has no parser"):
        Parser(str(tmp_path))
