"""Expansions in the languages of search engines. Whatever a query or a table holds comes out as words to look for."""

import re
from collections.abc import Callable

from otherwords.mine.expand import Expansion

# Half a surrogate pair cannot be written, and a NUL ends the string for engines in C.
_UNPRINTABLE = re.compile("[\0-\x1f\x7f-\x9f\ud800-\udfff]")
_ESCAPED = re.compile(r'[\\"]')
_OPERATORS = {"and", "or", "not", "to"}
"""Of Lucene, which tells them by capitals, and of parsers on top of it, which may not."""


def boolean(expansion: Expansion) -> str:
    """``(company | firm) founded``: every part must be there, in any of its wordings."""
    return _written(expansion, " ", " | ", _boolean_term)


def lucene(expansion: Expansion) -> str:
    """``(company OR firm) founded``; between the parts holds what the parser's default operator is."""
    return _written(expansion, " ", " OR ", _lucene_term)


def fts5(expansion: Expansion) -> str:
    """``("company" OR "firm") AND "founded"``, for MATCH in SQLite."""
    return _written(expansion, " AND ", " OR ", _fts5_term)


SYNTAXES: dict[str, Callable[[Expansion], str]] = {"boolean": boolean, "lucene": lucene, "fts5": fts5}


def _written(expansion: Expansion, both: str, either: str, term: Callable[[str], str]) -> str:
    written = []
    for part in expansion.parts:
        terms = [term(_UNPRINTABLE.sub(" ", text)) for text in part.alternatives]
        written.append(f"({either.join(terms)})" if len(terms) > 1 else terms[0])
    return both.join(written)


def _boolean_term(text: str) -> str:
    return _quoted(text) if re.search(r'[\s|()"\\]', text) else text


def _lucene_term(text: str) -> str:
    return text if text.isalnum() and text.casefold() not in _OPERATORS else _quoted(text)


def _fts5_term(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _quoted(text: str) -> str:
    return '"' + _ESCAPED.sub(r"\\\g<0>", text) + '"'
