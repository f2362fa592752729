"""The kernel against the definition: all partial trees that two small trees have in common, enumerated."""

from itertools import combinations, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.match.talla.tree_kernel import normalised_kernel, partial_tree_kernel
from otherwords.match.talla.trees import Tree

Nested = tuple[str, tuple["Nested", ...]]
Part = tuple[str, tuple["Part", ...]]

GAP, DEPTH = 0.4, 0.3


def flat(nested: Nested) -> Tree:
    tree = Tree()

    def add(node: Nested) -> int:
        label, children = node
        return tree.add(label, [add(child) for child in children])

    add(nested)
    return tree


def nodes(nested: Nested) -> list[Nested]:
    return [nested, *(below for child in nested[1] for below in nodes(child))]


def parts(node: Nested) -> list[tuple[Part, float]]:
    """Every partial tree with this root, once for each way to cut it out, and its weight: gaps and leaves."""
    label, children = node
    found: list[tuple[Part, float]] = [((label, ()), GAP)]
    for size in range(1, len(children) + 1):
        for chosen in combinations(range(len(children)), size):
            skipped = chosen[-1] - chosen[0] + 1 - size
            for below in product(*(parts(children[place]) for place in chosen)):
                found.append(((label, tuple(part for part, _ in below)), GAP**skipped * prod(w for _, w in below)))
    return found


def size(part: Part) -> int:
    return 1 + sum(map(size, part[1]))


def by_enumeration(first: Nested, second: Nested) -> float:
    """Each node of a common part costs DEPTH once, each of its leaves GAP on both sides, each gap GAP."""
    return sum(
        DEPTH ** size(one) * weight * other_weight
        for a in nodes(first)
        for b in nodes(second)
        for one, weight in parts(a)
        for other, other_weight in parts(b)
        if one == other
    )


labels = st.sampled_from("AB")
trees: st.SearchStrategy[Nested] = st.recursive(
    st.tuples(labels, st.just(())),
    lambda below: st.tuples(labels, st.lists(below, max_size=3).map(tuple)),
    max_leaves=5,
)


@given(trees, trees)
def test_the_kernel_counts_the_common_partial_trees(first: Nested, second: Nested):
    expected = by_enumeration(first, second)
    assert partial_tree_kernel(flat(first), flat(second), GAP, DEPTH) == pytest.approx(expected, rel=1e-9)


@given(trees, trees)
def test_the_normalised_kernel_is_symmetric_and_a_cosine(first: Nested, second: Nested):
    one, other = flat(first), flat(second)
    assert normalised_kernel(one, other) == pytest.approx(normalised_kernel(other, one))
    assert 0 <= normalised_kernel(one, other) <= 1 + 1e-9
    assert normalised_kernel(one, one) == pytest.approx(1)


def test_a_gap_costs_and_children_of_other_names_have_nothing_in_common():
    whole = flat(("NP", (("D", ()), ("J", ()), ("N", ()))))
    together = flat(("NP", (("D", ()), ("N", ()))))
    single = DEPTH * GAP * GAP
    expected = 2 * single + single + DEPTH * (2 * single + GAP * single * single)
    assert partial_tree_kernel(whole, together, GAP, DEPTH) == pytest.approx(expected)
    assert normalised_kernel(whole, flat(("VP", (("V", ()),)))) == 0


def test_a_chain_of_thousands_is_no_trouble():
    chain = Tree()
    below = chain.add("dep")
    for _ in range(3000):
        below = chain.add("dep", [below])
    assert partial_tree_kernel(chain, flat(("dep", ()))) == pytest.approx(3001 * 0.4**3)
