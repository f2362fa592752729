"""Find the span of a document that says a query in other words, or learn that none does."""

from otherwords.find.finder import Finder

__all__ = ["Finder"]
