"""Where a text says a query word for word."""

import re

from otherwords.text import words


def occurrences(query: str, text: str) -> list[tuple[int, int]]:
    """The same words in the same order; upper and lower case, punctuation and white space may differ."""
    said = [re.escape(query[start:end]) for start, end in words(query)]
    if not said:
        return []
    return [match.span() for match in re.finditer(r"(?<!\w)" + r"[\W_]+".join(said) + r"(?!\w)", text, re.IGNORECASE)]
