"""Answering a question through its wordings."""
