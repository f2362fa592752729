"""The trees whose common parts the kernel counts, made from a dependency parse.

- The dependency tree: every inner node is the name of a relation, and has its word as a leaf among its dependents.
- The constituency tree: there is no constituency parser that we could ask for, so it is projected. A word stands under
  its tag; with the phrases of its dependents, in the order of the text, it makes a phrase that is named after its part
  of speech. Tags and phrases of a word that both questions have are marked.

Stop words and punctuation have no leaf, and no node either unless other words hang on them.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from otherwords.match.talla.content_words import is_content

_TOP = "TOP"
_SHARED = "REL-"
_PHRASES = {
    "ADJ": "ADJP",
    "ADP": "PP",
    "ADV": "ADVP",
    "AUX": "VP",
    "NOUN": "NP",
    "NUM": "NP",
    "PRON": "NP",
    "PROPN": "NP",
    "SCONJ": "SBAR",
    "VERB": "VP",
}
_OTHER_PHRASE = "X"
_NOMINAL = ("NOUN", "PRON", "PROPN")
"""A noun is a noun phrase by itself, whether anything hangs on it or not."""
_MARKS = ("PUNCT", "SPACE", "SYM")


@dataclass(frozen=True, slots=True)
class Token:
    word: str
    """Lower-cased."""
    tag: str
    part: str
    """Its part of speech, of the universal ones."""
    relation: str
    head: int
    """The place of the word that it hangs on; its own where it is the root of a sentence."""


@dataclass
class Tree:
    """Nodes by number, children before their parents; so whoever goes through them in order needs no recursion, which
    a list of a thousand words, each hanging on the one before, would exceed."""

    labels: list[str] = field(default_factory=list)
    children: list[tuple[int, ...]] = field(default_factory=list)

    def add(self, label: str, children: Sequence[int] = ()) -> int:
        self.labels.append(label)
        self.children.append(tuple(children))
        return len(self.labels) - 1


MakeNode = Callable[[Tree, Token, list[int], list[int]], int | None]
"""Adds what stands for a token, given the nodes of its dependents before and after it; None where nothing does."""


def dependency_tree(tokens: Sequence[Token]) -> Tree:
    def node(tree: Tree, token: Token, before: list[int], after: list[int]) -> int | None:
        own = [tree.add(token.word)] if is_leaf(token) else []
        children = [*before, *own, *after]
        return tree.add(token.relation, children) if children else None

    return _built(tokens, node)


def constituency_tree(tokens: Sequence[Token], shared: Collection[str] = ()) -> Tree:
    """With the words in ``shared`` marked."""

    def node(tree: Tree, token: Token, before: list[int], after: list[int]) -> int | None:
        mark = _SHARED if token.word in shared else ""
        own = [tree.add(mark + token.tag, [tree.add(token.word)])] if is_leaf(token) else []
        children = [*before, *own, *after]
        if own == children and token.part not in _NOMINAL:
            return own[0] if own else None
        return tree.add(mark + _PHRASES.get(token.part, _OTHER_PHRASE), children) if children else None

    return _built(tokens, node)


def is_leaf(token: Token) -> bool:
    return token.part not in _MARKS and is_content(token.word)


def content(tokens: Sequence[Token]) -> set[str]:
    return {token.word for token in tokens if is_leaf(token)}


def _built(tokens: Sequence[Token], node: MakeNode) -> Tree:
    """A node for each word, after those of its dependents, and one above the sentences."""
    tree = Tree()
    dependents: list[list[int]] = [[] for _ in tokens]
    for place, token in enumerate(tokens):
        if token.head != place:
            dependents[token.head].append(place)
    made: dict[int, int] = {}
    for place in _heads_last(tokens):
        below = [(other, made[other]) for other in dependents[place] if other in made]
        before = [number for other, number in below if other < place]
        after = [number for other, number in below if other > place]
        number = node(tree, tokens[place], before, after)
        if number is not None:
            made[place] = number
    tree.add(_TOP, [made[place] for place, token in enumerate(tokens) if token.head == place and place in made])
    return tree


def _heads_last(tokens: Sequence[Token]) -> list[int]:
    depths: dict[int, int] = {}
    for place in range(len(tokens)):
        path = []
        while place not in depths and tokens[place].head != place:
            path.append(place)
            place = tokens[place].head
        depth = depths.setdefault(place, 0)
        for step, passed in enumerate(reversed(path), start=1):
            depths[passed] = depth + step
    return sorted(range(len(tokens)), key=lambda place: (-depths[place], place))
