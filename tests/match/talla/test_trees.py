"""The two trees of a parse, and which words have a place in them."""

from hypothesis import given
from hypothesis import strategies as st

from otherwords.match.talla.trees import Token, Tree, constituency_tree, content, dependency_tree

# "Cheap cars are sold in the market."
PARSE = [
    Token("cheap", "JJ", "ADJ", "amod", 1),
    Token("cars", "NNS", "NOUN", "nsubjpass", 3),
    Token("are", "VBP", "AUX", "auxpass", 3),
    Token("sold", "VBN", "VERB", "ROOT", 3),
    Token("in", "IN", "ADP", "prep", 3),
    Token("the", "DT", "DET", "det", 6),
    Token("market", "NN", "NOUN", "pobj", 4),
    Token(".", ".", "PUNCT", "punct", 3),
]


def drawn(tree: Tree, node: int | None = None) -> str:
    node = len(tree.labels) - 1 if node is None else node
    below = [drawn(tree, child) for child in tree.children[node]]
    return f"({tree.labels[node]} {' '.join(below)})" if below else tree.labels[node]


def test_the_dependency_tree_has_relations_inside_and_words_as_leaves():
    assert drawn(dependency_tree(PARSE)) == "(TOP (ROOT (nsubjpass (amod cheap) cars) sold (prep (pobj market))))"


def test_the_constituency_tree_is_projected_and_shared_words_are_marked():
    assert drawn(constituency_tree(PARSE)) == ("(TOP (VP (NP (JJ cheap) (NNS cars)) (VBN sold) (PP (NP (NN market)))))")
    assert drawn(constituency_tree(PARSE, {"cars", "the"})) == (
        "(TOP (VP (REL-NP (JJ cheap) (REL-NNS cars)) (VBN sold) (PP (NP (NN market)))))"
    )


def test_words_that_say_something():
    assert content(PARSE) == {"cheap", "cars", "sold", "market"}


def test_sentences_stand_side_by_side_and_nothing_gives_a_bare_top():
    two = [Token("rain", "NN", "NOUN", "ROOT", 0), Token("snow", "NN", "NOUN", "ROOT", 1)]
    assert drawn(dependency_tree(two)) == "(TOP (ROOT rain) (ROOT snow))"
    assert drawn(dependency_tree([])) == drawn(constituency_tree([])) == "TOP"


@st.composite
def parses(draw: st.DrawFn) -> list[Token]:
    """Any forest: each word hangs on one that was put before it in some order."""
    count = draw(st.integers(0, 12))
    order = draw(st.permutations(range(count)))
    heads = {}
    for step, place in enumerate(order):
        heads[place] = draw(st.sampled_from([place, *order[:step]]))
    parts = st.sampled_from(["NOUN", "VERB", "ADP", "PUNCT", "DET"])
    texts = st.sampled_from(["car", "the", "buy"])
    return [Token(draw(texts), "T", draw(parts), "rel", heads[place]) for place in range(count)]


@given(parses())
def test_every_content_word_is_a_leaf_once_and_children_come_before_parents(parse: list[Token]):
    expected = sorted(token.word for token in parse if token.part != "PUNCT" and token.word != "the")
    for tree in (dependency_tree(parse), constituency_tree(parse)):
        assert sorted(tree.labels[node] for node, below in enumerate(tree.children[:-1]) if not below) == expected
        above = [child for below in tree.children for child in below]
        assert sorted(above) == list(range(len(tree.labels) - 1))
        assert all(child < node for node, below in enumerate(tree.children) for child in below)
