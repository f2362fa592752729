"""Blank nodes by number, in the order in which they come: a parser gives one without a label another in every run."""

import sqlite3

import pyoxigraph as ox

from otherwords.ask.kb.terms import NAMELESS
from otherwords.remembered import Remembered

_AT_HAND = 100_000
"""The others are on disk: a file may hold many millions."""


class BlankNodes:
    def __init__(self) -> None:
        self._seen = sqlite3.connect("", check_same_thread=False)  # a file of its own, that is gone when it is closed
        self._seen.execute("CREATE TABLE seen (number INTEGER PRIMARY KEY, label TEXT UNIQUE)")
        self._known: Remembered[str, int] = Remembered(_AT_HAND)

    def thing(self, node: ox.BlankNode) -> ox.NamedNode:
        return ox.NamedNode(f"{NAMELESS}b{self._known.one(node.value, lambda: self._number(node.value))}")

    def _number(self, label: str) -> int:
        self._seen.execute("INSERT OR IGNORE INTO seen (label) VALUES (?)", (label,))
        return int(self._seen.execute("SELECT number FROM seen WHERE label = ?", (label,)).fetchone()[0])

    def close(self) -> None:
        self._seen.close()
