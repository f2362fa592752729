"""How two texts are compared: by their tokens, after a normalisation. Ours for every language, or the paper's.

``otherwords`` disregards case and punctuation of every script. ``turku`` is the scorer of "Semantic Search as
Extractive Paraphrase Span Detection", which is SQuAD's: only ASCII punctuation, and English articles go as well.
"""

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from otherwords.text import OtherwordsError


@dataclass(frozen=True, slots=True)
class Scorer:
    name: str
    tokens: Callable[[str], list[str]]
    null_is_empty_text: bool
    """SQuAD's scorer sees texts only, so a span of nothing but punctuation equals "not here"; ours keeps them apart."""

    def em(self, predicted: str | None, gold: str | None) -> float:
        """1 when both say the same tokens in the same order; None stands for "not here"."""
        if (verdict := self._null_verdict(predicted, gold)) is not None:
            return verdict
        return float(self.tokens(predicted or "") == self.tokens(gold or ""))

    def f1(self, predicted: str | None, gold: str | None) -> float:
        """How much of the tokens both share, from 0 to 1; None stands for "not here"."""
        if (verdict := self._null_verdict(predicted, gold)) is not None:
            return verdict
        ours, theirs = self.tokens(predicted or ""), self.tokens(gold or "")
        if not ours or not theirs:
            return float(ours == theirs)
        shared = (Counter(ours) & Counter(theirs)).total()
        return 2 * shared / (len(ours) + len(theirs))

    def _null_verdict(self, predicted: str | None, gold: str | None) -> float | None:
        if self.null_is_empty_text or (predicted is not None and gold is not None):
            return None
        return float(predicted is gold)


def _unicode_tokens(text: str) -> list[str]:
    return "".join(character for character in text.casefold() if not _is_punctuation(character)).split()


@lru_cache(maxsize=4096)
def _is_punctuation(character: str) -> bool:
    # SQuAD counts ASCII signs such as $ and + as punctuation, Unicode does not; leaving them out keeps the two close.
    return character in string.punctuation or unicodedata.category(character).startswith("P")


_NO_ASCII_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ENGLISH_ARTICLE = re.compile(r"\b(a|an|the)\b")


def _squad_tokens(text: str) -> list[str]:
    return _ENGLISH_ARTICLE.sub(" ", text.lower().translate(_NO_ASCII_PUNCTUATION)).split()


SCORERS = {
    scorer.name: scorer
    for scorer in (
        Scorer("otherwords", _unicode_tokens, null_is_empty_text=False),
        Scorer("turku", _squad_tokens, null_is_empty_text=True),
    )
}


def find_scorer(name: str) -> Scorer:
    if name not in SCORERS:
        raise OtherwordsError(f'there is no scorer "{name}"; choose from {", ".join(SCORERS)}')
    return SCORERS[name]
