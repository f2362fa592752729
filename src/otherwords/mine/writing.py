"""How phrases are written, whatever they say: letters, spellings, brackets."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence


def letters(text: str) -> str:
    """Letters and digits, without accents; "&" as the word it stands for."""
    plain = unicodedata.normalize("NFKD", text.replace("&", "and"))
    return "".join(character for character in plain if character.isalnum())


_VARIANTS = [  # British and American English, to one spelling of neither
    (re.compile(pattern), to)
    for pattern, to in (
        (r"(?<=..)our(?=$|s$|ed$|ing$|able$|ful$|ite|ist)", "or"),
        (r"(?<=...)is(?=e$|es$|ed$|ing$|ation|er$|ers$)", "iz"),
        (r"(?<=..)ys(?=e$|es$|ed$|ing$|er$|ers$)", "yz"),
        (r"(?<=[tbd])re(?=s?$)", "er"),
        (r"ogue(?=s?$)", "og"),
        (r"ence(?=s?$)", "ense"),
        (r"amme(?=s?$)", "am"),
        (r"ae|oe", "e"),
        (r"(?<=dg)e(?=ment)", ""),
        (r"(?<=..)ll(?=ed$|ing$|er$|ers$|or$|ors$)", "l"),
    )
]


def plain_spelling(word: str) -> str:
    for pattern, to in _VARIANTS:
        word = pattern.sub(to, word)
    return word


_BRACKETS = "()[]{}«»“”"


def is_torn(words: Sequence[str]) -> bool:
    """Whether the phrase holds half a pair of brackets or quotation marks."""
    count = Counter("".join(words))
    is_open = any(count[_BRACKETS[i]] != count[_BRACKETS[i + 1]] for i in range(0, len(_BRACKETS), 2))
    return is_open or count['"'] % 2 == 1
