"""``otherwords eval lists`` and ``eval pairs``, and the importers that make their files."""

import json
from pathlib import Path

import pytest

from otherwords.evaluate.lists import Candidate, ListExample, read_lists, write_lists
from otherwords.evaluate.pairs import PairExample, read_pairs, write_pairs


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    path = tmp_path / "lists.jsonl.gz"
    candidates = (Candidate("0", "a ferry", 0, 1), Candidate("1", "a ship", 1, 2))
    write_lists(path, [ListExample("q", "a boat", candidates), ListExample("r", "a cook", ())])
    return path


def test_one_json_object(run, lists: Path):
    outcome = run("eval", "lists", lists, "--system", "ir", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    report = json.loads(outcome.out)
    assert list(report) == ["n", "map", "mrr", "ndcg@5", "p@1", "avgrec", "without_right", "seconds", "system"]
    assert (report["n"], report["map"]) == (2, 0.25)


def test_options_reach_the_evaluation(run, lists: Path):
    report = json.loads(run("eval", "lists", lists, "--system", "ir", "--json", "--empty", "skip").out)
    assert (report["n"], report["map"]) == (1, 0.5)
    assert json.loads(run("eval", "lists", lists, "--system", "random", "--json", "--limit", "1").out)["n"] == 1
    assert "leave out --train and --folds" in run("eval", "lists", lists, "--system", "ir", "--folds", "2").err
    learned = run("eval", "lists", lists, "--system", "cosine-words", "--train", lists, "--json")
    assert json.loads(learned.out)["system"] == "cosine-words"


def test_a_table_for_people(run, lists: Path):
    assert "ndcg@5" in run("eval", "lists", lists, "--system", "worst").out


def test_pairs(run, tmp_path: Path):
    path = tmp_path / "pairs.jsonl"
    write_pairs(path, [PairExample(f"a{i}", "b", i % 2) for i in range(6)])
    report = json.loads(run("eval", "pairs", path, "--system", "random", "--json", "--folds", "3").out)
    assert list(report) == ["n", "accuracy", "f1", "ap", "spearman", "threshold_from", "folds", "seconds", "system"]
    assert (report["n"], report["ap"]) == (6, 0.5)


def test_a_system_that_is_not_there(run, lists: Path):
    outcome = run("eval", "lists", lists, "--system", "magic")
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "choose from random, worst, ir, cosine" in outcome.err


def test_importers_write_and_tell(run, tmp_path: Path):
    source, output = tmp_path / "wikiqa.tsv", tmp_path / "out.jsonl"
    source.write_text(
        "QuestionID\tQuestion\tSentenceID\tSentence\tLabel\nQ1\tWho?\tD1\tHe.\t1\nQ1\tWho?\tD2\tShe.\t0\n"
    )
    assert run("data", "wikiqa", source, "-o", output).err == f"{output}: 1 lists, 2 candidates\n"
    assert next(read_lists(output)).labels == [1, 0]
    source.write_text("id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate\n0\t1\t2\tWho?\tWhat?\t0\n1\t1\t2\t\tA\t0\n")
    told = run("data", "qqp", source, "-o", output).err
    assert told == f"{output}: 1 pairs; left out 1 pairs with an empty question\n"
    assert [pair.b for pair in read_pairs(output)] == ["What?"]


COMMANDS = [
    f"data {name}"
    for name in ("semeval", "semeval-lemmatised", "wikiqa", "trecqa", "ppdb", "msrp", "qqp", "stsb", "sick")
]


@pytest.mark.parametrize("command", ["eval lists", "eval pairs", *COMMANDS])
def test_help_gives_an_example(run, command: str):
    assert f"otherwords {command}" in run(*command.split(), "--help").out.split("Example:")[1]
