"""Passages on disk, and hybrid retrieval: a collection that does not fit in memory."""

from otherwords.index.index import Index
from otherwords.index.passages import Passage

__all__ = ["Index", "Passage"]
