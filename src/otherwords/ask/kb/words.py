"""The words of a question, and whether two words are forms of one."""

import re

_LISTED = """
    a an and any are as at be been by can could did do does for from give had has have he her him his how i in is it
    its list me many much name of on or please she tell that the their them there these they this those to us
    was were what when where which who whom whose why will with would you your
"""
FUNCTION_WORDS = frozenset(_LISTED.split())
_TOKEN = re.compile(r"\[\]|[^\W_]+(?:['’\-][^\W_]+)*")


def tokens(question: str) -> list[str]:
    """In lower case; a slot ``[]`` is a word."""
    return _TOKEN.findall(question.casefold())


def content(question: str) -> list[str]:
    return [token for token in tokens(question) if token != "[]" and token not in FUNCTION_WORDS]


def are_forms(a: str, b: str) -> bool:
    """``direct`` and ``director``: the same beginning, and not much more. No dictionary, so that any language works."""
    if a == b:
        return True
    shared = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    longer = max(len(a), len(b))
    return (shared >= 4 and shared >= 0.5 * longer) or (shared >= 3 and longer - shared <= 1)
