"""The paper's algorithm on strings, slow and obvious: what every engine is compared with, row for row."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from otherwords.mine.score import MILLIONTHS, score
from otherwords.mine.settings import AnchorKind, Settings

MONTHS = ("March", "April", "May")
"""Generated texts have no others."""
DASHES = ["-", "--", "---", "–", "—"]

Anchor = tuple[str, ...]


class MinedPair(NamedTuple):
    left: str
    right: str
    count: int
    score: float
    contexts: frozenset[str]
    """All of them; an engine keeps some."""
    sentences: int


def mined(sentences: Sequence[tuple[str, str]], settings: Settings) -> list[MinedPair]:
    """The table: its pairs, best first."""
    occurrences = Counter(
        fragment for sentence in sorted(set(sentences)) for fragment in fragments(*sentence, settings)
    )
    core = pruned(set(occurrences), settings.least)
    anchors, candidates = defaultdict(set), defaultdict(set)
    for anchor, candidate in core:
        anchors[candidate].add(anchor)
        candidates[anchor].add(candidate)

    def weigh(some: set[Anchor]) -> np.ndarray:
        return np.array(sum(MILLIONTHS // (len(candidates[anchor]) - 1) for anchor in some))

    pairs = []
    for left, right in combinations(sorted(anchors), 2):
        shared = anchors[left] & anchors[right]
        if len(shared) >= settings.least:
            value = score(weigh(shared), weigh(anchors[left]), weigh(anchors[right]))
            support = sum(occurrences[anchor, left] + occurrences[anchor, right] for anchor in shared)
            contexts = frozenset(context(anchor, settings) for anchor in shared)
            pairs.append(MinedPair(left, right, len(shared), float(value), contexts, support))
    return sorted(pairs, key=lambda pair: (-pair.score, -pair.count, pair.left, pair.right))


def pruned(rows: set[tuple[Anchor, str]], least: int) -> set[tuple[Anchor, str]]:
    """What is left when candidates with few anchors and anchors with one candidate have been dropped, over and over."""
    while True:
        anchors = Counter(candidate for _, candidate in rows)
        candidates = Counter(anchor for anchor, _ in rows)
        rest = {row for row in rows if candidates[row[0]] >= 2 and anchors[row[1]] >= least}
        if rest == rows:
            return rows
        rows = rest


def fragments(words: str, tags: str, settings: Settings) -> Iterator[tuple[Anchor, str]]:
    """Each anchor, as the texts that it is made of, with its candidate."""
    tokens, ends, runs = words.split(" "), settings.ends, entities(tags)
    for first in range(ends, len(tokens)):
        for end in range(first + settings.shortest, first + settings.longest + 1):
            if end + ends > len(tokens):
                continue
            candidate = text(tokens[first:end])
            ngram = (text(tokens[first - ends : first]), text(tokens[end : end + ends]))
            if settings.anchor is AnchorKind.NGRAM:
                yield ngram, candidate
            if settings.anchor is AnchorKind.ENTITY:
                before = [run for run in runs if run[0] < first - ends]
                after = [run for run in runs if run[1] > end + ends]
                if before and after:
                    yield (*ngram, text(tokens[slice(*before[-1])]), text(tokens[slice(*after[0])])), candidate
            if settings.anchor is AnchorKind.RELATIVE:
                around = [clause for clause in clauses(tokens, tags) if clause[1] < first and end <= clause[2]]
                for modified, clause_first, clause_end in around[-1:]:  # the innermost
                    yield (*ngram, modified, text(tokens[clause_first:first]), text(tokens[end:clause_end])), candidate


def context(anchor: Anchor, settings: Settings) -> str:
    left, right = anchor[:2]
    if settings.anchor is AnchorKind.ENTITY:
        return f"{anchor[2]} … {left} ⟨…⟩ {right} … {anchor[3]}"
    if settings.anchor is AnchorKind.RELATIVE:
        _, _, modified, before, after = anchor
        left = before if len(before.split()) > settings.ends else left
        right = after if len(after.split()) > settings.ends else right
        return f"{modified} … {left} ⟨…⟩ {right}"
    return f"{left} ⟨…⟩ {right}"


def entities(tags: str) -> list[tuple[int, int]]:
    return [
        (first, end)
        for first in range(len(tags))
        for end in range(first + 1, len(tags) + 1)
        if set(tags[first:end]) == {"E"} and tags[first - 1 : first] != "E" and tags[end : end + 1] != "E"
    ]


def clauses(tokens: list[str], tags: str) -> Iterator[tuple[str, int, int]]:
    """What is modified, where the clause begins (with its relative) and where it ends."""
    for first, token in enumerate(tokens):
        if token not in ("who", "when", "which", "where"):
            continue
        modified_end = first - 1 if first and tokens[first - 1] in [",", "(", *DASHES] else first
        modified = dates_and_entities(tokens, tags, modified_end)
        marks = [place for place in range(first + 1, len(tokens)) if tokens[place] in [",", ")", ".", *DASHES]]
        with_verb = [mark for mark in marks if "V" in tags[first + 1 : mark]]
        if modified and with_verb and "P" not in tags[first + 1 : with_verb[0]]:
            yield modified, first, with_verb[0]


def dates_and_entities(tokens: list[str], tags: str, end: int) -> str:
    """The longest date that ends here, or the whole named entity, or nothing."""
    for first in range(max(0, end - 4), end):
        date = text(tokens[first:end])
        if is_date(date):
            return date
    return "".join(text(tokens[slice(*run)]) for run in entities(tags) if run[1] == end)


def is_date(date: str) -> bool:
    """``1989``, ``March 1989``, ``March 3 , 1989``, ``March 3 1989`` or ``3 March 1989``."""
    *rest, year = date.split(" ")
    shapes = ["month" if part in MONTHS else "day" if part.isdecimal() and int(part) <= 31 else part for part in rest]
    return (year.isdecimal() and 1000 <= int(year) < 3000) and shapes in (
        [],
        ["month"],
        ["month", "day", ","],
        ["month", "day"],
        ["day", "month"],
    )


def text(tokens: Sequence[str]) -> str:
    return " ".join(tokens)
