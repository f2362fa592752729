"""What the tagger sees of a word: which one it is, how it begins and ends, and its shape.

A word is a few rows of one table, and what it means to the tagger is their sum. The rows of words come first, then
those that beginnings and endings share by their hash, then one for each shape, then the one beyond a sentence's ends.
"""

from collections.abc import Mapping
from zlib import crc32

UNKNOWN = 0
"""The row of every word that is not in the vocabulary."""
BUCKETS = 1 << 14
FEATURES = 9

_CASES = 7
_SHAPES = _CASES * 8
_LONGEST = 100


def rows(vocabulary: int) -> int:
    """How many rows the table has, for so many words."""
    return 1 + vocabulary + BUCKETS + _SHAPES + 1


def beyond(vocabulary: int) -> list[int]:
    """The rows of the nothing before and after a sentence."""
    return [rows(vocabulary) - 1] * FEATURES


def features(token: str, vocabulary: Mapping[str, int]) -> list[int]:
    """The rows of a token. ``vocabulary`` numbers words in lower case from 1 on."""
    lower = token.lower()
    first = 1 + len(vocabulary)
    endings = [lower[-length:] for length in (1, 2, 3, 4)]
    beginnings = [f"{lower[:length]}-" for length in (2, 3)]
    parts = [*(f"-{ending}" for ending in endings), *beginnings, f"{stem(lower)}+"]
    hashed = [first + crc32(part.encode("utf-8", "surrogatepass")) % BUCKETS for part in parts]
    return [vocabulary.get(lower, UNKNOWN), *hashed, first + BUCKETS + _shape(token)]


def stem(word: str) -> str:
    """What the forms of a word have in common, roughly: try and tries, stop and stopped, disable and disabling."""
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            word = word.removesuffix(ending)
            break
    word = word[:-1] if word[-1:] == word[-2:-1] else word
    return f"{word[:-1]}i" if word.endswith("y") else word


def shortened(token: str) -> str:
    """A token without its middle where it is very long: nothing is learned from there, and it need not be kept."""
    return token if len(token) <= _LONGEST else token[: _LONGEST // 2] + token[-_LONGEST // 2 :]


def _shape(token: str) -> int:
    has_digit = any(map(str.isdigit, token))
    has_apostrophe = "'" in token or "’" in token
    return _case(token) + _CASES * (has_digit + 2 * ("-" in token) + 4 * has_apostrophe)


def _case(token: str) -> int:
    if token.islower():
        return 0
    if token.isupper():
        return 1 if len(token) > 1 else 2
    if token[:1].isupper():
        return 3 if token[1:].islower() else 4
    return 5 if any(map(str.isupper, token)) else 6
