"""Systems asked of whole files of lists and pairs."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.evaluate.folds import folds
from otherwords.evaluate.list_run import evaluate_lists
from otherwords.evaluate.list_systems import LIST_SYSTEMS
from otherwords.evaluate.lists import Candidate, ListExample, write_lists
from otherwords.evaluate.pair_metrics import best_threshold, pair_figures
from otherwords.evaluate.pair_run import evaluate_pairs
from otherwords.text import OtherwordsError


def example(id_: str, *labels: float, ranks: bool = True) -> ListExample:
    candidates = (Candidate(f"{id_}_{i}", f"text {i}", x, i + 1 if ranks else None) for i, x in enumerate(labels))
    return ListExample(id_, f"query {id_}", tuple(candidates))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "lists.jsonl"
    write_lists(path, [example("a", 0, 1), example("b", 1, 0), example("c", 0, 0)])
    return path


def figures(file: Path, system: str, **options: Any) -> dict[str, Any]:
    return {k: v for k, v in evaluate_lists(file, system, **options).items() if k != "seconds"}


def test_the_search_engine_is_measured_by_its_ranks(file: Path):
    assert figures(file, "ir") == {
        "n": 3,
        "map": 0.5,
        "mrr": 0.5,
        "ndcg@5": pytest.approx((0.63093 + 1) / 3, abs=1e-5),
        "p@1": pytest.approx(1 / 3, abs=1e-5),
        "avgrec": 0.95,
        "without_right": 1,
        "system": "ir",
    }


def test_chance_is_the_mean_over_all_orders_and_worst_is_worst(file: Path):
    assert figures(file, "random", empty="skip")["map"] == 0.75
    assert figures(file, "worst", empty="skip")["map"] == 0.5
    assert figures(file, "random", limit=1)["n"] == 1


class Noting:
    """Notes what it is given, and can learn."""

    name = "noting"
    needs_training = False

    def __init__(self, model: Path | None = None) -> None:
        self.learned: list[set[str]] = []
        self.scored: list[str] = []

    def fit(self, examples: Sequence[ListExample]) -> None:
        self.learned.append({one.id for one in examples})

    def scores(self, example: ListExample) -> list[float]:
        self.scored.append(example.id)
        return [1 / (candidate.rank or 1) for candidate in example.candidates]


@pytest.mark.parametrize("parts", [None, 2])
def test_lists_that_are_left_out_are_not_scored_but_learned_from(
    file: Path, monkeypatch: pytest.MonkeyPatch, parts: int | None
):
    system = Noting()
    monkeypatch.setitem(LIST_SYSTEMS, "noting", lambda model: system)
    told = figures(file, "noting", empty="skip", parts=parts)
    assert (told["n"], told["without_right"], told["map"]) == (2, 1, 0.75)
    assert sorted(system.scored) == ["a", "b"]
    if parts:
        assert "c" in set.union(*system.learned)
    system.scored.clear()
    assert figures(file, "noting", parts=parts)["n"] == 3
    assert sorted(system.scored) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("system", "options", "message"),
    [
        ("magic", {}, "choose from random, worst, ir, cosine"),
        ("random", {"empty": "none"}, "zero or skip"),
        ("random", {"parts": 5}, "does not learn; leave out --train and --folds"),
        ("random", {"model": Path()}, "has no weights; leave out --model"),
        ("cosine-words", {}, "has to learn first; add --train FILE, or --folds 5"),
        ("listwise-words", {"model": Path()}, "learns its own vectors"),
    ],
)
def test_what_cannot_be_done_is_said(file: Path, system: str, options: dict[str, Any], message: str):
    with pytest.raises(OtherwordsError, match=message):
        evaluate_lists(file, system, **options)


@pytest.mark.parametrize("system", ["rank", "listwise", "cosine-words"])
def test_a_file_without_anything_to_learn(tmp_path: Path, file: Path, system: str):
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(OtherwordsError, match="too little to learn from"):
        evaluate_lists(file, system, train=[tmp_path / "empty.jsonl"])


def test_files_with_nothing_to_measure(tmp_path: Path):
    path = tmp_path / "lists.jsonl"
    path.write_text("")
    with pytest.raises(OtherwordsError, match="no lists in it"):
        evaluate_lists(path, "random")
    write_lists(path, [example("c", 0, 0)])
    with pytest.raises(OtherwordsError, match="no list has a candidate that is right"):
        evaluate_lists(path, "random", empty="skip")
    write_lists(path, [example("a", 1, ranks=False)])
    with pytest.raises(OtherwordsError, match="has no rank"):
        evaluate_lists(path, "ir")


def test_every_name_is_a_system():
    assert {"rank", "match", "talla", "listwise", "lambdarank", "cosine"} <= LIST_SYSTEMS.keys()


@given(st.lists(st.sampled_from("abcdefg"), max_size=20), st.integers(2, 6))
def test_folds_ask_everything_once_and_keep_equal_queries_together(keys: list[str], parts: int):
    asked: Counter[int] = Counter()
    for learned, those in folds(keys, parts):
        asked.update(those)
        assert sorted(learned + those) == list(range(len(keys)))
        assert {keys[i] for i in learned}.isdisjoint(keys[i] for i in those)
    assert asked == Counter(range(len(keys)))


RELEVANCY = "Q1\tR1\t1\t1\ttrue\nQ1\tR2\t2\t.5\tfalse\nQ2\tR3\t1\t1\tfalse\nQ2\tR4\t2\t.5\ttrue\n"


def test_labels_alone_have_no_texts_to_rank(tmp_path: Path):
    (tmp_path / "gold.relevancy").write_text("Q0\tQ0_R1\t1\t1\tfalse\nQ0\tQ0_R3\t3\t.3\ttrue\n")
    with pytest.raises(OtherwordsError, match="holds labels and no texts; give --predictions, or --system ir"):
        evaluate_lists(tmp_path / "gold.relevancy", "rank")
    assert evaluate_lists(tmp_path / "gold.relevancy", "ir")["map"] == 0.5


def test_a_teams_file_is_scored_as_at_semeval(tmp_path: Path):
    gold, team = tmp_path / "gold.relevancy", tmp_path / "team.pred"
    gold.write_text(RELEVANCY)
    # The two of Q2 are equal, so the first in the list comes first, as in the official scorer.
    team.write_text("Q1 R1 0 .9 true\nQ1 R2 0 .2 true\nQ2 R4 0 .5 true\nQ2 R3 0 .5 false\n")
    told = figures(gold, "whatever", predictions=team)
    assert (told["map"], told["mrr"], told["system"]) == (0.75, 0.75, "team.pred")
    assert (told["precision"], told["recall"], told["accuracy"]) == (pytest.approx(2 / 3, abs=1e-6), 1, 0.75)
    assert figures(gold, "ir")["map"] == 0.75


@pytest.mark.parametrize(
    ("content", "message"),
    [("Q1 R1 0 .9 true\n", "says nothing of candidate R2"), ("Q1 R1 0 high true\n", "team.pred:1: a line is query")],
)
def test_a_teams_file_that_does_not_fit(tmp_path: Path, content: str, message: str):
    (tmp_path / "gold.relevancy").write_text(RELEVANCY)
    (tmp_path / "team.pred").write_text(content)
    with pytest.raises(OtherwordsError, match=message):
        evaluate_lists(tmp_path / "gold.relevancy", "ir", predictions=tmp_path / "team.pred")


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 4)), min_size=1, max_size=12))
def test_no_threshold_is_better_than_the_best(rows: list[tuple[bool, int]]):
    labels, scores = [float(label) for label, _ in rows], [float(score) for _, score in rows]

    def agreed(threshold: float) -> int:
        return sum((score >= threshold) == (label > 0) for label, score in zip(labels, scores, strict=True))

    assert agreed(best_threshold(labels, scores)) == max(map(agreed, [-1, 0.5, 1.5, 2.5, 3.5, 4.5]))


def test_figures_of_pairs():
    figures = pair_figures([1, 0, 1, 0], [0.9, 0.8, 0.7, float("nan")], [True, True, True, False])
    assert figures == {
        "accuracy": 0.75,
        "f1": 0.8,
        "ap": pytest.approx((1 + 2 / 3) / 2, abs=1e-6),
        "spearman": 0.447214,
    }
    assert pair_figures([1.5, 2.5, 4], [0.1, 0.2, 0.3], [True] * 3) == {"spearman": 1.0}
    assert pair_figures([1, 0], [0.5, 0.5], [True, True])["spearman"] == 0


def test_pairs_of_a_file(tmp_path: Path):
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join(json.dumps({"a": f"x{i}", "b": "y", "label": i % 2}) for i in range(4)))
    report = evaluate_pairs(path, "random", limit=3)
    assert (report["n"], report["accuracy"], report["threshold_from"]) == (3, pytest.approx(2 / 3), "this file")
    assert evaluate_pairs(path, "random", parts=2)["threshold_from"] == "training examples"
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(OtherwordsError, match="too little to learn from"):
        evaluate_pairs(path, "random", train=[tmp_path / "empty.jsonl"])
    with pytest.raises(OtherwordsError, match="choose from rank, match, cosine"):
        evaluate_pairs(path, "listwise")
