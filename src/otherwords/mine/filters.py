"""What stands in the same places and yet means something else: antonyms, numbers, siblings.

*French* and *Welsh*, *one hour* and *two hours*, *left* and *right* share as many contexts as paraphrases do, so no
count tells them apart. They are told by what is known of the words in which two phrases differ, and by what the table
itself gives away: who writes *French and Welsh* does not mean one thing by both.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cached_property
from itertools import islice, product
from typing import TypeVar

from otherwords.lexicon import Lexicon, contrast, has_word, language_of, languages, lexicon_of
from otherwords.lexicon.contrast import Kind, without_common
from otherwords.mine.judge import Judge
from otherwords.mine.table import Pair, Table, Wording


class Fault(StrEnum):
    """Why two phrases are probably no paraphrases."""

    NUMBERS = Kind.NUMBERS
    ANTONYMS = Kind.ANTONYMS
    NEGATION = Kind.NEGATION
    SIBLINGS = Kind.SIBLINGS
    NAMES = "names"
    """*Windows / Debian*"""
    SIDE_BY_SIDE = "side by side"
    """*tables / views*, where the table also holds *tables and views*"""
    UNLIKELY = "unlikely"
    """What the judge does not believe (see ``judge.py``)."""


def fault(left: str, right: str, lexicon: Lexicon) -> Fault | None:
    """What is wrong with a pair, as far as its own words tell."""
    ours, theirs = (text.replace("’", "'").split() for text in (left, right))
    if found := contrast(ours, theirs, lexicon):
        return Fault(found.kind)
    # Without its lists, a language may be one that writes every noun with a capital.
    if lexicon.language is not None and _are_different_names(*without_common(ours, theirs), lexicon):
        return Fault.NAMES
    return None


LIKELY = 0.6
"""The probability that pairs have, at least, which are shown to people."""
LIKELY_ENOUGH = 0.3
"""The same of wordings that a query is expanded by: a search engine ranks what it finds, so more may be risked."""
LANGUAGE = "language"
"""The key under which a table may say its language; words without sentences hardly give it away."""
_FIRST = 1000
_MOST = 1 << 17

Item = TypeVar("Item", Pair, Wording)


@dataclass(frozen=True)
class Filter:
    """Judges pairs by their words, by what else the table holds, and by how likely they are."""

    table: Table
    lexicon: Lexicon
    min_probability: float = 0.0
    """Pairs under it are faulty."""

    @classmethod
    def of(
        cls,
        table: Table,
        language: str | None = None,
        antonyms: Iterable[tuple[str, str]] = (),
        min_probability: float = 0.0,
    ) -> "Filter":
        """With the lists of the language: the one given, else the table's own, else as its best pairs look."""
        lexicon = lexicon_of(language or _language_of(table))
        return cls(table, lexicon.with_opposites(antonyms), min_probability)

    @cached_property
    def _judge(self) -> Judge | None:
        """None for tables that were not mined, whose scores and counts say other things."""
        return Judge.of(self.lexicon.language) if "anchor" in self.table.about else None

    def probability(self, item: Pair | Wording) -> float | None:
        """That the two mean the same, as far as the judge can tell; None where there is no judge."""
        return self._judge.probability(item, self.lexicon) if self._judge else None

    def judged(self, items: Iterable[Item]) -> Iterator[tuple[Item, Fault | None]]:
        """Each pair or wording, and what is wrong with it."""
        items, size = iter(items), _FIRST
        while some := list(islice(items, size)):
            pairs = [_phrases(item) for item in some]
            faults = [fault(*pair, self.lexicon) for pair in pairs]
            unclear = [i for i, found in enumerate(faults) if found is None and self._could_be_listed(*pairs[i])]
            joiners = sorted(self.lexicon.coordinators)
            for place in self.table.side_by_side([pairs[i] for i in unclear], joiners):
                faults[unclear[place]] = Fault.SIDE_BY_SIDE
            if self.min_probability > 0:
                faults = [found or self._doubt(item) for item, found in zip(some, faults, strict=True)]
            yield from zip(some, faults, strict=True)
            # Every batch costs a look through the table: small ones first, for who wants ten pairs, then large ones.
            size = min(4 * size, _MOST)

    def _doubt(self, item: Pair | Wording) -> Fault | None:
        probability = self.probability(item)
        return Fault.UNLIKELY if probability is not None and probability < self.min_probability else None

    def _could_be_listed(self, left: str, right: str) -> bool:
        """Whether each of the two has words of content that the other lacks."""
        rests = without_common(left.split(), right.split())
        return all(
            any(has_word(word) and word.casefold() not in self.lexicon.function_words for word in rest)
            for rest in rests
        )


def _language_of(table: Table) -> str | None:
    """None where there are no lists for it."""
    if said := table.about.get(LANGUAGE):
        return said if said in languages() else None
    texts = (text for pair in table.pairs(stop=_FIRST) for text in (pair.left, pair.right, *pair.contexts))
    return language_of(word for text in texts for word in text.split())


def _phrases(item: Pair | Wording) -> tuple[str, str]:
    return (item.left, item.right) if isinstance(item, Pair) else (item.phrase, item.text)


def _are_different_names(ours: list[str], theirs: list[str], lexicon: Lexicon) -> bool:
    here, there = _names(ours, lexicon), _names(theirs, lexicon)
    if not here or not there or _is_short_for(here, there) or _is_short_for(there, here):
        return False
    return not any(lexicon.are_the_same(one.casefold(), other.casefold()) for one, other in product(here, there))


def _names(words: list[str], lexicon: Lexicon) -> list[str]:
    """The words that carry content, where all of them are names."""
    content = [word for word in words if word.casefold() not in lexicon.function_words and any(map(str.isalpha, word))]
    return content if all(word[0].isupper() for word in content) else []


_ALIKE = 0.7


def _is_short_for(short: list[str], long: list[str]) -> bool:
    """*UN* for *United Nations*, *Pres.* for *President*; or one name in two spellings."""
    letters, whole = "".join(filter(str.isalpha, "".join(short))).casefold(), "".join(long).casefold()
    initials = "".join(word[0] for word in long).casefold()
    return letters == initials or whole.startswith(letters) or SequenceMatcher(None, letters, whole).ratio() >= _ALIKE
