"""Languages go by two letters here; Apertium and some models call them by three."""

_THREE_LETTERS = {
    "da": "dan",
    "de": "deu",
    "en": "eng",
    "es": "spa",
    "et": "est",
    "fi": "fin",
    "fr": "fra",
    "it": "ita",
    "nl": "nld",
    "no": "nob",
    "pt": "por",
    "ru": "rus",
    "sv": "swe",
}


def three_letters(language: str) -> str:
    """The long code, or what was given where none is known."""
    return _THREE_LETTERS.get(language, language)
