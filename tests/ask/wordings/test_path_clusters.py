"""Questions that one path answers are found to ask the same, and give templates."""

import json
from pathlib import Path

import pytest
from small_kb import made_triples, write_tsv

from otherwords.ask.kb.load import load
from otherwords.ask.wordings.path_clusters import MOST_NAMES, path_clusters

TRIPLES = made_triples(40)
FILMS = sorted({first for first, _, _ in TRIPLES})
ASKED = {"directed by": ["who directed []", "who called the shots on []"], "release year": ["how old is []"]}


@pytest.fixture
def questions() -> list[tuple[str, list[str]]]:
    return [
        (
            wording.replace("[]", f"[{film}]"),
            [third for first, name, third in TRIPLES if (first, name) == (film, asked)],
        )
        for asked, wordings in ASKED.items()
        for wording in wordings
        for film in FILMS[:35]
    ]


def test_those_that_one_path_answers_are_together(tmp_path: Path, questions: list[tuple[str, list[str]]]):
    kb = load(write_tsv(tmp_path / "kb.tsv", TRIPLES))
    clusters = list(path_clusters(kb, questions, longest_name=5))
    assert all(len(cluster) in (1, 2) for cluster in clusters)
    made = [cluster for cluster in clusters if len(cluster) == 2]
    assert 0 < len(made) <= MOST_NAMES
    for cluster in made:
        names = {text.removeprefix("who directed ").removeprefix("who called the shots on ") for text in cluster}
        assert len(names) == 1
        assert names < set(FILMS)
    assert list(path_clusters(kb, questions, longest_name=0)) == []


def test_as_a_command(run, tmp_path: Path, questions: list[tuple[str, list[str]]]):
    kb = write_tsv(tmp_path / "kb.tsv", TRIPLES)
    for name, some in (("one", questions[:50]), ("two", questions[50:])):
        rows = (json.dumps({"question": text, "answers": right}) for text, right in some)
        (tmp_path / f"{name}.jsonl").write_text("\n".join(rows))
    made = tmp_path / "templates.jsonl"
    outcome = run("data", "templates", tmp_path / "one.jsonl", tmp_path / "two.jsonl", "--kb", kb, "-o", made)
    assert outcome.code == 0, outcome.err
    pairs = [json.loads(line) for line in made.read_text().splitlines()]
    assert ("who called the shots on ⟨…⟩", "who directed ⟨…⟩") in {(pair["left"], pair["right"]) for pair in pairs}
    assert not any("old" in pair["left"] + pair["right"] for pair in pairs)
