"""SimpleQuestions: names out of ways of asking, facts in the direction of their relation."""

from collections import Counter
from pathlib import Path

import pytest

from otherwords.ask.kb.load import load
from otherwords.ask.kb.terms import plain_name
from otherwords.evaluate.importers.facts import write_facts
from otherwords.evaluate.importers.simplequestions import read_simplequestions
from otherwords.text import OtherwordsError

PEOPLE = ["Ada Moe", "Bo Lund", "Cy Young", "Di Rossi", "Ed"]
LINES = [
    *(f"Q{i}\tP19\tQ100\twhere was {name} born" for i, name in enumerate(PEOPLE)),
    *(f"Q{i}\tR57\tQ{200 + i}\tWhat is a film directed by {name}?" for i, name in enumerate(PEOPLE)),
    "Q0\tR57\tQ300\tname a film of ada moe's",  # a way of asking that no other question has
    "Q9\tP19\tQ100\twho knows anything about it",
    "Q100\tP17\tQ400\twhere was oslo born",
    "Q5\tP9999\tQ400\twhere was Flo born",
]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "train.txt"
    path.write_text("\n".join(LINES), encoding="utf-8")
    return path


def test_questions(source: Path):
    skipped: Counter[str] = Counter()
    found = read_simplequestions([source], skipped)
    assert skipped == {"questions about what has no name": 1}
    answers = {example.question: example.answers for example in found.examples}
    assert len(answers) == 13
    assert answers["where was Ada Moe born"] == ("oslo",)
    assert answers["What is a film directed by Ada Moe?"] == ("Q200", "Q300")
    assert answers["name a film of ada moe's"] == ("Q200", "Q300")
    wordings = Counter(found.wordings)
    assert wordings["where was [] born"] == 7
    assert wordings["What is a film directed by []?"] == 5
    assert wordings["name a film of ada moe's"] == 1


def test_facts(source: Path, tmp_path: Path):
    found = read_simplequestions([source], Counter())
    assert write_facts(tmp_path / "kb.nt", found.facts) == len(LINES)
    kb = load(tmp_path / "kb.nt")
    rows = kb.select("SELECT ?s ?o WHERE { ?s <http://www.wikidata.org/prop/direct/P57> ?o }")
    assert ("Q200", "Q0") in {tuple(map(plain_name, row)) for row in rows}
    (relation,) = {row[0] for row in kb.select("SELECT ?p WHERE { ?s ?p ?o }") if row[0].value.endswith("/P57")}
    assert kb.names([relation])[relation] == "director"
    assert {one.name for one in kb.exact(["ada moe"])["ada moe"]} == {"Ada Moe"}


def test_a_line_that_is_no_row(source: Path):
    source.write_text("Q1\tP19\tQ2\twho\nQ1\tP19\twho")
    with pytest.raises(OtherwordsError, match=r"train\.txt:2: not a thing, a relation"):
        read_simplequestions([source], Counter())
