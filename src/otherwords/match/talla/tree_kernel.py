"""The partial tree kernel (Moschitti 2006): how many partial trees two trees have in common, larger ones counting less.

A partial tree is a node with any of its descendants such that every one of them comes with its parent. Two nodes of the
same name have in common

    Δ(a, b) = μ · (λ² + Σ λ^gaps · Π Δ(child of a, child of b))

where the sum goes over all pairs of equally long subsequences of their children, and gaps counts the children that the
two leave out between their first and their last; nodes of different names have nothing in common. The kernel is the sum
of Δ over all pairs of nodes. As Moschitti's own programme does, contiguous children cost nothing.
"""

from math import sqrt

from otherwords.match.talla.trees import Tree

_GAP = 0.4
_DEPTH = 0.4
"""λ and μ, as his programme and KeLP have them."""


def partial_tree_kernel(first: Tree, second: Tree, gap: float = _GAP, depth: float = _DEPTH) -> float:
    places: dict[str, list[int]] = {}
    for b, label in enumerate(second.labels):
        places.setdefault(label, []).append(b)
    single = depth * gap * gap
    common: list[dict[int, float]] = []  # Δ of each node of the first with the nodes of the second, where it is not 0
    total = 0.0
    for a, label in enumerate(first.labels):
        below = [common[child] for child in first.children[a]]
        row = {}
        for b in places.get(label, ()):
            sequences = _sequences(below, second.children[b], gap) if below and second.children[b] else 0.0
            row[b] = single + depth * sequences
            total += row[b]
        common.append(row)
    return total


def normalised_kernel(first: Tree, second: Tree) -> float:
    """Between 0 and 1, and 1 for a tree with itself: a large tree has no more in common for being large."""
    both = partial_tree_kernel(first, second)
    return both / sqrt(partial_tree_kernel(first, first) * partial_tree_kernel(second, second)) if both else 0.0


def _sequences(below: list[dict[int, float]], children: tuple[int, ...], gap: float) -> float:
    """The sum over common subsequences of two rows of children, of all lengths at once.

    Those that end with a pair of children are Δ of the pair times (1 + those that end before both); ``ended[l]`` is the
    latter for all children so far and the first l of the second, gaps up to there counted.
    """
    ended = [0.0] * (len(children) + 1)
    total = 0.0
    for row in below:
        if not row:
            ended = [gap * value for value in ended]
            continue
        now = [0.0]
        for place, child in enumerate(children):
            here = row.get(child, 0.0) * (1.0 + ended[place])
            total += here
            now.append(here + gap * (ended[place + 1] + now[place]) - gap * gap * ended[place])
        ended = now
    return total
