"""Which texts the models can read: Latin letters, and for the pair model English."""

from collections.abc import Sequence

import numpy as np

_FUNCTION_WORDS = """
    the of and to in a is that it for was on with as be by at from this are not have he his but which or an they you
    were had one we her all there been their if more when will would who so no what up into than them can only other
    some could these its then two may do any such my our your she him me i
"""
_ENGLISH = frozenset(_FUNCTION_WORDS.split())
_ENGLISH_SHARE = 0.25
"""Of an English text's words nearly half are such words; of a text in another language hardly any."""


def is_english(words: Sequence[str]) -> bool:
    return sum(word in _ENGLISH for word in words) >= _ENGLISH_SHARE * len(words)


def is_latin(text: str) -> bool:
    """Whether no more letters are of another script. In no other were the models trained, and all is near to all
    there. Numbers are read everywhere."""
    codes = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
    latin = np.count_nonzero(((codes | 0x20) - ord("a") < 26) | ((codes >= 0xC0) & (codes < 0x250)))
    others = np.count_nonzero((codes >= 0x370) & ~((codes >= 0x1E00) & (codes < 0x2C00)))
    return bool(latin >= others)
