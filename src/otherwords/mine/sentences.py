"""From texts to the sentences worth mining, as words and their tags."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from otherwords.mine.tags import GERUND, MODAL, NUMBER, VERB
from otherwords.mine.tokens import tokens
from otherwords.text import sentences

Tag = Callable[[Sequence[Sequence[str]]], list[str]]
"""Tokens of sentences in, a string of tags for each out: ``Tagger.tag`` or ``no_tagger``."""

_BATCH = 1000  # sentences that are tagged at once; the result does not depend on it
_VERBAL = frozenset(VERB + GERUND + MODAL)
_CODE = frozenset("`{}\\|^~=<>_")
"""Signs of programs and formulas. What stands in the same places there is anything but the same."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Which sentences are kept: those of Paşca & Dienes (2005), but for code, which the web of 2005 held less of."""

    fewest_words: int = 5
    most_words: int = 30
    longest_word: int = 30
    needs_verb: bool = True
    """To be false where the tags do not tell verbs, as those of ``no_tagger``."""


def kept_of_all(texts: Iterable[str], tag: Tag, rules: Rules) -> Iterator[tuple[str, str]]:
    """The kept sentences of one text after the other: the tokens with one space between them, and a tag for each.

    Many short texts go faster so, for they are tagged together.
    """
    candidates = (words for text in texts for words in _tokenized(text) if _may_be_kept(words, rules))
    while batch := list(islice(candidates, _BATCH)):
        for words, tags in zip(batch, tag(batch), strict=True):
            if _is_kept(words, tags, rules):
                yield " ".join(words), tags


def _tokenized(text: str) -> Iterator[list[str]]:
    for start, end in sentences(text):
        yield tokens(text[start:end])


def _may_be_kept(sentence: Sequence[str], rules: Rules) -> bool:
    """The rules that need no tags; most sentences fall here, and are never tagged."""
    lengths = [len(token) for token in sentence if _is_word(token)]
    return (
        rules.fewest_words <= len(lengths) <= rules.most_words
        and max(lengths) <= rules.longest_word
        and any(token[0].islower() for token in sentence)
        and 3 * len(lengths) >= 2 * len(sentence)
        and _CODE.isdisjoint(sentence)
    )


def _is_kept(sentence: Sequence[str], tags: str, rules: Rules) -> bool:
    if rules.needs_verb and VERB not in tags:
        return False
    numbers = tags.count(NUMBER)
    if numbers and 2 * numbers >= sum(map(_is_word, sentence)):
        return False
    return any(token[0].islower() and tag not in _VERBAL for token, tag in zip(sentence, tags, strict=True))


@lru_cache(1 << 16)  # words recur, and this is asked for each of millions
def _is_word(token: str) -> bool:
    return any(map(str.isalnum, token))
