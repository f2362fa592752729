"""Phrases of a word or a few that say the same, and others that look or sound alike and do not.

Sentences teach a pair model little about them. The recipe's ``[[phrases]]`` name three kinds of sources:

- ``synsets``      METEOR's copy of WordNet: a word, then the numbers of its sets; ``english.relations`` beside it
- ``words``        two words a line, which say the same unless the entry says ``same = false``
- ``differences``  ``{a, b}``: where two wordings of a sentence differ in one stretch, the two stretches say the same
"""

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path

from otherwords.evaluate.files import read_json_lines, read_lines
from otherwords.text import OtherwordsError, words
from otherwords.train.recipe import read_toml
from otherwords.train.sources import Entry
from otherwords.train.whole import writing_whole

Pair = tuple[str, str]

_LONGEST = 5
"""Words of a phrase, at most."""
_AROUND = 2
"""Words that two wordings share around the stretch in which they differ, at least."""
_SENSES = 0.3
"""Two words share so much of the senses of the one that has fewer: else they seldom mean the same."""
_KNOWN = 3
"""How often a word must stand in the sentences: most of what WordNet lists is never said."""
_FORM_WORDS = frozenset(
    """a am an and any are as at be been being but by can did do does for from had has have he her him his i if in into
    is it its may me must my of on or our out shall she so some than that the their them there these they this those to
    up us was we were what which who will with would you your""".split()  # noqa: SIM905
)
"""Fewer than the lexicon's function words: in a phrase *off*, *not* or *after* says something."""


@dataclass
class Phrases:
    same: list[Pair] = field(default_factory=list)
    other: list[Pair] = field(default_factory=list)
    """What people may take for the same: opposites, kinds of a thing, phrases that share a word."""

    def save(self, path: Path) -> None:
        with writing_whole(path) as file:
            file.write(json.dumps(asdict(self), ensure_ascii=False).encode())

    @classmethod
    def load(cls, path: Path) -> "Phrases":
        return cls(**json.loads(path.read_text(encoding="utf-8")))


def read_phrases(recipe: Path, data: Path) -> Phrases:
    """All that the recipe names, in an order that depends on nothing else; nothing is both same and other."""
    entries = read_toml(recipe).get("phrases", [])
    files = [(entry, path) for entry in entries for path in _files(entry, data)]
    same: dict[Pair, None] = {}
    other: dict[Pair, None] = {}
    said: Counter[str] = Counter()
    for entry, path in files:
        if entry["kind"] == "differences":
            for a, b in _wordings(path):
                said.update(a + b)
                if stretches := _difference(a, b):
                    same[stretches] = None
    for entry, path in files:
        if entry["kind"] == "words":
            kept = same if entry.get("same", True) else other
            kept |= dict.fromkeys(_in_order(*line.split()[:2]) for _, line in read_lines(path) if len(line.split()) > 1)
        elif entry["kind"] == "synsets":
            alike, related = _of_synsets(path, said)
            same |= dict.fromkeys(alike)
            other |= dict.fromkeys(related)
    other |= dict.fromkeys(_sharing_a_word(list(same)))
    return Phrases(list(same), [pair for pair in other if pair not in same])


def _files(entry: Entry, data: Path) -> list[Path]:
    if entry["kind"] not in ("synsets", "words", "differences"):
        raise OtherwordsError(f'there is no kind of phrases "{entry["kind"]}"; choose synsets, words or differences')
    if files := sorted(data.glob(entry["files"])):
        return files
    raise OtherwordsError(f"no file matches {entry['files']} below {data}; the recipe learns phrases from it")


def _in_order(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _wordings(path: Path) -> Iterator[tuple[list[str], list[str]]]:
    for _, row in read_json_lines(path):
        if str(row.get("label", 1)) == "1":
            a, b = ([text[i:j].lower() for i, j in words(text)] for text in (row["a"], row["b"]))
            yield a, b


def _difference(a: list[str], b: list[str]) -> Pair | None:
    """The stretch in which each differs from the other, where there is one of a few words that says something."""
    shorter = min(len(a), len(b))
    before = next((i for i in range(shorter) if a[i] != b[i]), shorter)
    after = next((i for i in range(shorter - before) if a[-1 - i] != b[-1 - i]), shorter - before)
    ours, theirs = a[before : len(a) - after], b[before : len(b) - after]
    is_short = 1 <= len(ours) <= _LONGEST and 1 <= len(theirs) <= _LONGEST and len(ours) + len(theirs) > 2
    if not is_short or before + after < _AROUND or any(_FORM_WORDS.issuperset(one) for one in (ours, theirs)):
        return None
    return _in_order(" ".join(ours), " ".join(theirs)) if sorted(ours) != sorted(theirs) else None


def _of_synsets(path: Path, said: Counter[str]) -> tuple[list[Pair], list[Pair]]:
    """Words of one set, and words of sets that are related but share none."""
    senses: dict[str, set[str]] = {}
    lines = read_lines(path)
    for _, word in lines:
        _, numbers = next(lines)
        phrase = word.strip().replace("_", " ").lower()
        if all(said[one] >= _KNOWN for one in phrase.split()):
            senses.setdefault(phrase, set()).update(numbers.split())
    members: dict[str, list[str]] = defaultdict(list)
    for phrase, sets in senses.items():
        for one in sets:
            members[one].append(phrase)

    def alike(a: str, b: str) -> bool:
        return len(senses[a] & senses[b]) >= _SENSES * min(len(senses[a]), len(senses[b]))

    groups = [sorted(group) for _, group in sorted(members.items())]
    same = [pair for group in groups for pair in combinations(group, 2) if alike(*pair)]
    draw = random.Random(1)
    related = []
    lines = read_lines(path.with_name("english.relations"))
    for _, number in lines:
        near = [one for one in next(lines)[1].split() if one in members]
        if number.strip() in members and near:
            a, b = (draw.choice(members[one]) for one in (number.strip(), draw.choice(near)))
            if not senses[a] & senses[b]:
                related.append(_in_order(a, b))
    return same, related


def _sharing_a_word(same: list[Pair]) -> Iterator[Pair]:
    """For every phrase of several words another that shares one of them: *carry out*, *carry in*."""
    holding: dict[str, list[str]] = defaultdict(list)
    phrases = [one for pair in same for one in pair if " " in one]
    for phrase in dict.fromkeys(phrases):
        for word in phrase.split():
            if word not in _FORM_WORDS:
                holding[word].append(phrase)
    draw = random.Random(1)
    for phrase in dict.fromkeys(phrases):
        sharing = [word for word in phrase.split() if len(holding[word]) > 1]
        if sharing:
            other = draw.choice(holding[draw.choice(sharing)])
            if not set(phrase.split()) <= set(other.split()) and not set(other.split()) <= set(phrase.split()):
                yield _in_order(phrase, other)
