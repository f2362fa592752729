"""How likely two phrases that share anchors mean the same: a small model over what tells of a pair.

An anchor fits paraphrases, and as well whatever else can stand in a place. Manuals say one sentence of every class and
every method, with one word changed; there, most pairs are siblings. What tells is how the two differ: in writing, in
words of grammar, in the form of a word, or in what is spoken of; and whether their anchors fit nothing else.

The model is a logistic regression on pairs that were read and judged one by one (``train/judge.py``). Its weights, two
dozen numbers, stand beside this file. There are some for English; pairs of other languages are not judged.
"""

import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from itertools import takewhile
from pathlib import Path

from otherwords.lexicon import Lexicon, has_word
from otherwords.mine.table import GAP, Pair, Wording
from otherwords.mine.writing import is_torn, letters, plain_spelling

WEIGHTS = Path(__file__).parent
_CODE_WORD = re.compile(r".*(?:[a-z][A-Z]|[A-Z]{2}|\d|_|\w[.:/@]\w)")
"""Names of programs, and of things that are numbered: *indexOf*, *0L*, *max_size*, *os.path*."""
_CODE_MARKS = frozenset("()[]:/.*+@#$%&!")
_STEM = 4
"""Letters that two forms of a word have in common, at least."""


@dataclass(frozen=True)
class Judge:
    """The weight of each feature."""

    weights: dict[str, float]

    @classmethod
    def of(cls, language: str | None) -> "Judge | None":
        """The model of a language, where there is one."""
        return _judge(language)

    def probability(self, item: Pair | Wording, lexicon: Lexicon) -> float:
        values = features(item, lexicon)
        return 1 / (1 + math.exp(-sum(weight * values[name] for name, weight in self.weights.items())))


@cache
def _judge(language: str | None) -> Judge | None:
    path = WEIGHTS / f"{language}-judge.json"
    return Judge(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else None


def features(item: Pair | Wording, lexicon: Lexicon) -> dict[str, float]:
    """What tells of a pair, each from 0 to about 1."""
    left, right = (item.left, item.right) if isinstance(item, Pair) else (item.phrase, item.text)
    ours, theirs = without_ends(left.split(), right.split())
    here, there = _content(ours, lexicon), _content(theirs, lexicon)
    same = {
        "same spelling": _spelling(ours) == _spelling(theirs) != "",
        "same stems": bool(here and there) and _all_meet(here, there, _same_stem),
        "synonyms": _are_synonyms(ours, theirs, here, there, lexicon),
    }
    is_same = any(same.values())
    if is_same:  # what they differ in is accounted for
        here, there = [], []
    words = [word.casefold() for word in (*ours, *theirs) if has_word(word)]
    content = here + there
    is_added = not (any(map(has_word, ours)) and any(map(has_word, theirs)))
    fewer, more = sorted((len(here), len(there)))
    said = {
        "always": True,
        **same,
        "marks": not words,
        "grammar added": bool(words) and not more and is_added,
        "grammar changed": bool(words) and not more and not is_added and not is_same,
        "determiners": bool(words) and lexicon.determiners.issuperset(words),
        "auxiliaries": bool(words) and lexicon.auxiliaries.issuperset(words),
        "content added": more > 0 and is_added,
        "content for grammar": more > 0 and fewer == 0 and not is_added,
        "content changed": fewer > 0,
        "a word for a word": fewer == more == 1,
        "code": any(map(_CODE_WORD.match, content)),
        "names": any(word[0].isupper() for word in content),
        "code around": any(map(_is_code_around, item.contexts)),
        "marks of code": any(mark in _CODE_MARKS for mark in (*ours, *theirs)),
        "torn": is_torn(ours) != is_torn(theirs),
    }
    one, other = sorted("".join(side).casefold() for side in (here, there))  # what is first must not matter
    return {
        **{name: float(is_so) for name, is_so in said.items()},
        "much content": min(1.0, (fewer + more) / 4),
        "spelled alike": SequenceMatcher(None, one, other).ratio() if fewer else 0.0,
        "score": item.score,
    }


def without_ends(ours: list[str], theirs: list[str]) -> tuple[list[str], list[str]]:
    """Without the words that both begin or end with: those are as good as part of the anchor."""
    first = _common(ours, theirs)
    ours, theirs = ours[first:], theirs[first:]
    last = _common(ours[::-1], theirs[::-1])
    return ours[: len(ours) - last], theirs[: len(theirs) - last]


def _common(ours: Sequence[str], theirs: Sequence[str]) -> int:
    """How many words, or letters, they begin with alike."""
    return sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(ours, theirs, strict=False)))


def _content(words: Sequence[str], lexicon: Lexicon) -> list[str]:
    """A word of grammar in capitals is none: *UNION ALL*."""
    return [
        word
        for word in words
        if has_word(word) and (word.casefold() not in lexicon.function_words or (len(word) > 1 and word.isupper()))
    ]


def _spelling(words: Sequence[str]) -> str:
    return letters("".join(map(plain_spelling, map(str.casefold, words))))


def _all_meet(here: list[str], there: list[str], meets: Callable[[str, str], bool]) -> bool:
    """Whether each word of either side has one on the other that it belongs to."""
    return all(any(meets(one, other) for other in there) for one in here) and all(
        any(meets(one, other) for one in here) for other in there
    )


def _are_synonyms(ours: list[str], theirs: list[str], here: list[str], there: list[str], lexicon: Lexicon) -> bool:
    def are_so(one: str, other: str) -> bool:
        return lexicon.are_synonyms(one.casefold(), other.casefold())

    def are_close(one: str, other: str) -> bool:
        return are_so(one, other) or _same_stem(one, other)

    if are_so(" ".join(ours), " ".join(theirs)):
        return True
    return bool(here and there) and _all_meet(here, there, are_close) and not _all_meet(here, there, _same_stem)


def _same_stem(one: str, other: str) -> bool:
    """*closes* and *closed*, *normalised* and *normalization*; in programs, each name is another."""
    if _CODE_WORD.match(one) or _CODE_WORD.match(other):
        return False
    common = _common(one.casefold(), other.casefold())
    longer = max(len(one), len(other))
    return common >= min(_STEM, longer) and 5 * common >= 3 * longer - 1


def _is_code_around(context: str) -> bool:
    """Whether the gap stands between marks as programs have them."""
    before, _, after = context.partition(GAP)
    near = (*before.split()[-1:], *after.split()[:1])
    return any(token in _CODE_MARKS for token in near)
