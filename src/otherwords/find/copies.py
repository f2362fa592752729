"""Where a text says a query word for word."""

import re
import unicodedata
from collections.abc import Iterator

from otherwords.text import word_end, words

_ALIKE = {sign: signs for signs in ("['’ʼ]", "[-‐‑]") for sign in signs[1:-1]}


def occurrences(query: str, text: str) -> Iterator[tuple[int, int]]:
    """The same words in the same order. Upper and lower case, punctuation and white space may differ, and so may the
    ways to write an apostrophe, a hyphen or a letter with an accent."""
    said = [_written(query[start:end]) for start, end in words(query)]
    if said:
        pattern = r"(?<!\w)" + r"[\W_]+".join(said) + word_end()
        yield from (match.span() for match in re.finditer(pattern, text, re.IGNORECASE))


def _written(word: str) -> str:
    ways = dict.fromkeys(unicodedata.normalize(form, word) for form in ("NFC", "NFD"))
    return f"(?:{'|'.join(''.join(_ALIKE.get(sign) or re.escape(sign) for sign in way) for way in ways)})"
