"""What is asked of a knowledge base, wherever it lies."""

from collections.abc import Sequence
from typing import Protocol

from otherwords.ask.kb.names import Named
from otherwords.ask.kb.terms import Term
from otherwords.text import OtherwordsError

Row = tuple[Term | None, ...]


class Unanswered(OtherwordsError):
    """There was no answer in time; later there may be one."""


class KnowledgeBase(Protocol):
    origin: str
    """The file or the address, for messages."""

    def select(self, query: str) -> list[Row]:
        """The solutions of a SPARQL ``SELECT``; its terms are written by ``str(term)``."""
        ...

    def exact(self, names: Sequence[str]) -> dict[str, list[Named]]:
        """The things of these very names, by the key of the name (``terms.key``)."""
        ...

    def alike(self, name: str) -> list[Named]:
        """Things whose names look much like this one, the likest first; ``Unanswered`` where that takes too long."""
        ...

    def names(self, terms: Sequence[Term]) -> dict[Term, str]:
        """What to call each of these."""
        ...


def open_knowledge_base(where: str) -> KnowledgeBase:
    """A file, or, by its address, a SPARQL endpoint."""
    if where.startswith(("http://", "https://")):
        from otherwords.ask.kb.endpoint import Endpoint

        return Endpoint(where)
    if "://" in where:
        raise OtherwordsError(f"{where}: a SPARQL endpoint is given as http:// or https://, a file by its path")
    from pathlib import Path

    from otherwords.ask.kb.load import load

    return load(Path(where))
