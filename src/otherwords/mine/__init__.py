"""Phrase paraphrases out of any pile of text: fragments of sentences aligned on their contexts."""
