"""Wordings that were made before and are kept in a file, for what generators take seconds to make is asked for often.

They are kept by question. Where a question marks its entity with brackets, by the question with that taken out: a name
is put in again, and so a wording is made once, whatever it is asked of.
"""

import re
from collections.abc import Mapping, Sequence

from otherwords.ask.marks import SLOT
from otherwords.ask.wording import Wording

_BRACKETS = re.compile(r"\[[^\[\]]+\]")


def with_slot(question: str) -> str:
    """The question with what stands in brackets taken out; as it is, where nothing does."""
    return _BRACKETS.sub(SLOT, question, count=1)


class Stored:
    """A question that is not known has no other wording."""

    name = "stored"
    reads_marks = True
    """Wants questions with their entity in brackets, as they were asked."""

    def __init__(self, known: Mapping[str, Sequence[Wording]]) -> None:
        self._known = known

    def wordings(self, question: str) -> list[Wording]:
        slotted = with_slot(question)
        entity = _BRACKETS.search(question)
        found = self._known.get(question) or self._known.get(slotted, ())
        return [
            Wording(one.text.replace(SLOT, entity[0], 1) if entity else one.text, one.source, one.score)
            for one in found
        ]
