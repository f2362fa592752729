"""Which column of a table holds the text."""

from collections.abc import Collection

from otherwords.reading.decoding import without_surrogates
from otherwords.reading.source import Source

_USUAL = ("text", "document", "body", "content")


def choose_column(source: Source, columns: Collection[str]) -> str:
    wanted = _USUAL if source.text_column is None else (source.text_column,)
    for name in wanted:
        if name in columns:
            return name
    missing = " or ".join(repr(name) for name in wanted)
    there = ", ".join(without_surrogates(name) for name in columns) or "none"
    raise source.error(f"has no column {missing}; name the one with the text, of these: {there}")
