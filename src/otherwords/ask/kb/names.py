"""What things are called, on disk: found by exact name, then by names that look alike.

SQLite, because its trigram index finds misspelt names among millions without reading them all.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from otherwords.ask.kb.terms import Term, key, parse_term
from otherwords.ask.kb.words import FUNCTION_WORDS

LONGEST = 200
"""Characters. A longer literal is a text and not a name."""
_ALIKE = 0.8
_PART = 0.6
"""For a name that has all words that were sought, and others; the more of it was sought, the nearer to ``_ALIKE``."""
_INITIALS = 1000
"""The rank of initials: of all names, what a thing is called last."""
_BY_INITIALS = 0.7
_LONGEST_INITIALS = 5
_LOOKED_AT = 60
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Named:
    """A thing under one of its names; ``likeness`` is 1 for the very name that was sought."""

    term: Term
    name: str
    likeness: float = 1.0


class Names:
    def __init__(self, path: Path | None, *, writable: bool = False) -> None:
        """Without a path, in memory."""
        mode = "rwc" if writable else "ro"
        where = ":memory:" if path is None else f"{path.absolute().as_uri()}?mode={mode}"
        self._database = sqlite3.connect(where, uri=path is not None, check_same_thread=False)

    def fill(self, named: Iterable[tuple[Term, str, int]], no_things: Set[Term] = frozenset()) -> int:
        """Terms with their names and the rank of each name, 0 for the preferred one; some are named, but not found."""
        self._database.execute("PRAGMA synchronous = OFF")
        self._database.execute("CREATE TABLE names (key TEXT, term TEXT, name TEXT, rank INTEGER, is_thing INTEGER)")
        self._database.executemany("INSERT INTO names VALUES (?, ?, ?, ?, ?)", _rows(named, no_things))
        self._database.execute("CREATE INDEX by_key ON names (key)")
        self._database.execute("CREATE INDEX by_term ON names (term, rank)")
        self._database.execute("CREATE VIRTUAL TABLE alike USING fts5(key, tokenize='trigram')")
        self._database.execute(
            f"INSERT INTO alike SELECT DISTINCT key FROM names WHERE is_thing AND rank < {_INITIALS} ORDER BY key"
        )
        self._database.commit()
        return int(self._database.execute("SELECT count(*) FROM names").fetchone()[0])

    def close(self) -> None:
        self._database.close()

    def exact(self, names: Sequence[str]) -> dict[str, list[Named]]:
        """By key, those that are there; of one thing under one key, the best name. Initials are less sure."""
        found: dict[str, dict[str, Named]] = {}
        for chunk in _chunks(sorted({key(name) for name in names} - {""})):
            marks = ", ".join("?" * len(chunk))
            rows = self._database.execute(
                f"SELECT key, term, name, rank FROM names WHERE key IN ({marks}) AND is_thing ORDER BY key, rank, term",
                chunk,
            )
            for its_key, term, name, rank in rows:
                one = Named(parse_term(term), name, _BY_INITIALS if rank == _INITIALS else 1.0)
                found.setdefault(its_key, {}).setdefault(term, one)
        return {its_key: list(things.values()) for its_key, things in found.items()}

    def alike(self, name: str) -> list[Named]:
        """Things whose names look much like this one, or have all its words, the likest first."""
        sought = key(name)
        grams = sorted({sought[i : i + 3] for i in range(len(sought) - 2)})
        if not grams:
            return []
        question = " OR ".join(f'"{gram}"' for gram in grams)
        rows = self._database.execute(
            f"SELECT key FROM alike WHERE alike MATCH ? ORDER BY rank LIMIT {_LOOKED_AT}", (question,)
        )
        likeness = {row[0]: likeness_of(sought, row[0]) for row in rows}
        near = sorted((one for one in likeness if likeness[one] > 0), key=lambda one: (-likeness[one], one))
        things = self.exact(near)
        return [
            Named(thing.term, thing.name, likeness[one]) for one in near for thing in things[one] if thing.likeness == 1
        ]

    def names(self, terms: Sequence[Term]) -> dict[Term, str]:
        """The preferred name of each term that has one."""
        texts = {str(term): term for term in terms}
        found: dict[Term, str] = {}
        for chunk in _chunks(sorted(texts)):
            marks = ", ".join("?" * len(chunk))
            rows = self._database.execute(
                f"SELECT term, name FROM names WHERE term IN ({marks}) ORDER BY term, rank, name", chunk
            )
            for term, name in rows:
                found.setdefault(texts[term], name)
        return found


def likeness_of(sought: str, name: str) -> float:
    """Of two keys; 0 where they are neither spelt alike nor one is a part of the other."""
    spelt = SequenceMatcher(None, sought, name, autojunk=False).ratio()
    if spelt >= _ALIKE:
        return spelt
    is_part = {*sought.split()} <= {*name.split()}
    return _PART + (_ALIKE - _PART) * len(sought) / len(name) if is_part else 0.0


def _rows(named: Iterable[tuple[Term, str, int]], no_things: Set[Term]) -> Iterator[tuple[str, str, str, int, bool]]:
    for term, name, rank in named:
        if its_key := key(name):
            yield its_key, str(term), name, rank, term not in no_things
            for letters in initials(name):
                yield letters, str(term), name, _INITIALS, term not in no_things


def initials(name: str) -> set[str]:
    """``usa`` and ``usoa`` for United States of America; none of names that are not written in capitals."""
    words = name.split()
    large = [word for word in words if word[0].isupper()]
    if len(large) < 2 or any(word not in large and word not in FUNCTION_WORDS for word in words):
        return set()
    return {key("".join(word[0] for word in some)) for some in (large, words) if len(some) <= _LONGEST_INITIALS}


def _chunks(items: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(items), _AT_ONCE):
        yield items[start : start + _AT_ONCE]
