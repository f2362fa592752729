"""Wordings put in order: which of these candidates says what the query says, and how likely each does."""
