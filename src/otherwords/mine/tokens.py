"""A sentence as tokens: words and punctuation marks, in order, with nothing but white space left out."""

import re
from functools import cache

from otherwords.text import word_end, word_pattern


@cache
def _token() -> re.Pattern[str]:
    """Words are those of ``text.words``; a mark is a token of its own, but dots and dashes in a row are one."""
    word = word_pattern().pattern
    between_digits = r"(?<=\d)[.,:](?=\d)"  # 1,000 and 3.14 and 10:30
    letters = rf"[^\W\d_](?:\.[^\W\d_])+{word_end()}\.?"  # U.S. and e.g.
    title = r"(?:Dr|Jr|Mr|Mrs|Ms|Prof|Sr|St|vs)\.(?!\w)"  # a dot here would cut a name in two
    return re.compile(rf"{letters}|{title}|{word}(?:{between_digits}{word})*|\.+|-+|\S")


def tokens(sentence: str) -> list[str]:
    return _token().findall(sentence)
