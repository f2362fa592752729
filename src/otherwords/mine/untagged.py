"""Tags by the shape of the words alone, for languages without a tagger."""

from collections.abc import Sequence
from functools import lru_cache

from otherwords.mine.tags import NUMBER, OTHER, PROPER, PUNCTUATION


def no_tagger(sentences: Sequence[Sequence[str]]) -> list[str]:
    """Proper nouns are the words that start with a capital, but for the first of a sentence, which may be any word.

    Verbs cannot be told by their shape, and are tagged like other words.
    """
    return [_tags(sentence) for sentence in sentences]


def _tags(sentence: Sequence[str]) -> str:
    tags = "".join(map(_shape, sentence))
    first = len(tags) - len(tags.lstrip(PUNCTUATION))
    return f"{tags[:first]}{OTHER}{tags[first + 1 :]}" if tags[first : first + 1] == PROPER else tags


@lru_cache(1 << 16)  # words recur, and this is asked for each of millions
def _shape(token: str) -> str:
    if token[0].isupper() or token[0].istitle():
        return PROPER
    if any(map(str.isalpha, token)):
        return OTHER
    return NUMBER if any(map(str.isdigit, token)) else PUNCTUATION
