"""A SPARQL 1.1 endpoint, by its address: the only part of asking that uses the network, and only when told to."""

import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPException

import pyoxigraph as ox

from otherwords.ask.kb.allowance import Allowance
from otherwords.ask.kb.knowledge import Row, Unanswered
from otherwords.ask.kb.names import Named, likeness_of
from otherwords.ask.kb.terms import ENTITY, LABELS, RELATION, Term, entity, key, listed, name_rank, plain_name
from otherwords.text import OtherwordsError

_JSON = "application/sparql-results+json"
_LARGEST = 64 << 20
_CHUNK = 1 << 16
_NAMES_AT_ONCE = 200
_ALIKE, _TOO_LITTLE = 0.5, 0.05
"""Of what one query may take, so much may all together that look for names that are not written exactly so; with less,
there is no use in beginning."""
_BUSY = (429, *range(500, 600))
_NUMBERS = [ox.NamedNode(f"http://www.w3.org/2001/XMLSchema#{name}") for name in ("integer", "gYear")]


class Endpoint:
    def __init__(self, url: str, seconds: float = 20.0) -> None:
        """``seconds`` is how long one query may take, from the first byte sent to the last one read."""
        self.origin = url
        self._seconds = seconds
        self._for_alike = Allowance(seconds * _ALIKE)
        if not self.select("SELECT ?s WHERE { ?s ?p ?o } LIMIT 1"):
            raise OtherwordsError(f"{url} answers, but holds no facts; is it the right data set?")
        # Whether it serves a table loaded by us: then names are in the IRIs, and there are no labels to ask for.
        cells = f'SELECT ?s WHERE {{ ?s ?p ?o FILTER(STRSTARTS(STR(?s), "{ENTITY}")) }} LIMIT 1'
        self._has_cells = bool(self.select(cells))

    def select(self, query: str, seconds: float | None = None) -> list[Row]:
        columns = re.findall(r"\?(\w+)", query.partition("WHERE")[0])
        try:
            found = ox.parse_query_results(self._ask(query, seconds or self._seconds), ox.QueryResultsFormat.JSON)
            if not isinstance(found, ox.QuerySolutions):
                raise ValueError("a truth value, not rows")
            if missing := {*columns} - {variable.value for variable in found.variables}:
                raise ValueError(f"rows without {', '.join(sorted(missing))}")
            rows = [tuple(solution[column] for column in columns) for solution in found]
        except (SyntaxError, ValueError) as error:
            raise OtherwordsError(
                f"{self.origin} does not answer as a SPARQL endpoint does ({str(error)[:120]}); check the address"
            ) from None
        return [row for row in rows if not any(isinstance(cell, ox.Triple) for cell in row)]  # as from a file

    def _ask(self, query: str, seconds: float) -> bytes:
        body = urllib.parse.urlencode({"query": query}).encode()
        request = urllib.request.Request(self.origin, body, {"Accept": _JSON, "User-Agent": "otherwords"})
        latest = time.monotonic() + seconds
        try:
            with urllib.request.urlopen(request, timeout=seconds) as response:
                parts: list[bytes] = []
                size = 0
                # Piece by piece: a server that sends a byte now and then would never run into the socket's own limit.
                while part := response.read1(_CHUNK):
                    parts.append(part)
                    size += len(part)
                    if time.monotonic() > latest:
                        raise TimeoutError
                    if size > _LARGEST:
                        raise OtherwordsError(f"{self.origin}: an answer of more than {_LARGEST >> 20} MB")
                return b"".join(parts)
        except urllib.error.HTTPError as error:
            reason = ""
            with error, suppress(OSError, HTTPException):  # it may stall while it says what is wrong
                reason = " ".join(error.read1(300).decode("utf-8", "replace").split())[:150]
            kind = Unanswered if error.code in _BUSY else OtherwordsError
            raise kind(f"{self.origin} refuses the query: {error.code} {error.reason} {reason}".rstrip()) from None
        except TimeoutError:
            raise self._too_slow(seconds) from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise self._too_slow(seconds) from None
            reason = getattr(error.reason, "strerror", None) or str(error.reason)
            raise OtherwordsError(f"{self.origin} cannot be reached ({reason}); is it running?") from None
        except (OSError, HTTPException, ValueError) as error:
            reason = " ".join((getattr(error, "strerror", None) or str(error) or type(error).__name__).split())[:120]
            raise OtherwordsError(f"{self.origin} broke off ({reason}); try again") from None

    def _too_slow(self, seconds: float) -> Unanswered:
        return Unanswered(f"{self.origin} did not answer within {seconds:.3g} s; try again later")

    def exact(self, names: Sequence[str]) -> dict[str, list[Named]]:
        # An index finds only the very literal, so each name is sought in the ways it may be written.
        written = sorted({form for name in names for form in (name, name.title(), name.capitalize(), name.lower())})
        found: dict[str, dict[Term, Named]] = {}
        for start in range(0, len(written), _NAMES_AT_ONCE):
            some = written[start : start + _NAMES_AT_ONCE]
            for term, name in self._labelled(some) + self._cells(some) + self._values(some):
                found.setdefault(key(name), {}).setdefault(term, Named(term, name))
        wanted = {key(name) for name in names}
        return {one: list(things.values()) for one, things in found.items() if one in wanted}

    def _labelled(self, names: Sequence[str]) -> list[tuple[Term, str]]:
        forms = [ox.Literal(name, language=tag) if tag else ox.Literal(name) for name in names for tag in ("", "en")]
        return self._pairs(
            f"SELECT DISTINCT ?x ?n WHERE {{ VALUES ?n {{ {listed(forms)} }}"
            f" VALUES ?l {{ {listed(LABELS)} }} ?x ?l ?n }}"
        )

    def _cells(self, names: Sequence[str]) -> list[tuple[Term, str]]:
        if not self._has_cells:
            return []
        terms = listed(entity(name) for name in names)
        rows = self.select(
            f"SELECT DISTINCT ?x WHERE {{ VALUES ?x {{ {terms} }} {{ ?x ?p ?y }} UNION {{ ?y ?p ?x }} }}"
        )
        return [(row[0], plain_name(row[0])) for row in rows if row[0] is not None]

    def _values(self, names: Sequence[str]) -> list[tuple[Term, str]]:
        """Texts, numbers and years that things have: ``which books were published in 1926``."""
        values = [ox.Literal(name) for name in names]
        values += [ox.Literal(name, datatype=kind) for name in names if name.isdigit() for kind in _NUMBERS]
        # That there is one fact is enough: an endpoint would take long to find all that have the number 1.
        rows = self.select(
            f"SELECT ?x WHERE {{ VALUES ?x {{ {listed(values)} }}"
            f" FILTER EXISTS {{ ?y ?p ?x FILTER(?p NOT IN ({', '.join(map(str, LABELS))})) }} }}"
        )
        return [(row[0], plain_name(row[0])) for row in rows if row[0] is not None]

    def alike(self, name: str) -> list[Named]:
        """Among names that share the longest word: endpoints have no index for misspelt ones."""
        sought = key(name)
        if not sought:
            return []
        if (seconds := self._for_alike.left()) < self._seconds * _TOO_LITTLE:
            raise Unanswered(f"{self.origin} is too slow for names that are not written exactly so; try again later")
        longest = ox.Literal(max(sought.split(), key=len))
        with self._for_alike.spending():
            rows = self._pairs(
                f"SELECT DISTINCT ?x ?n WHERE {{ VALUES ?l {{ {listed(LABELS)} }} ?x ?l ?n"
                f" FILTER(CONTAINS(LCASE(STR(?n)), {longest})) }} LIMIT 200",
                seconds,
            )
        near = [Named(term, its, likeness_of(sought, key(its))) for term, its in rows]
        return sorted((one for one in near if one.likeness > 0), key=lambda one: (-one.likeness, one.name))

    def _pairs(self, query: str, seconds: float | None = None) -> list[tuple[Term, str]]:
        rows = self.select(query, seconds)
        return [(x, n.value) for x, n in rows if isinstance(x, ox.NamedNode) and isinstance(n, ox.Literal)]

    def names(self, terms: Sequence[Term]) -> dict[Term, str]:
        found = {term: plain_name(term) for term in terms}
        things = [
            term for term in found if isinstance(term, ox.NamedNode) and not term.value.startswith((ENTITY, RELATION))
        ]
        best: dict[Term, tuple[int, str]] = {}
        for start in range(0, len(things), _NAMES_AT_ONCE):
            some = listed(things[start : start + _NAMES_AT_ONCE])
            rows = self.select(
                f"SELECT ?x ?l ?n WHERE {{ VALUES ?x {{ {some} }} VALUES ?l {{ {listed(LABELS)} }} ?x ?l ?n }}"
            )
            for x, label, n in rows:
                if x is not None and isinstance(label, ox.NamedNode) and isinstance(n, ox.Literal):
                    candidate = (name_rank(label, n), n.value)
                    best[x] = min(best.get(x, candidate), candidate)
        return found | {term: name for term, (_, name) in best.items()}
