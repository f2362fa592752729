"""Sentences as lists put in order: as they come, and taught."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_models import WORDS, write_pairs
from word_reads import WordReads

from otherwords.ask.sentences.judge import Judge, Weights
from otherwords.ask.sentences.system import AnswerSentences
from otherwords.ask.wording import Wording
from otherwords.evaluate.list_run import evaluate_lists
from otherwords.evaluate.lists import Candidate, ListExample
from otherwords.text import OtherwordsError

WEIGHTS = (0.5, 0.3, 0.19, 0.01)
QUESTION = "when did the ferry to Turku sink"
SENTENCES = [
    ("The ferry to Turku was blue.", 0),
    ("It sank in 1932.", 1),
    ("In 1932 the ferry sank.", 1),
    ("A ferry to Turku did sink.", 0),
    ("The captain slept.", 0),
]


def made(texts: list[tuple[str, int]], query: str = QUESTION, id: str = "q") -> ListExample:
    return ListExample(id, query, tuple(Candidate(str(i), text, label) for i, (text, label) in enumerate(texts)))


def system(**weights: float) -> AnswerSentences:
    numbers = {"answers": 0.5, "cosine": 1.0, "kind": 1.0, "new words": 0.2, "intercept": -1.0, **weights}
    return AnswerSentences(judge=Judge(WordReads(), Weights.named(numbers)), weigh=lambda q, wordings: WEIGHTS)


@given(st.permutations(SENTENCES))
def test_the_place_in_the_list_has_no_say(texts: list[tuple[str, int]]):
    assert dict(zip(texts, system().scores(made(texts)), strict=True)) == dict(
        zip(SENTENCES, system().scores(made(SENTENCES)), strict=True)
    )


def test_many_lists_at_once_are_as_one_by_one():
    lists = [made(SENTENCES[i % 5 :], f"{QUESTION} {i}") for i in range(150)] + [made([])]
    assert list(system().scores_all(lists)) == [system().scores(one) for one in lists]


def test_taught_it_learns_what_counts_here():
    """Words that are shared say nothing here; a date does."""
    lists = [made(SENTENCES, f"when did the ferry {i} to Turku sink", str(i)) for i in range(20)]
    one = system()
    before = one.scores(lists[0])
    assert np.argmax(before) not in (1, 2) or min(before[1:3]) < max(before[0], *before[3:])
    one.fit(lists)
    after = one.scores(lists[0])
    assert min(after[1:3]) > 0.5 > max(after[0], *after[3:])
    one.fit(lists[:7])
    afresh = system()
    afresh.fit(lists[:7])
    assert one.scores(lists[0]) == afresh.scores(lists[0])


def test_lists_that_teach_nothing():
    with pytest.raises(OtherwordsError, match="nothing to learn from"):
        system().fit([made([]), made([("It sank.", 0)])])


class Reworded:
    name = "rules"

    def wordings(self, question: str) -> list[Wording]:
        texts = (f"{question} again", f"tell me {question}", "who slept") if "ferry" in question else ()
        return [Wording(text, self.name, 1.0) for text in texts]


def test_through_wordings():
    """The sum over the wordings, but for one too faint to be asked."""
    one = system()
    one.use_wordings(Reworded())
    example, other = made(SENTENCES), made(SENTENCES, "who slept")
    texts = (QUESTION, f"{QUESTION} again", f"tell me {QUESTION}")
    alone = np.array([system().scores(made(SENTENCES, text)) for text in texts])
    assert one.scores(example) == pytest.approx(np.array(WEIGHTS[:3]) / sum(WEIGHTS[:3]) @ alone)
    assert list(one.scores_all([example, other])) == [one.scores(example), system().scores(other)]


def test_as_a_system_by_its_name(tmp_path: Path):
    """With weights left to chance, and no word of theirs on answers."""
    (tmp_path / "lists.jsonl").write_text(
        "".join(
            json.dumps(
                {
                    "id": str(i),
                    "query": f"was the boat {word} late",
                    "candidates": [
                        {"id": "a", "text": f"the {word} sat on the mat", "label": i % 2},
                        {"id": "b", "text": f"boat and {word}", "label": 1 - i % 2},
                    ],
                }
            )
            + "\n"
            for i, word in enumerate(WORDS[:12])
        )
    )
    folder = write_pairs(tmp_path / "pairs")
    plain = evaluate_lists(tmp_path / "lists.jsonl", "answer", model=folder)
    assert (plain["n"], plain["system"]) == (12, "answer")
    taught = evaluate_lists(tmp_path / "lists.jsonl", "answer", model=folder, train=[tmp_path / "lists.jsonl"])
    apart = evaluate_lists(tmp_path / "lists.jsonl", "answer", model=folder, parts=3)
    assert taught["map"] >= apart["map"]
    assert apart["folds"] == 3
