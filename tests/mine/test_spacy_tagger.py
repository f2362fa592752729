"""spaCy as the tagger, with pipelines of rules that the tests write."""

from pathlib import Path
from typing import Any

import duckdb
import pytest

from otherwords.mine import shards
from otherwords.mine.run import Job, mine
from otherwords.mine.settings import Settings
from otherwords.mine.spacy_tagger import SpacyTagger
from otherwords.text import OtherwordsError

spacy = pytest.importorskip("spacy", reason="spaCy is not installed: pip install '.[parse]'")

PENN = {
    "berlin": "NNP",
    "alps": "NNPS",
    "see": "VB",
    "seen": "VBN",
    "seeing": "VBG",
    "must": "MD",
    "she": "PRP",
    "her": "PRP$",
    "two": "CD",
    "do": "VBP",
    "n't": "RB",
    "'s": "VBZ",
    "house": "NN",
    "!": "NN",
    "7": "NN",
}
UNIVERSAL: dict[str, dict[str, Any]] = {
    "anna": {"POS": "PROPN"},
    "näkee": {"POS": "VERB", "MORPH": "VerbForm=Fin"},
    "on": {"POS": "AUX"},
    "näkevä": {"POS": "VERB", "MORPH": "VerbForm=Ger"},
    "pitää": {"POS": "AUX", "MORPH": "VerbType=Mod"},
    "hän": {"POS": "PRON", "MORPH": "PronType=Prs"},
    "sen": {"POS": "DET", "MORPH": "Poss=Yes"},
    "kuka": {"POS": "PRON", "MORPH": "PronType=Int"},
    "kaksi": {"POS": "NUM"},
    "talo": {"POS": "NOUN"},
}


def pipeline(folder: Path, language: str, rules: dict[str, dict[str, Any]]) -> Path:
    nlp = spacy.blank(language)
    ruler = nlp.add_pipe("attribute_ruler")
    for word, attributes in rules.items():
        ruler.add([[{"LOWER": word}]], attributes)
    nlp.to_disk(folder)
    return folder


@pytest.fixture
def english(tmp_path: Path) -> SpacyTagger:
    folder = pipeline(tmp_path, "en", {word: {"TAG": tag} for word, tag in PENN.items()})
    return SpacyTagger.load(str(folder))


def test_penn_tags(english: SpacyTagger):
    sentence = ["Berlin", "Alps", "see", "seen", "seeing", "must", "she", "her", "two", "house"]
    assert english.tag([sentence]) == ["EEVVGMPPNo"]


def test_universal_parts_of_speech(tmp_path: Path):
    tagger = SpacyTagger.load(str(pipeline(tmp_path, "fi", UNIVERSAL)))
    assert tagger.tag([list(UNIVERSAL)]) == ["EVVGMPPoNo"]


def test_a_word_with_a_clitic_has_the_tag_of_its_first_part(english: SpacyTagger):
    assert english.tag([["Berlin's", "house's", "she's", "don't", "Don’t", "'s", "see"]]) == ["EoPVVVV"]


def test_without_letters_the_characters_decide(english: SpacyTagger):
    assert english.tag([["!", "7", "1,000", "see"]]) == [".NNV"]


def test_sentences_keep_their_lengths(english: SpacyTagger):
    sentences = [[], ["see", "see"], ["", "\n", "\ud7ff", "a" * 3000], [], ["don't"]]
    assert [len(tags) for tags in english.tag(sentences)] == [0, 2, 4, 0, 1]
    assert english.tag([]) == []


def test_a_pipeline_trained_anew_under_its_name_tags_anew(tmp_path: Path):
    (tmp_path / "text.txt").write_text("The crew of the ferry sees Berlin.\n" * 3)
    name, tags = f"spacy:{tmp_path / 'pipeline'}", []
    job = Job(
        [str(tmp_path / "text.txt")],
        str(tmp_path / "table.parquet"),
        Settings(tagger=name),
        tmp_path / "work",
        keep_work=True,
        processes=1,
    )
    for tag in ("NNP", "NN"):
        pipeline(tmp_path / "pipeline", "en", {"berlin": {"TAG": tag}, "sees": {"TAG": "VBZ"}})
        shards._tagger.cache_clear()  # as in another run
        mine(job, print)
        (shard,) = (tmp_path / "work").rglob("sentences-*/*.parquet")
        with duckdb.connect() as connection:
            tags += shards.read_shard(connection, shard)[1]
    assert tags == ["oooooVE.", "oooooVo."]


def test_a_pipeline_that_is_not_there():
    with pytest.raises(OtherwordsError, match="spaCy has no pipeline en_nothing"):
        SpacyTagger.load("en_nothing")


@pytest.mark.parametrize("name", ["spacy:", "spacy", "other"])
def test_no_pipeline(name: str):
    with pytest.raises(OtherwordsError, match=rf"there is no tagger {name}; choose"):
        Settings(tagger=name)
