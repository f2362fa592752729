"""What is known about single words: opposites, kinds, numbers, negations. One file of lists a language, in ``words/``.

The lists are small and written by hand, and cover what mining mistakes for paraphrases most often. Whoever has larger
ones adds them: a file of antonyms, a file of synonyms, or WordNet's folder (see ``mine/wordnet.py``).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from otherwords.text import OtherwordsError

_LISTS = Path(__file__).parent / "words"
_HEADING = re.compile(r"\[(.+)\]")
_SHORTEST_INFLECTED = 3
"""Letters. Shorter words with endings are other words: *on* and *only*."""

_VOWELS = "aeiouyåäö"

Ids = dict[str, frozenset[int]]


@dataclass(frozen=True)
class Lexicon:
    """Lists of words in lower case. An empty one knows no language, and still serves."""

    language: str | None = None
    function_words: frozenset[str] = frozenset()
    auxiliaries: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    determiners: frozenset[str] = frozenset()
    """Words that say which one is meant; this and synonyms only where there is a judge to ask for them."""
    coordinators: frozenset[str] = frozenset()
    copulas: frozenset[str] = frozenset()
    symmetric: frozenset[str] = frozenset()
    """Words around which two things may change places. Empty where word order does not tell who does what."""
    negations: frozenset[str] = frozenset()
    near_negations: frozenset[str] = frozenset()
    """Words that say a *not* among other things: *failed to* is *did not*."""
    numbers: dict[str, float] = field(default_factory=dict)
    negative_prefixes: tuple[tuple[str, int], ...] = ()
    """With the number of letters that must follow: *unkind* is a negative of *kind*, *use* is none of *e*."""
    opposite_prefixes: tuple[tuple[str, str], ...] = ()
    sides: Ids = field(default_factory=dict)
    """Of a word the sides that it is on in the lists of antonyms; the opposite of side 7 is side -7."""
    kinds: dict[str, dict[int, int]] = field(default_factory=dict)
    """Of a word its kinds, and in each which of its members it is: *day* and *days* are the same one."""
    same: Ids = field(default_factory=dict)
    synonyms: Ids = field(default_factory=dict)

    def are_opposites(self, one: str, other: str) -> bool:
        sides = self.sides.get(other, frozenset())
        return any(-side in sides for side in self.sides.get(one, ())) or self._differ_in_prefix(one, other)

    def are_siblings(self, one: str, other: str) -> bool:
        """Whether both are of one kind, and are not the same."""
        if self.are_the_same(one, other):
            return False
        kinds = self.kinds.get(other, {})
        return any(kinds.get(kind, member) != member for kind, member in self.kinds.get(one, {}).items())

    def are_the_same(self, one: str, other: str) -> bool:
        return not self.same.get(one, frozenset()).isdisjoint(self.same.get(other, ()))

    def are_synonyms(self, one: str, other: str) -> bool:
        """Of words in any form, or phrases of the list."""
        return not self.synonyms.get(one, frozenset()).isdisjoint(self.synonyms.get(other, ()))

    def with_opposites(self, pairs: Iterable[tuple[str, str]]) -> "Lexicon":
        """This lexicon, and further antonyms."""
        pairs = list(pairs)
        if not pairs:
            return self
        sides = defaultdict(set, {word: set(ids) for word, ids in self.sides.items()})
        highest = max((abs(side) for ids in self.sides.values() for side in ids), default=0)
        for side, (one, other) in enumerate(pairs, start=highest + 1):
            sides[one.casefold()].add(side)
            sides[other.casefold()].add(-side)
        return replace(self, sides=_frozen(sides))

    def _differ_in_prefix(self, one: str, other: str) -> bool:
        longer, shorter = (one, other) if len(one) > len(other) else (other, one)
        if longer.endswith(shorter):
            prefix = longer[: len(longer) - len(shorter)]
            return any(prefix == negative and len(shorter) >= least for negative, least in self.negative_prefixes)
        return any(
            first.startswith(this) and second.startswith(that) and first[len(this) :] == second[len(that) :] != ""
            for this, that in self.opposite_prefixes
            for first, second in ((one, other), (other, one))
        )


def has_word(text: str) -> bool:
    """Whether there is more to it than punctuation."""
    return any(map(str.isalnum, text))


def languages() -> list[str]:
    return sorted(path.stem for path in _LISTS.glob("*.txt"))


@cache
def lexicon_of(language: str | None) -> Lexicon:
    """The lists of a language; for None, empty ones."""
    if language is None:
        return Lexicon()
    if language not in languages():
        raise OtherwordsError(f"no word lists for the language {language}; there are some for {', '.join(languages())}")
    sections = _sections(language)
    negative_prefixes, opposite_prefixes = _prefixes(sections["prefix opposites"])
    return Lexicon(
        language,
        function_words=frozenset(_words(sections["function words"])),
        auxiliaries=frozenset(_words(sections["auxiliaries"])),
        articles=frozenset(_words(sections["articles"])),
        determiners=frozenset(_words(sections.get("determiners", []))),
        coordinators=frozenset(_words(sections["coordinators"])),
        copulas=frozenset(_words(sections.get("copulas", []))),
        symmetric=frozenset(_words(sections.get("symmetric", []))),
        negations=frozenset(_words(sections["negations"])),
        near_negations=frozenset(_words(sections["near negations"])),
        numbers=_numbers(sections["numbers"]),
        negative_prefixes=negative_prefixes,
        opposite_prefixes=opposite_prefixes,
        sides=_sides(sections["antonyms"], _words(sections["endings"])),
        kinds=_kinds(sections["siblings"], _words(sections["endings of nouns"])),
        same=_same(sections["same names"]),
        synonyms=_synonyms(sections.get("synonyms", []), _words(sections["endings"])),
    )


def language_of(words: Iterable[str]) -> str | None:
    """The language whose function words are most of these; None where that is unclear."""
    counts = Counter(map(str.casefold, words))
    votes = {name: sum(counts[word] for word in _words(_sections(name)["function words"])) for name in languages()}
    best, second = sorted(votes.values(), reverse=True)[:2]
    return max(votes, key=lambda name: votes[name]) if best > second else None


@cache
def _sections(language: str) -> dict[str, list[str]]:
    """By heading, the lines: without remarks, and with indented lines joined to the one above."""
    sections: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in (_LISTS / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        text = line.partition("#")[0].rstrip()
        if heading := _HEADING.fullmatch(text):
            lines = sections.setdefault(heading[1], [])
        elif text.startswith(" "):
            lines[-1] += text
        elif text:
            lines.append(text)
    return sections


def _words(lines: Iterable[str]) -> list[str]:
    return [word for line in lines for word in line.split()]


def _forms(word: str, endings: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The word, and what may be its inflections: *planned* of *plan*, *moving* of *move*, *tries* of *try*.

    With a rank: the lower, the likelier that it is a form of this word, and not of another.
    """
    yield 0, word
    if len(word) >= _SHORTEST_INFLECTED:
        yield from ((1, word + ending) for ending in endings)
        stems = [word[:-1] if word[-1] in _VOWELS else word + word[-1], re.sub("y$", "i", word)]
        yield from ((2, stem + ending) for stem in stems for ending in endings)


