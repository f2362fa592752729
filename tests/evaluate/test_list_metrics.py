"""The figures of lists, against the definition itself: every order of what is tied, written out."""

import math
from collections.abc import Sequence
from itertools import groupby, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.evaluate.list_metrics import (
    ListMetrics,
    average_precision,
    in_order,
    ndcg,
    precision_at_1,
    reciprocal_rank,
)

LISTS = st.lists(st.tuples(st.sampled_from([0, 0, 1, 2.5, 6]), st.integers(0, 3)), max_size=6)


def orders(labels: Sequence[float], scores: Sequence[float]) -> list[list[float]]:
    ranked = sorted(range(len(labels)), key=lambda i: -scores[i])
    blocks = [[labels[i] for i in group] for _, group in groupby(ranked, key=lambda i: scores[i])]
    return [[x for block in blocks for x in block] for blocks in product(*(list(permutations(b)) for b in blocks))]


def plain_ap(order: list[float]) -> float:
    right = [place for place, label in enumerate(order) if label > 0]
    return sum((k + 1) / (place + 1) for k, place in enumerate(right)) / len(right) if right else 0.0


def plain_rr(order: list[float]) -> float:
    return next((1 / (place + 1) for place, label in enumerate(order) if label > 0), 0.0)


def plain_ndcg(order: list[float]) -> float:
    def dcg(labels: Sequence[float]) -> float:
        return sum((2**label - 1) / math.log2(place + 2) for place, label in enumerate(labels[:5]))

    return dcg(order) / dcg(sorted(order, reverse=True)) if any(order) else 0.0


@given(LISTS)
def test_ties_count_as_the_mean_over_all_their_orders(rows: list[tuple[float, int]]):
    labels, scores = [label for label, _ in rows], [score for _, score in rows]
    ties, every = in_order(labels, scores), orders(labels, scores)
    for figure, plain in [(average_precision, plain_ap), (reciprocal_rank, plain_rr), (ndcg, plain_ndcg)]:
        assert figure(ties) == pytest.approx(sum(map(plain, every)) / len(every))
    firsts = [bool(order) and order[0] > 0 for order in every]
    assert precision_at_1(ties) == pytest.approx(sum(firsts) / len(firsts))


@given(st.lists(st.sampled_from([0, 1, 3]), min_size=1, max_size=6))
def test_no_order_is_better_than_the_labels_or_worse_than_their_reverse(labels: list[float]):
    best, worst = (in_order(labels, [sign * label for label in labels]) for sign in (1, -1))
    chance = in_order(labels, [0.0] * len(labels))
    for figure in (average_precision, reciprocal_rank, ndcg, precision_at_1):
        assert figure(worst) <= figure(chance) + 1e-12
        assert figure(chance) <= figure(best) + 1e-12
    if any(labels):
        assert ndcg(best) == pytest.approx(1)


def figures_of(*lists: tuple[Sequence[float], Sequence[float]], **settings: bool) -> dict[str, float]:
    metrics = ListMetrics(**settings)
    for labels, scores in lists:
        metrics.add(labels, scores)
    return {"n": metrics.n} | metrics.figures()


def test_a_list_without_anything_right_counts_0_or_is_left_out():
    right, empty = ([1, 0], [2, 1]), ([0, 0], [2, 1])
    assert figures_of(right, empty)["map"] == 0.5
    assert figures_of(right, empty)["without_right"] == 1
    skipped = figures_of(right, empty, skip_empty=True)
    assert (skipped["n"], skipped["map"], skipped["ndcg@5"]) == (1, 1, 1)


def test_a_list_without_candidates_is_one_without_anything_right():
    assert figures_of(([], []))["map"] == 0
    assert figures_of(([], []), ([1], [0]), skip_empty=True)["n"] == 1


def test_a_scale_without_a_zero_has_no_right_ones_to_count():
    graded = ([5, 1, 3], [0.1, 0.9, 0.5])
    assert set(figures_of(graded)) == {"n", "ndcg@5"}
    assert 0 < figures_of(graded)["ndcg@5"] < 1
    assert {"map", "mrr", "p@1", "avgrec"} < set(figures_of(graded, ([2, 0], [1, 0])))
    assert {"map", "mrr", "p@1", "avgrec"} < set(figures_of(([1, 1], [1, 0])))


def test_one_candidate_and_equal_labels_leave_nothing_to_order():
    assert figures_of(([1], [-3]))["map"] == 1
    equal = figures_of(([2, 2, 2], [1, 3, 2]))
    assert (equal["map"], equal["mrr"], equal["ndcg@5"], equal["p@1"]) == (1, 1, 1, 1)


def test_a_score_that_is_no_number_comes_last_and_is_told():
    figures = figures_of(([1, 0], [math.nan, -math.inf]))
    assert (figures["mrr"], figures["without_score"]) == (0.5, 1)
    assert "without_score" not in figures_of(([1, 0], [1, 0]))


def test_a_score_too_few_is_a_fault():
    with pytest.raises(ValueError, match="1 scores for 2"):
        in_order([1, 0], [1])


def test_average_recall_compares_all_lists_with_the_best_order():
    # In the first place one of two possible; in the second, and from there on, all of three.
    figures = figures_of(([1, 0], [1, 0]), ([1, 0, 1], [2, 3, 1]))
    assert figures["avgrec"] == pytest.approx((1 / 2 + 2 / 3 + 8 * 1) / 10)


def test_decisions():
    metrics = ListMetrics()
    metrics.add([1, 1, 0, 0], [4, 3, 2, 1], [True, False, True, False])
    figures = metrics.figures()
    assert [figures[name] for name in ("precision", "recall", "f1", "accuracy")] == [0.5, 0.5, 0.5, 0.5]
