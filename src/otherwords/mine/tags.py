"""What a token is, in one character: a sentence's tags are a string as long as its list of tokens."""

PROPER = "E"
"""A proper noun; a run of them is a named entity."""
VERB = "V"
"""A verb that is neither a gerund nor a modal: finite, infinitive or participle."""
GERUND = "G"
"""A verb in -ing."""
MODAL = "M"
PRONOUN = "P"
"""A personal or possessive pronoun."""
NUMBER = "N"
PUNCTUATION = "."
OTHER = "o"

ALL = PROPER + VERB + GERUND + MODAL + PRONOUN + NUMBER + PUNCTUATION + OTHER


def without_letters(token: str) -> str | None:
    """The tag of a token that has no letter: what it is, is plain in every language. None for a word."""
    if any(map(str.isalpha, token)):
        return None
    return NUMBER if any(map(str.isalnum, token)) else PUNCTUATION