def _members(groups: Iterable[list[str]], endings: list[str]) -> dict[str, int]:
    """Every form of every word, with the number of its group; a form of two groups goes to the likelier one."""
    forms = sorted(
        (rank, number, form)
        for number, group in enumerate(groups)
        for word in group
        for rank, form in _forms(word, endings)
    )
    members: dict[str, int] = {}
    for _, number, form in forms:
        members.setdefault(form, number)
    return members


def _numbers(lines: list[str]) -> dict[str, float]:
    """A line is a value and its words, or the words from zero on."""
    values = {word: float(line.split()[0]) for line in lines if line[0].isdigit() for word in line.split()[1:]}
    counted = _words(line for line in lines if not line[0].isdigit())
    return values | {word: float(value) for value, word in enumerate(counted)}


def _sides(lines: list[str], endings: list[str]) -> Ids:
    sides: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(lines, start=1):
        for form, half in _members((words.split() for words in line.split("/")), endings).items():
            sides[form].add(-number if half else number)
    return _frozen(sides)


def _kinds(lines: list[str], endings: list[str]) -> dict[str, dict[int, int]]:
    kinds: dict[str, dict[int, int]] = defaultdict(dict)
    for kind, line in enumerate(lines):
        for form, member in _members(([word] for word in line.split()), endings).items():
            kinds[form][kind] = member
    return dict(kinds)


def _same(lines: list[str]) -> Ids:
    groups: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(lines):
        for word in line.split():
            groups[word].add(number)
    return _frozen(groups)


def _synonyms(lines: list[str], endings: list[str]) -> Ids:
    groups: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(lines):
        for word in line.split():
            # A phrase of several words is taken as it stands.
            for _, form in _forms(word, () if "_" in word else endings):
                groups[form.replace("_", " ")].add(number)
    return _frozen(groups)


def _prefixes(lines: list[str]) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, str], ...]]:
    negative = [entry.split(":") for entry in _words(line for line in lines if "/" not in line)]
    opposite = [line.split(" / ") for line in lines if "/" in line]
    return tuple((prefix, int(least)) for prefix, least in negative), tuple((one, other) for one, other in opposite)


def _frozen(sets: dict[str, set[int]]) -> Ids:
    return {word: frozenset(ids) for word, ids in sets.items()}
