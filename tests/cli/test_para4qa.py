"""The paper's systems from the command line: wordings made once, weights learned, lists and questions measured."""

import json
from pathlib import Path

import pytest
from small_kb import made_triples, write_tsv

from otherwords.evaluate.lists import Candidate, ListExample, write_lists
from otherwords.evaluate.pairs import PairExample, write_pairs
from otherwords.evaluate.questions import QuestionExample, write_questions

THINGS = ("boat", "house", "song", "tree", "horse", "bread", "river", "tower", "engine", "garden", "bridge", "ring")


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    examples = [
        ListExample(
            str(i),
            f"who made the {thing}",
            (Candidate("a", f"A smith made the {thing}", 1), Candidate("b", "It was raining then", 0)),
        )
        for i, thing in enumerate(THINGS)
    ]
    write_lists(tmp_path / "lists.jsonl", examples)
    return tmp_path / "lists.jsonl"


@pytest.fixture
def wordings(tmp_path: Path) -> Path:
    rows = [
        {
            "question": f"who made the {thing}",
            "wordings": [{"text": f"whose work is the {thing}", "source": "rules", "score": 1.0}],
        }
        for thing in THINGS
    ]
    path = tmp_path / "wordings.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_wordings_are_made_once(run, lists: Path, tmp_path: Path):
    pytest.importorskip("ctranslate2")
    (tmp_path / "templates.jsonl").write_text(
        json.dumps({"left": "who made ⟨…⟩", "right": "whose work is ⟨…⟩", "count": 9, "pmi": 2.0}) + "\n",
        encoding="utf-8",
    )
    command = ("data", "wordings", lists, "-o", tmp_path / "w.jsonl", "--translator", "none")
    outcome = run(*command, "--templates", tmp_path / "templates.jsonl")
    assert (outcome.code, outcome.err) == (0, f"{tmp_path / 'w.jsonl'}: {len(THINGS)} questions\n")
    before = (tmp_path / "w.jsonl").read_bytes()
    assert json.loads(before.splitlines()[0])["wordings"][0] == {
        "text": "whose work is the boat",
        "source": "templates",
        "score": 2.0,
    }
    run(*command, "--templates", tmp_path / "templates.jsonl")
    assert (tmp_path / "w.jsonl").read_bytes() == before
    assert "nothing to reword by" in run(*command).err


def test_sentences_learned_kept_and_asked(run, lists: Path, wordings: Path, tmp_path: Path):
    measure = ("eval", "lists", lists, "--system", "para4qa+cnt", "--wordings", wordings, "--json")
    at_once = json.loads(run(*measure, "--train", lists).out)
    assert (at_once["n"], at_once["system"]) == (len(THINGS), "para4qa+cnt")
    assert at_once["map"] > 0.9
    command = ("train", "ask", lists, "--system", "para4qa+cnt", "--wordings", wordings, "-o", tmp_path / "model")
    outcome = run(*command)
    assert outcome.code == 0
    assert outcome.out.splitlines()[-1] == f"{tmp_path / 'model'}: learned from {len(THINGS)} lists"
    kept = json.loads(run(*measure, "--model", tmp_path / "model").out)
    assert kept["map"] == at_once["map"]
    other = run("eval", "lists", lists, "--system", "base", "--model", tmp_path / "model")
    assert "was learned as para4qa+cnt; ask it as --system para4qa+cnt" in other.err


def test_weights_from_pairs_alone(run, lists: Path, wordings: Path, tmp_path: Path):
    pairs = [PairExample(f"who made the {one}", f"whose work is the {one}", 1.0) for one in THINGS]
    pairs += [PairExample(f"who made the {one}", "is it raining", 0.0) for one in THINGS]
    write_pairs(tmp_path / "pairs.jsonl", pairs)
    outcome = run("train", "ask", tmp_path / "pairs.jsonl", "--system", "weights", "-o", tmp_path / "weights")
    assert outcome.code == 0
    measure = ("eval", "lists", lists, "--system", "seppara", "--wordings", wordings, "--train", lists, "--json")
    assert json.loads(run(*measure, "--model", tmp_path / "weights").out)["n"] == len(THINGS)
    assert "--system weights -o DIR" in run(*measure).err
    measure = ("eval", "lists", lists, "--system", "para4qa-pairs", "--wordings", wordings, "--json")
    at_once = json.loads(run(*measure, "--train", lists, "--model", tmp_path / "weights").out)
    command = ("train", "ask", lists, "--system", "para4qa-pairs", "--wordings", wordings, "-o", tmp_path / "model")
    assert run(*command, "--weights", tmp_path / "weights").code == 0
    kept = json.loads(run(*measure, "--model", tmp_path / "model").out)
    assert kept["map"] == at_once["map"] > 0.9
    assert "take --weights DIR" in run(*command).err


