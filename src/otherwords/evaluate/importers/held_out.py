"""Wordings kept aside: every so many of them, so that a test asks in words that were never learned.

A wording is a question with its entity taken out.
"""

HELD_OUT = 10


class HeldOut:
    """Told one wording after the other, in the order of the questions."""

    def __init__(self, every: int = HELD_OUT) -> None:
        self._every = every
        self._places: dict[str, int] = {}

    def keeps(self, wording: str) -> bool:
        """Whether the wording is kept aside: every tenth, in the order in which they first occur."""
        place = self._places.setdefault(wording.casefold(), len(self._places))
        return place % self._every == self._every - 1
