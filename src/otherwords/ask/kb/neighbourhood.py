"""All paths around a thing with where they end, for learning: what lies around is read once and kept."""

from collections import defaultdict
from collections.abc import Sequence
from functools import partial

import pyoxigraph as ox

from otherwords.ask.kb.graph import Path, Step
from otherwords.ask.kb.knowledge import KnowledgeBase
from otherwords.ask.kb.terms import LABELS, TYPE, Term
from otherwords.remembered import Remembered

_WIDE = 200
"""Things. A path that leads to more is not made longer: nobody means "whatever was made in the same year"."""
_REMEMBERED = 500_000


class Neighbourhood:
    def __init__(self, kb: KnowledgeBase) -> None:
        self._kb = kb
        self._around: Remembered[Term, dict[Step, list[Term]]] = Remembered(_REMEMBERED)

    def scores(self, thing: Term, answers: Sequence[str], hops: int) -> dict[Path, float]:
        """The F1 of the ends of every path of so many relations, where it is above 0."""
        found = self._kb.exact(answers)
        sought = {named.term for things in found.values() for named in things}
        scores: dict[Path, float] = {}
        for path, ends in self._ends(thing, hops).items():
            if hits := len(ends & sought):
                scores[path] = 2 * hits / (len(ends) + len(set(answers)))
        return scores

    def _ends(self, thing: Term, hops: int) -> dict[Path, set[Term]]:
        frontier: dict[Path, set[Term]] = {(): {thing}}
        for hop in range(hops):
            longer: dict[Path, set[Term]] = {}
            for path, things in frontier.items():
                if len(things) > _WIDE:
                    continue
                reached: dict[Step, set[Term]] = defaultdict(set)
                for one in things:
                    around = self._around.one(one, partial(self._neighbours, one))
                    for step, others in around.items():
                        reached[step].update(others)
                for step, ends in reached.items():
                    # As paths are walked: never through where they began.
                    longer[*path, step] = ends - {thing} if hop else ends
            frontier = longer
        return frontier

    def _neighbours(self, thing: Term) -> dict[Step, list[Term]]:
        around: dict[Step, list[Term]] = defaultdict(list)
        if isinstance(thing, ox.BlankNode):  # an endpoint's, which no query can speak of
            return around
        patterns = [(f"?y ?p {thing}", False)]
        if not isinstance(thing, ox.Literal):
            patterns.append((f"{thing} ?p ?y", True))
        for pattern, forward in patterns:
            for p, y in self._kb.select(f"SELECT ?p ?y WHERE {{ {pattern} }}"):
                if isinstance(p, ox.NamedNode) and y is not None and p != TYPE and p not in LABELS:
                    around[Step(p, forward)].append(y)
        return around