def test_a_knowledge_base_learned_and_asked(run, tmp_path: Path):
    triples = made_triples(12)
    kb = write_tsv(tmp_path / "kb.tsv", triples)
    said = {"directed by": ["who directed []", "who helmed []"], "release year": ["what release year had []"]}
    examples = [
        QuestionExample(text.replace("[]", f"[{film}]"), tuple(c for a, b, c in triples if (a, b) == (film, name)))
        for name, texts in said.items()
        for text in texts
        for film in sorted({first for first, _, _ in triples})[:4]
    ]
    write_questions(tmp_path / "q.jsonl", examples)
    row = {"question": "who helmed []", "wordings": [{"text": "who directed []", "source": "rules", "score": 1}]}
    (tmp_path / "w.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    command = ("train", "ask", tmp_path / "q.jsonl", "--kb", kb, "--system", "para4qa", "-o", tmp_path / "model")
    assert run(*command, "--wordings", tmp_path / "w.jsonl").code == 0
    measure = ("eval", "questions", tmp_path / "q.jsonl", "--kb", kb, "--model", tmp_path / "model", "--json")
    outcome = run(*measure, "--system", "para4qa", "--wordings", tmp_path / "w.jsonl")
    assert json.loads(outcome.out)["hits@1"] > 0.8
    ask = ("ask", "who helmed [Film 1]", "--kb", kb, "--model", tmp_path / "model", "--translator", "none")
    for command in (measure, ask):
        outcome = run(*command, "--system", "para4qa")
        assert "give what makes them: --table, --templates or --translator (eval also takes" in outcome.err
    assert "was learned as para4qa" in run(*measure, "--system", "base").err
    assert "has to learn first" in run("eval", "questions", tmp_path / "q.jsonl", "--kb", kb, "--system", "seppara").err


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (("train", "ask", "x.jsonl", "-o", "m"), "best learns of a knowledge base; add --kb FILE"),
        (("train", "ask", "x.jsonl", "-o", "m", "--system", "para4qa"), "otherwords data wordings"),
        (("train", "ask", "x.jsonl", "-o", "m", "--system", "oracle"), "choose from base, avgpara"),
        (("train", "ask", "x.jsonl", "-o", "m", "--system", "base", "--words-only"), "goes with --system best"),
        (("train", "ask", "x.jsonl", "-o", "m", "--system", "base+cnt", "--kb", "k.tsv"), "leave out --kb, or +cnt"),
        (("train", "ask", "x.jsonl", "-o", "m", "--system", "weights", "--wordings", "w"), "and not with weights"),
        (("train", "ask", "x", "-o", "m", "--system", "seppara", "--kb", "k", "--wordings", "w"), "take --weights DIR"),
        (("train", "ask", "x", "-o", "m", "--system", "seppara", "--wordings", "w", "--weights", "p"), "asked at once"),
    ],
)
def test_what_does_not_go_together_is_said_at_once(run, command: tuple[str, ...], problem: str):
    outcome = run(*command)
    assert outcome.code == 2
    assert problem in outcome.err
    assert outcome.err.count("\n") == 1


def test_wordings_where_they_are_needed(run, lists: Path, wordings: Path):
    assert "asks in other words; make them" in run("eval", "lists", lists, "--system", "avgpara", "--train", lists).err
    assert "leave out --wordings" in run("eval", "lists", lists, "--system", "ir", "--wordings", wordings).err
    assert "has to learn first" in run("eval", "lists", lists, "--system", "base").err
