"""From the letters on a page to the words that were written: ligatures, and words parted at a line's end."""

import re
import unicodedata

_LIGATURES = {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}
_SOFT_HYPHEN = "\u00ad"
_WORD = re.compile(r"\w++(?:[-‐]\w++)*+")
_PARTED = re.compile(rf"(?<![\w‐-])({_WORD.pattern})([-‐{_SOFT_HYPHEN}]) *\n *(?=({_WORD.pattern}))")
_LINKING = frozenset(("and", "or", "und", "oder", "och", "eller", "ja", "tai"))
"""After "short-", the rest of the word comes later: "short- and long-term"."""


def as_written(pages: list[str]) -> list[str]:
    """The pages with their words whole; none goes on from one page to the next, for much may stand between.

    No dictionary tells which hyphens are the words' own, so the document does: what it writes elsewhere is right.
    """
    pages = [page.translate(_LIGATURES) for page in pages]
    elsewhere = {word.casefold() for page in pages for word in _WORD.findall(page)}

    def joined(parted: re.Match[str]) -> str:
        first, hyphen, second = parted.groups()
        if not first[-1].isalpha() or not second[0].islower():
            return parted[0]
        whole, compound = (f"{first}{between}{second}".casefold() for between in ("", hyphen))
        if hyphen == _SOFT_HYPHEN or whole in elsewhere:
            return first
        if second in _LINKING:
            return parted[0]
        # Typesetters part a word that has a hyphen at that hyphen.
        return first + hyphen if compound in elsewhere or not f"{first}{second}".isalpha() else first

    return [_PARTED.sub(joined, page) for page in pages]
