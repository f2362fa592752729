"""Otherwords: find where a text says it in other words."""

from typing import TYPE_CHECKING

from otherwords.text import Answer, Document, Match, NoMatch, OtherwordsError, Span

if TYPE_CHECKING:
    from otherwords.find import Finder

__all__ = ["Answer", "Document", "Finder", "Match", "NoMatch", "OtherwordsError", "Span"]


def __getattr__(name: str) -> object:
    # The finder brings the neural runtime along; who only reads documents should not wait for it.
    if name == "Finder":
        from otherwords.find import Finder

        return Finder
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
