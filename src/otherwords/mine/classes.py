"""What kind of a pair is this: the eleven classes of Paşca & Dienes (2005), as far as rules and word lists can tell.

What no rule decides is ``unsorted``. Only a reader can say of such a pair whether it is right: the rules find hardly
any of the wrong ones, and that is no praise of a table.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import permutations

from otherwords.lexicon import Lexicon
from otherwords.mine.filters import Fault, fault
from otherwords.mine.wordnet import WordNet
from otherwords.mine.writing import is_torn, letters, plain_spelling

Relation = Callable[[str, str], bool]


class PairClass(StrEnum):
    SPELLING = "punctuation or spelling"
    CASE = "case"
    STOP_WORDS = "both stop words"
    HYPHENATION = "hyphenation"
    MORPHOLOGY = "morphology"
    SYNONYMS = "synonyms"
    SIBLINGS = "siblings"
    ELABORATION = "one side elaborates"
    ENTAILMENT = "entailment"
    ANTONYMS = "antonyms"
    WRONG = "wrong"
    UNSORTED = "unsorted"


_OPPOSITE = (Fault.ANTONYMS, Fault.NEGATION)


@dataclass(frozen=True)
class Sorter:
    """Sorts pairs by the words' lists, and by a thesaurus where there is one."""

    lexicon: Lexicon
    are_synonyms: Relation | None = None
    """Of two words in their dictionary form; None where no list of synonyms is at hand."""
    wordnet: WordNet | None = None

    def sort(self, left: str, right: str, found: Fault | None = None) -> PairClass:
        """``found`` is a fault that is already known, such as one that the table gave away."""
        if (spelled := _by_writing(left, right)) is not None:
            return spelled
        found = found or fault(left, right, self.lexicon)
        if found in _OPPOSITE:
            return PairClass.ANTONYMS
        ours, theirs = left.split(), right.split()
        if all(word.casefold() in self.lexicon.function_words for word in ours + theirs):
            return PairClass.STOP_WORDS
        if found is not None:
            return PairClass.SIBLINGS
        return self._by_words(ours, theirs)

    def _by_words(self, ours: list[str], theirs: list[str]) -> PairClass:
        lemma_of = lemmatizer(self.lexicon.language)
        here, there = Counter(map(lemma_of, ours)), Counter(map(lemma_of, theirs))
        only_here, only_there = here - there, there - here
        if all(word in self.lexicon.auxiliaries for word in [*only_here, *only_there]):
            return PairClass.MORPHOLOGY
        if not only_here or not only_there:
            return PairClass.ELABORATION
        phrases = " ".join(map(lemma_of, ours)), " ".join(map(lemma_of, theirs))
        words = self._content(only_here), self._content(only_there)
        for relation, told in self._relations():
            if relation(*phrases) or _can_be_paired(*words, relation):
                return told
        return PairClass.WRONG if is_torn(ours) != is_torn(theirs) else PairClass.UNSORTED

    def _relations(self) -> Iterator[tuple[Relation, PairClass]]:
        if self.are_synonyms is not None:
            yield self.are_synonyms, PairClass.SYNONYMS
        if (wordnet := self.wordnet) is not None:
            yield wordnet.are_synonyms, PairClass.SYNONYMS
            yield lambda one, other: wordnet.entails(one, other) or wordnet.entails(other, one), PairClass.ENTAILMENT
            yield wordnet.are_siblings, PairClass.SIBLINGS

    def _content(self, words: Counter[str]) -> list[str]:
        return [word for word in words.elements() if word not in self.lexicon.function_words]


def _can_be_paired(ours: list[str], theirs: list[str], relation: Relation) -> bool:
    """Whether each word of one side stands in the relation to one of the other's; there are only a few of them."""
    if not ours or len(ours) != len(theirs) or len(ours) > 4:
        return False
    return any(all(map(relation, ours, order)) for order in permutations(theirs))


_HYPHENS = re.compile(r"[\s\-‐‑–]+")


def _by_writing(left: str, right: str) -> PairClass | None:
    """The class of a pair that differs in nothing but how it is written."""
    one, other = left.casefold(), right.casefold()
    if one == other:
        return PairClass.CASE
    if _HYPHENS.sub("", one) == _HYPHENS.sub("", other) != "":
        return PairClass.HYPHENATION
    if letters(one) == letters(other) != "":
        return PairClass.SPELLING
    ours, theirs = one.split(), other.split()
    if [*map(plain_spelling, ours)] == [*map(plain_spelling, theirs)]:
        return PairClass.SPELLING
    return None


def has_lemmas() -> bool:
    return find_spec("simplemma") is not None


@cache
def lemmatizer(language: str | None) -> Callable[[str], str]:
    """Words to their dictionary forms, where the extra for that is there; else to lower case."""
    if language is None or not has_lemmas():
        return str.casefold
    import simplemma

    @lru_cache(maxsize=1 << 16)
    def lemma_of(word: str) -> str:
        # The large dictionaries in their compact form: as fast for what a page needs, in a tenth of the memory.
        lemma: str = simplemma.lemmatize(word, lang=language, low_memory=True)
        return lemma.casefold()

    return lemma_of
