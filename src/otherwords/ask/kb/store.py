"""A knowledge base on this computer: triples in pyoxigraph, names beside them."""

from collections.abc import Sequence

import pyoxigraph as ox

from otherwords.ask.kb.knowledge import Row
from otherwords.ask.kb.names import Named, Names
from otherwords.ask.kb.terms import Term, plain_name


class Local:
    def __init__(self, origin: str, store: ox.Store, names: Names) -> None:
        self.origin = origin
        self._store = store
        self._names = names

    def select(self, query: str) -> list[Row]:
        found = self._store.query(query)
        if not isinstance(found, ox.QuerySolutions):
            raise TypeError(f"not a SELECT: {query}")
        return [tuple(solution) for solution in found]

    def exact(self, names: Sequence[str]) -> dict[str, list[Named]]:
        return self._names.exact(names)

    def alike(self, name: str) -> list[Named]:
        return self._names.alike(name)

    def names(self, terms: Sequence[Term]) -> dict[Term, str]:
        known = self._names.names(terms)
        return {term: known.get(term) or plain_name(term) for term in terms}
