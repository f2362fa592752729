"""Paths in a graph: which relations lead away from a thing, which may come after, and where a path ends."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pyoxigraph as ox

from otherwords.ask.kb.knowledge import KnowledgeBase
from otherwords.ask.kb.terms import LABELS, TYPE, Term, blank, entity, is_blank, key, listed, name_rank, plain_name
from otherwords.remembered import Remembered

_SAMPLE = 200
"""Things behind a relation that are looked at for what may come next."""
_NO_STEPS = (*LABELS, TYPE)
_REMEMBERED = 20_000


@dataclass(frozen=True, slots=True)
class Step:
    """A relation, walked from subject to object or, against its direction, from object to subject."""

    relation: ox.NamedNode
    forward: bool = True

    def __str__(self) -> str:
        return f"{'+' if self.forward else '-'}{self.relation.value}"

    @classmethod
    def parse(cls, text: str) -> "Step":
        return cls(ox.NamedNode(text[1:]), text[0] == "+")

    def triple(self, before: str, after: str) -> str:
        return f"{before} {self.relation} {after} ." if self.forward else f"{after} {self.relation} {before} ."


Path = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class End:
    """Where a path ends, and on how many ways it leads there."""

    term: Term
    ways: int


class Graph:
    """What is asked of a knowledge base while questions are answered; remembers the schema that it came across."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self._after: Remembered[Step, tuple[Step, ...]] = Remembered(_REMEMBERED)
        self._ends_named: Remembered[Step, set[bool]] = Remembered(_REMEMBERED)
        self._of: Remembered[Term, tuple[Step, ...]] = Remembered(_REMEMBERED)
        self._classes: Remembered[tuple[ox.NamedNode, ...], set[str]] = Remembered(_REMEMBERED)
        self._words: Remembered[ox.NamedNode, str] = Remembered(_REMEMBERED)

    def steps(self, thing: Term) -> tuple[Step, ...]:
        """The steps that lead away from a thing."""
        return self._of.one(thing, lambda: self._steps(thing))

    def _steps(self, thing: Term) -> tuple[Step, ...]:
        back = self._relations(f"?y ?p {thing}", forward=False)
        if isinstance(thing, ox.Literal):  # which is no subject, ever
            return tuple(back)
        return (*self._relations(f"{thing} ?p ?y", forward=True), *back)

    def after(self, step: Step) -> tuple[Step, ...]:
        """The steps that may follow, by a sample of the things that the step leads to."""
        sample = f"{{ SELECT DISTINCT ?x {{ {step.triple('?w', '?x')} }} LIMIT {_SAMPLE} }}"
        return self._after.one(
            step,
            lambda: (
                *self._relations(f"{sample} FILTER(!isLiteral(?x)) ?x ?p ?y", forward=True),
                *self._relations(f"{sample} ?y ?p ?x", forward=False),
            ),
        )

    def is_halfway(self, step: Step) -> bool:
        """Whether the step leads only to things without a name, which are no answers: one more step is part of it."""
        return self.leads_to_named(step) == {False}

    def leads_to_named(self, step: Step) -> set[bool]:
        """Whether the step leads to things with a name, without, or both, by a sample."""
        return self._ends_named.one(step, lambda: self._sampled(step))

    def _sampled(self, step: Step) -> set[bool]:
        sample = f"SELECT DISTINCT ?x WHERE {{ {step.triple('?w', '?x')} }} LIMIT {_SAMPLE}"
        found = [x for (x,) in self.kb.select(sample) if x is not None]
        without = sum(map(is_blank, found))
        if without:
            without -= len(self._called(f"{{ {sample} }}", "?x"))
        return {is_named for is_named, number in ((True, len(found) - without), (False, without)) if number > 0}

    def _called(self, walk: str, last: str) -> list[tuple[str, End]]:
        """The blank nodes at the end of a walk that have a name, and the name, which stays the same from run to run.

        Those of an endpoint no other query can speak of: they become what a table's cell of that name would be.
        """
        rows = self.kb.select(
            f"SELECT {last} ?label ?name (COUNT(*) AS ?n) WHERE {{ {walk} {blank(last)}"
            f" VALUES ?label {{ {listed(LABELS)} }} {last} ?label ?name }} GROUP BY {last} ?label ?name"
        )
        best: dict[Term, tuple[int, str, int]] = {}
        for end, label, name, n in rows:
            if end is None or label is None or not isinstance(name, ox.Literal) or not isinstance(n, ox.Literal):
                continue
            if key(name.value):  # what has no letter is no name
                named = name_rank(label, name), name.value, int(n.value)
                best[end] = min(best.get(end, named), named)
        return [
            (name, End(end if isinstance(end, ox.NamedNode) else entity(name), ways))
            for end, (_, name, ways) in best.items()
        ]

    def _relations(self, pattern: str, *, forward: bool) -> list[Step]:
        rows = self.kb.select(f"SELECT DISTINCT ?p WHERE {{ {pattern} }}")
        found = {row[0] for row in rows} - {*_NO_STEPS}
        return [Step(p, forward) for p in sorted((p for p in found if isinstance(p, ox.NamedNode)), key=str)]

    def ends(self, thing: Term, path: Path) -> list[End]:
        """Where the path leads, the things with most ways to them first; blank nodes only if they have a name.

        It never passes through its beginning.
        """
        places = [str(thing), *(f"?x{i}" for i in range(1, len(path) + 1))]
        triples = " ".join(step.triple(places[i], places[i + 1]) for i, step in enumerate(path))
        elsewhere = " ".join(f"FILTER({place} != {thing})" for place in places[2:])
        last = places[-1]
        walk = f"{triples} {elsewhere}"
        rows = self.kb.select(f"SELECT {last} (COUNT(*) AS ?n) WHERE {{ {walk} }} GROUP BY {last}")
        ends = [End(end, int(n.value)) for end, n in rows if end is not None and isinstance(n, ox.Literal)]
        called = [(str(end.term), end) for end in ends if not is_blank(end.term)]
        if len(called) < len(ends):
            called += self._called(walk, last)
        return [end for _, end in sorted(called, key=lambda one: (-one[1].ways, one[0], str(one[1].term)))]

    def classes(self, things: Sequence[Term]) -> set[str]:
        """What the things are said to be, in words."""
        nodes = tuple(thing for thing in things if isinstance(thing, ox.NamedNode))
        return self._classes.one(nodes, lambda: self._classes_of(nodes)) if nodes else set()

    def _classes_of(self, nodes: Sequence[ox.NamedNode]) -> set[str]:
        rows = self.kb.select(f"SELECT DISTINCT ?c WHERE {{ VALUES ?x {{ {listed(nodes)} }} ?x {TYPE} ?c }}")
        return set(self.kb.names([row[0] for row in rows if row[0] is not None]).values())

    def words(self, relation: ox.NamedNode) -> str:
        """What a relation is called."""
        return self._words.one(relation, lambda: self.kb.names([relation]).get(relation) or plain_name(relation))

    def shown(self, path: Path) -> tuple[str, ...]:
        """The path for people."""
        return tuple(f"{'' if step.forward else '← '}{self.words(step.relation)}" for step in path)


def paths_from(
    graph: Graph, thing: Term, hops: int, known: Iterable[Path], keep: Callable[[list[Path]], list[Path]]
) -> list[Path]:
    """Candidates: every path of one and two relations that the schema allows, and longer ones that are ``known``.

    None ends halfway. ``keep`` chooses which paths are made longer, where a thing has hundreds of relations.
    """
    first = graph.steps(thing)
    found: dict[Path, None] = {}
    for step in first:
        found |= dict.fromkeys(_whole(graph, step))
    if hops > 1:
        for path in keep([path for path in found if len(path) == 1]):
            found |= dict.fromkeys((*path, step) for step in graph.after(path[-1]) if not graph.is_halfway(step))
    found |= dict.fromkeys(path for path in known if path[0] in first)
    return list(found)


def _whole(graph: Graph, step: Step) -> list[Path]:
    """The step, and what has to follow where it leads halfway: not straight back."""
    whole: list[Path] = [] if graph.is_halfway(step) else [(step,)]
    if False in graph.leads_to_named(step):
        back = Step(step.relation, not step.forward)
        whole += [(step, after) for after in graph.after(step) if after != back and not graph.is_halfway(after)]
    return whole
