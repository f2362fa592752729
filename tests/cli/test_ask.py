"""``otherwords ask``: from arguments to answers, tables and exit codes; and learning for it."""

import json
import re
from pathlib import Path

import pytest
from small_kb import endpoint_of, made_triples, serving, write_tsv

from otherwords.evaluate.questions import QuestionExample, write_questions

KB = Path(__file__).parents[2] / "examples" / "kb" / "films.ttl"
ALONE = ("--translator", "none")


def test_answered(run):
    outcome = run("ask", "who made the matrix", "--kb", KB, *ALONE)
    assert (outcome.code, outcome.err) == (0, "")
    first, second = outcome.out.splitlines()
    assert first.split()[2:-2] == ["Lana", "Wachowski", "The", "Matrix", "→"]
    assert " ".join(first.split()[-2:]) in (
        "directed by",
        "written by",
    )  # both lead to the same two, and "made" may mean either
    assert "Lilly Wachowski" in second


def test_json(run):
    outcome = run("ask", "who directed [The Matrix]", "--kb", KB, "--json", "--top", 1, "--explain", *ALONE)
    found = json.loads(outcome.out)
    probability = found["answers"][0].pop("probability")
    assert 0.5 < probability <= 1
    assert found["answers"] == [
        {
            "answer": "Lana Wachowski",
            "entity": "The Matrix",
            "iri": "https://example.org/films/lana",
            "path": ["directed by"],
            "wording": "who directed The Matrix",
        }
    ]
    assert (found["question"], found["total"], found["entities"]) == ("who directed The Matrix", 2, ["The Matrix"])
    (wording,) = found["wordings"]
    assert (wording["text"], wording["source"], wording["weight"]) == ("who directed The Matrix", "question", 1.0)


def test_two_of_one_name_are_told_apart(run, tmp_path: Path):
    facts = ":a rdfs:label 'Roma' ; :by :c . :b rdfs:label 'Roma' ; :by :c . :d rdfs:label 'Gravity' ; :by :c ."
    prefixes = "@prefix : <x:> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> ."
    (tmp_path / "kb.ttl").write_text(f"{prefixes} :by rdfs:label 'directed by' . :c rdfs:label 'Cuarón' . {facts}")
    outcome = run("ask", "what was directed by Cuarón", "--kb", tmp_path / "kb.ttl", *ALONE)
    said = [line.partition("%")[2].partition("Cuarón")[0].split() for line in outcome.out.splitlines()]
    assert sorted(said) == [["Gravity"], ["Roma", "x:a"], ["Roma", "x:b"]]


def test_through_another_language(run):
    pytest.importorskip("ctranslate2")
    outcome = run("ask", "who wrote Speed", "--kb", KB, "--explain", "--json", "--translator", "otherwords")
    found = json.loads(outcome.out)
    assert found["answers"][0]["answer"] == "Graham Yost"
    assert found["wordings"][0]["source"] == "question"
    assert {wording["source"] for wording in found["wordings"][1:]} == {"pivots"}
    assert sum(wording["weight"] for wording in found["wordings"]) == pytest.approx(1, abs=0.01)


def test_explained(run):
    outcome = run("ask", "who wrote Speed", "--kb", KB, "--explain", *ALONE)
    assert "1 wording\n└── > 99 %  who wrote Speed  question\n    ├── " in outcome.out


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("who is Napoleon Bonaparte", "No answer: nothing in the knowledge base has a name that is in it\n"),
        ("what is the favourite colour of Keanu Reeves", "No answer is probable; nearest: "),
    ],
)
def test_no_answer(run, question: str, said: str):
    outcome = run("ask", question, "--kb", KB, *ALONE)
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out.startswith(said)
    found = json.loads(run("ask", question, "--kb", KB, "--json", *ALONE).out)
    assert (found["answers"], found["total"]) == ([], 0)


def test_an_endpoint(run):
    import pyoxigraph as ox

    store = ox.Store()
    store.load(KB.read_bytes(), ox.RdfFormat.TURTLE)
    with serving(endpoint_of(store)) as url:
        outcome = run("ask", "when was Gravity released", "--kb", url, *ALONE)
    assert (outcome.code, outcome.out.split()[2]) == (0, "2013")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["who", "--kb", "none.ttl"], "cannot read none.ttl"),
        (["", "--kb", KB], "the question is empty"),
        (["who " * 2000, "--kb", KB], "at most 200 words"),
        (["who", "--kb", "gopher://x"], "http:// or https://"),
        (["who", "--kb", "http://127.0.0.1:1/query"], "cannot be reached"),
        (["who", "--kb", KB, "--system", "oracle"], "choose from best, base, avgpara"),
        (["who", "--kb", KB, "--model", "nowhere"], "otherwords train ask"),
        (["who"], "--kb"),
        (["who", "--kb", KB, "--docs", KB], "say what to ask, one of these: "),
    ],
)
def test_mistakes_are_one_line(run, arguments: list[object], problem: str):
    outcome = run("ask", *arguments, *ALONE)
    assert outcome.code == 2
    assert problem in outcome.err
    assert (outcome.out, outcome.err.count("\n")) == ("", 1)


def test_learned_from_questions(run, tmp_path: Path):
    """A relation's name says nothing here: only learning tells what "made" means."""
    triples = [(a, {"directed by": "r1", "release year": "r2"}.get(r, "r3"), b) for a, r, b in made_triples(15)]
    kb = write_tsv(tmp_path / "kb.tsv", triples)
    said = {
        "r1": ["who made []", "[] was made by who", "who is the maker of []"],
        "r2": ["when was []", "the year of []"],
    }
    said["r3"] = ["who plays in []", "the players of []", "who is seen in []"]
    facts: dict[tuple[str, str], list[str]] = {}
    for thing, relation, other in triples:
        facts.setdefault((thing, relation), []).append(other)
    examples = [
        QuestionExample(text.replace("[]", f"[{thing}]"), tuple(others))
        for (thing, relation), others in facts.items()
        for text in said[relation]
    ]
    write_questions(tmp_path / "train.jsonl", examples)
    write_questions(
        tmp_path / "test.jsonl",
        [QuestionExample(f"the maker of [{t}]", tuple(others)) for (t, r), others in facts.items() if r == "r1"],
    )
    outcome = run("train", "ask", tmp_path / "train.jsonl", "--kb", kb, "-o", tmp_path / "model", "--words-only")
    assert outcome.code == 0
    assert re.search(r"questions; in wordings held out in turn, the right path comes first in \d+ %$", outcome.out)
    evaluate = ("eval", "questions", tmp_path / "test.jsonl", "--kb", kb, "--json", "--system", "base")
    learned = json.loads(run(*evaluate, "--model", tmp_path / "model").out)
    assert learned["hits@1"] > 0.9 > json.loads(run(*evaluate).out)["hits@1"]


def test_metaqa(run, tmp_path: Path):
    (tmp_path / "qa.txt").write_text("".join(f"wording {i} of [Film]\tA|B\n" for i in range(20)))
    outcome = run("data", "metaqa", tmp_path / "qa.txt", "--held-out", "-o", tmp_path / "q.jsonl")
    assert (outcome.code, outcome.err) == (0, f"{tmp_path / 'q.jsonl'}: 2 questions\n")


def test_no_way_back_is_asked_for_where_none_can_be_given(run):
    outcome = run("ask", "who made the matrix", "--kb", KB, "--translator", "no-such-folder")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("otherwords: no translator is called no-such-folder; choose otherwords or none")
