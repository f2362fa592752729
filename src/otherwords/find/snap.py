"""Spans end where words end."""

import unicodedata

from otherwords.text import is_unspaced

_JOINERS = "'’-‐"
_FURTHEST = 200
"""Characters. A "word" beyond this is data, and a span inside it may stay there."""


def snapped(text: str, start: int, end: int) -> tuple[int, int]:
    """The span widened to whole words, and never beginning or ending inside a character's cluster."""
    for _ in range(_FURTHEST):
        if not _inside_word(text, start):
            break
        start -= 1
    for _ in range(_FURTHEST):
        if not _inside_word(text, end):
            break
        end += 1
    return start, end


def _inside_word(text: str, place: int) -> bool:
    """Whether the boundary before ``place`` lies inside a word."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    if _extends(after) or (before == "\u200d" and not after.isspace()):  # a joiner ties two emoji
        return True
    if after in _JOINERS and _is_letter(before):
        return place + 1 < len(text) and _is_letter(text[place + 1])
    if before in _JOINERS and _is_letter(after):
        return place > 1 and _is_letter(text[place - 2])
    return _is_letter(before, with_marks=True) and _is_letter(after)


def _extends(character: str) -> bool:
    return (
        unicodedata.category(character) in ("Mn", "Me", "Mc")
        or character in "\u200c\u200d"
        or "\U0001f3fb" <= character <= "\U0001f3ff"  # the colours of skin
        or "\U000e0020" <= character <= "\U000e007f"  # the tags that spell whose flag it is
    )


def _is_letter(character: str, with_marks: bool = False) -> bool:
    """A letter or digit of a script that puts spaces between words."""
    if with_marks and _extends(character):
        return True
    return character.isalnum() and not is_unspaced(character)
