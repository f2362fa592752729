"""A recipe that is wrong says so before anything is read; a work folder knows what it was made from."""

from pathlib import Path

import pytest
from tiny_models import write_bert

from otherwords.text import OtherwordsError
from otherwords.train import made_from
from otherwords.train.base import reading_length
from otherwords.train.recipe import SHIPPED_RECIPE, read_recipe

GOOD = '[[source]]\nkind = "pairs"\nfiles = "p.jsonl"\nlanguage = "en"\nshare = 1\nlicence = "CC0"\n'


def test_the_shipped_recipe():
    recipe = read_recipe(SHIPPED_RECIPE)
    assert recipe.sources
    assert all(source.get("licence") for source in recipe.sources if source["kind"] != "context")


def test_a_good_one(tmp_path: Path):
    (tmp_path / "r.toml").write_text(GOOD)
    recipe = read_recipe(tmp_path / "r.toml")
    assert recipe.sources[0]["licence"] == "CC0"
    assert recipe.vocabulary is None
    assert recipe.warm_up is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[source]\n", "is not TOML"),
        ("", r"names no \[\[source\]\]"),
        ("source = 3", r"names no \[\[source\]\]"),
        ("source = [3]", r"source 1: write it as \[\[source\]\]"),
        (GOOD + '[[source]]\nkind = "pairs"\n', "source 2: it lacks files, language, share"),
        (GOOD.replace("pairs", "piars"), 'there is no kind "piars"; choose from versions, .*pairs'),
        (GOOD.replace('"p.jsonl"', '["p.jsonl"]'), "files must be a pattern"),
        (GOOD.replace("share = 1", "share = 0"), "share must be a number above 0, not 0"),
        (GOOD.replace("share = 1", 'share = "x"'), "share must be a number above 0, not 'x'"),
    ],
)
def test_a_bad_one(tmp_path: Path, text: str, problem: str):
    (tmp_path / "r.toml").write_text(text)
    with pytest.raises(OtherwordsError, match=problem) as raised:
        read_recipe(tmp_path / "r.toml")
    assert "\n" not in str(raised.value)


def test_one_that_is_not_there(tmp_path: Path):
    with pytest.raises(OtherwordsError, match=r"cannot read the recipe .*No such file"):
        read_recipe(tmp_path / "r.toml")


def test_a_result_made_from_something_else(tmp_path: Path):
    result = tmp_path / "train.npz"
    made_from.check(tmp_path, "prepare", result, {"recipe": "one"})
    made_from.check(tmp_path, "prepare", result, {"recipe": "two"})  # nothing was made yet
    result.touch()
    made_from.check(tmp_path, "prepare", result, {"recipe": "two"})
    made_from.check(tmp_path, "fit", tmp_path / "reader.safetensors", 7)
    with pytest.raises(OtherwordsError, match="use another --work, or delete"):
        made_from.check(tmp_path, "prepare", result, {"recipe": "three"})
    made_from.check(tmp_path, "prepare", result, {"recipe": "two"})


def test_a_work_folder_from_elsewhere_is_taken_as_it_is(tmp_path: Path):
    (tmp_path / "train.npz").touch()
    made_from.check(tmp_path, "prepare", tmp_path / "train.npz", "anything")


def test_a_base_that_reads_too_little(tmp_path: Path):
    with pytest.raises(OtherwordsError, match=r"reads 64 tokens at a time .* use another base"):
        reading_length(write_bert(tmp_path, positions=64), 384)
