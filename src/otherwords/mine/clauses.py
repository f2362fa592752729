"""Relative clauses that say something of an entity or a date.

The pattern: ``[Date|Entity] [,-( or nothing] [who|when|which|where] clause [,-).]``.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from otherwords.mine.entities import date_before
from otherwords.mine.tags import PRONOUN, PROPER, VERB

_DASHES = ("-", "--", "---", "–", "—")
_OPENING = frozenset((",", "(", *_DASHES))
_CLOSING = frozenset((",", ")", ".", *_DASHES))
_RELATIVE = re.compile(r"(?:^| )(?:who|when|which|where)(?= )")


class Clause(NamedTuple):
    """``[first, end)`` begins with who, when, which or where, and ends before the closing mark."""

    modified_first: int
    modified_end: int
    first: int
    end: int

    def holds(self, first: int, end: int) -> bool:
        """Whether a candidate stands in the clause, after the word that it begins with."""
        return self.first < first and end <= self.end


def clauses(words: str, tokens: Sequence[str], tags: str) -> list[Clause]:
    """The clauses of a sentence, given with its tokens joined by spaces, as a list, and tagged."""
    found = []
    for relative in _RELATIVE.finditer(words):
        first = words.count(" ", 0, relative.end())
        modified_end = first - 1 if first and tokens[first - 1] in _OPENING else first
        modified_first = _modified(tokens, tags, modified_end)
        if modified_first is None:
            continue
        end = _end(tokens, tags, first + 1)
        if end is not None and PRONOUN not in tags[first + 1 : end]:
            found.append(Clause(modified_first, modified_end, first, end))
    return found


def _modified(tokens: Sequence[str], tags: str, end: int) -> int | None:
    """Where the date or the run of proper nouns begins that ends here."""
    date = date_before(tokens, end)
    if date is not None:
        return date
    first = len(tags[:end].rstrip(PROPER))
    return first if first < end else None


def _end(tokens: Sequence[str], tags: str, first: int) -> int | None:
    """The first closing mark that has a verb before it: a clause without one is not over yet."""
    has_verb = False
    for place in range(first, len(tokens)):
        if has_verb and tokens[place] in _CLOSING:
            return place
        has_verb = has_verb or tags[place] == VERB
    return None
