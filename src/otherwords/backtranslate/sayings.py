"""What a text says, whatever its case, spaces and punctuation: when two texts are the same, and one within another."""

from otherwords.evaluate.scorers import find_scorer

_tokens = find_scorer("otherwords").tokens


def is_same(one: str, other: str) -> bool:
    return "".join(_tokens(one)) == "".join(_tokens(other))


def is_empty(text: str) -> bool:
    return not _tokens(text)


def padded(text: str) -> str:
    """The tokens with a space before and behind each, so that only whole ones are found in it."""
    return f" {' '.join(_tokens(text))} "


def is_said_twice(what: str, where: str) -> bool:
    """Both padded."""
    first = where.find(what)
    return first >= 0 and where.find(what, first + 1) >= 0
