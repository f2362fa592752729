"""What can be seen of a query and a candidate: shared words and letters, order, length, numbers, negations.

Each feature has a name that a person understands, and lies between 0 and 1, or is the logarithm of a ratio. Those of
``AMONG`` say how a candidate stands among the others of its list.
"""

import math
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from otherwords.rank.among import Ints, among_candidates, nearness
from otherwords.rank.rarity import Rarity, words_of

Floats = NDArray[np.float64]

ALONE = (
    "shared words",
    "query words said",
    "candidate words said",
    "rare words shared",
    "rare query words said",
    "rare candidate words said",
    "rarest word missing",
    "shared pairs of words",
    "shared triples of letters",
    "query letters said",
    "words in the same order",
    "longest common run",
    "same beginning",
    "words nearly said",
    "rare words nearly said",
    "length ratio",
    "query length",
    "numbers differ",
    "negation differs",
    "question differs",
    "names missing",
    "names added",
    "capitals",
    "punctuation",
    "hashtags and handles",
    "exclamation",
    "ends as a sentence",
    "says I or you",
)
AMONG = (
    "nearness to the other candidates",
    "shared words, among the candidates",
    "rare words shared, among the candidates",
    "shared triples of letters, among the candidates",
    "words in the same order, among the candidates",
)
NAMES = ALONE + AMONG

_NEGATIONS = """no not never none nobody nothing neither nor without cannot
    ei eivät en et emme ette älä ilman inte ej aldrig ingen inget inga utan nicht kein keine nie niemals ohne"""
_SPEAKER = frozenset({"i", "me", "my", "we", "us", "our", "you", "your"})
_NEGATING = frozenset(_NEGATIONS.split())


class Text:
    """A text with all that is compared."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = words_of(text)
        self.bag = Counter(self.words)
        self.pairs = Counter(pairwise(self.words))
        self.letters = {word: _triples(word) for word in self.bag}
        self.triples = frozenset[str]().union(*self.letters.values())
        self.numbers = {word for word in self.bag if any(map(str.isdigit, word))}
        self.is_negated = any(word in _NEGATING or word.endswith(("n't", "n’t")) for word in self.bag)
        self.names = {word.casefold() for word in text.split()[1:] if word[:1].isupper()}


def _triples(word: str) -> frozenset[str]:
    padded = f" {word} "
    return frozenset(padded[i : i + 3] for i in range(len(padded) - 2))


def _alike(ours: frozenset[str], theirs: frozenset[str]) -> float:
    return _share(2 * len(ours & theirs), len(ours) + len(theirs))


def features(query: str, candidates: Sequence[str], rarity: Rarity) -> Floats:
    """[candidates, features], in the order of NAMES."""
    if not candidates:
        return np.zeros((0, len(NAMES)))
    asked, numbers = Text(query), dict[str, int]()
    rows, triples = [], []  # all that is kept of a text: lists can be long
    for candidate in candidates:
        text = Text(candidate)
        rows.append(_alone(asked, text, rarity))
        triples.append(np.array([numbers.setdefault(one, len(numbers)) for one in text.triples], dtype=np.int32))
    alone = np.array(rows)
    return np.hstack([alone, _among(alone, triples)])


def _alone(query: Text, other: Text, rarity: Rarity) -> list[float]:
    shared = (query.bag & other.bag).total()
    common, ours, theirs = (
        sum(rarity[word] * number for word, number in bag.items())
        for bag in (query.bag & other.bag, query.bag, other.bag)
    )
    missing = [rarity[word] for word in query.bag if word not in other.bag]
    rarest = max((rarity[word] for word in query.bag), default=1.0)
    order = SequenceMatcher(None, query.words, other.words, autojunk=False)
    longest = order.find_longest_match().size
    beginning = next(
        (i for i, (a, b) in enumerate(zip(query.words, other.words, strict=False)) if a != b),
        min(len(query.words), len(other.words)),
    )
    nearly = {word: _nearest(word, query, other) for word in query.bag}
    return [
        _share(2 * shared, len(query.words) + len(other.words)),
        _share(shared, len(query.words)),
        _share(shared, len(other.words)),
        _share(2 * common, ours + theirs),
        _share(common, ours),
        _share(common, theirs),
        max(missing, default=0.0) / rarest,
        _share(2 * (query.pairs & other.pairs).total(), query.pairs.total() + other.pairs.total()),
        _alike(query.triples, other.triples),
        _share(len(query.triples & other.triples), len(query.triples)),
        order.ratio(),
        _share(longest, len(query.words)),
        _share(beginning, len(query.words)),
        _share(sum(nearly[word] for word in query.words), len(query.words)),
        _share(sum(nearly[word] * rarity[word] for word in query.words), ours),
        math.log((len(other.words) + 1) / (len(query.words) + 1)),
        math.log(len(query.words) + 1),
        float(bool(query.numbers ^ other.numbers)),
        float(query.is_negated != other.is_negated),
        float(("?" in query.text) != ("?" in other.text)),
        _share(len(query.names - other.names), len(query.names)),
        _share(len(other.names - query.names), len(other.names)),
        *_form(other),
    ]


def _form(other: Text) -> list[float]:
    """How the candidate is written, whatever the query says: a remark is not a headline."""
    signs = Counter(other.text)
    return [
        _share(sum(number for sign, number in signs.items() if sign.isupper()), len(other.text)),
        _share(sum(number for sign, number in signs.items() if not sign.isalnum() and sign != " "), len(other.text)),
        float(min(signs["#"] + signs["@"], 3)),
        float("!" in signs),
        float(other.text.rstrip().endswith((".", "!", "?", "…"))),
        float(not _SPEAKER.isdisjoint(other.bag)),
    ]


def _nearest(word: str, query: Text, other: Text) -> float:
    """How much of a word's letters the candidate's most similar word has."""
    if word in other.bag:
        return 1.0
    return max((_alike(query.letters[word], theirs) for theirs in other.letters.values()), default=0.0)


def _among(alone: Floats, triples: Sequence[Ints]) -> Floats:
    """How near a candidate is to the others, whose common sense is often the query's, and how it compares with them."""
    compared = [NAMES.index(name.removesuffix(", among the candidates")) for name in AMONG[1:]]
    return np.hstack([nearness(triples)[:, None], among_candidates(alone[:, compared])])


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
