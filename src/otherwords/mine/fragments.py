"""Every fragment of every sentence, as two 64-bit keys: its anchor and its candidate.

A fragment is ``ends`` words, a candidate of ``shortest`` to ``longest`` words, ``ends`` words. A key is made of the
texts of its words and of nothing else, so that it is the same in every batch, process and engine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from otherwords.mine.clauses import clauses
from otherwords.mine.entities import entities
from otherwords.mine.settings import AnchorKind, Settings
from otherwords.mine.table import GAP
from otherwords.mine.tags import PROPER

Keys = NDArray[np.uint64]
Places = NDArray[np.int64]

_MORE = "…"
"""Stands in a context where words were left out that need not be the same."""
_WORDS_REMEMBERED = 1 << 19


@dataclass(frozen=True)
class Rows:
    """Fragments: the keys, and where the candidate stands, which leads back to the texts."""

    anchor: Keys
    candidate: Keys
    sentence: Places
    """The number of the sentence in the batch."""
    first: Places
    """The number of the candidate's first token in the sentence."""
    length: Places
    """The candidate's tokens."""

    def __len__(self) -> int:
        return len(self.anchor)


def fragments(words: Sequence[str], tags: Sequence[str], settings: Settings) -> Rows:
    """The fragments of a batch of sentences, each given as tokens joined by one space, and as a tag for every token."""
    text = _Text(words)
    if settings.anchor is AnchorKind.RELATIVE:
        return _in_clauses(text, words, tags, settings)
    rows = _everywhere(text, settings)
    return _between_entities(text, tags, rows, settings) if settings.anchor is AnchorKind.ENTITY else rows


def candidate_text(words: str, first: int, length: int) -> str:
    return " ".join(words.split(" ")[first : first + length])


def context(words: str, tags: str, first: int, length: int, settings: Settings) -> str:
    """The anchor of the candidate that stands here, as a text with a gap for the candidate.

    It tells no more than the anchor's key does, for it must be the same whichever of the anchor's sentences is asked.
    """
    tokens = words.split(" ")
    end = first + length
    left, right = tokens[first - settings.ends : first], tokens[end : end + settings.ends]
    if settings.anchor is AnchorKind.ENTITY:
        runs = entities(tags)
        before = [run for run in runs if run[0] < first - settings.ends][-1]
        after = next(run for run in runs if run[1] > end + settings.ends)
        left, right = [*tokens[slice(*before)], _MORE, *left], [*right, _MORE, *tokens[slice(*after)]]
    elif settings.anchor is AnchorKind.RELATIVE:
        clause = [clause for clause in clauses(words, tokens, tags) if clause.holds(first, end)][-1]
        modified = tokens[clause.modified_first : clause.modified_end]
        left = [*modified, _MORE, *max(left, tokens[clause.first : first], key=len)]
        right = max(right, tokens[end : clause.end], key=len)
    return " ".join((*left, GAP, *right))


class _Hashes(dict[str, int]):
    """The 64-bit hash of a word; those of words met before are remembered, up to a bound."""

    def __missing__(self, word: str) -> int:
        if len(self) >= _WORDS_REMEMBERED:
            self.clear()
        digest = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        value = self[word] = int.from_bytes(digest, "little")
        return value


_hashes = _Hashes()


class _Text:
    """The tokens of a batch of sentences in one array of hashes, sentence after sentence."""

    def __init__(self, words: Sequence[str]) -> None:
        tokens = " ".join(words).split(" ") if words else []
        self.hashes: Keys = np.fromiter(map(_hashes.__getitem__, tokens), np.uint64, len(tokens))
        lengths = np.fromiter((sentence.count(" ") + 1 for sentence in words), np.int64, len(words))
        self.ends: Places = np.cumsum(lengths)
        """Where each sentence ends, and with that the next one begins."""
        self.starts: Places = self.ends - lengths
        self.sentence: Places = np.repeat(np.arange(len(words)), lengths)
        """The sentence of each token."""
        self.left: Places = np.repeat(self.ends, lengths) - np.arange(len(tokens))
        """The tokens from here to the end of the sentence."""

    def spans(self, first: Places, end: Places) -> Keys:
        """A key for each span of tokens."""
        keys = np.zeros(len(first), np.uint64)
        longest = int((end - first).max(initial=0))
        for step in range(longest):
            here = np.flatnonzero(first + step < end)
            keys[here] = _then(keys[here], self.hashes[first[here] + step])
        return keys


def _everywhere(text: _Text, settings: Settings) -> Rows:
    """All fragments, with n-gram anchors."""
    ends = settings.ends
    runs = [text.hashes[:0], _then(np.uint64(0), text.hashes)]
    """The keys of the one, two, three … tokens from each token on."""
    for length in range(2, max(ends, settings.longest) + 1):
        runs.append(_then(runs[-1][:-1], text.hashes[length - 1 :]))
    parts = []
    for length in range(settings.shortest, settings.longest + 1):
        start = np.flatnonzero(text.left >= 2 * ends + length)
        first, sentence = start + ends, text.sentence[start]
        anchor = _then(runs[ends][start], runs[ends][first + length])
        place = first - text.starts[sentence]
        parts.append((anchor, runs[length][first], sentence, place, np.full(len(start), length)))
    return Rows(*map(np.concatenate, zip(*parts, strict=True)))


def _between_entities(text: _Text, tags: Sequence[str], rows: Rows, settings: Settings) -> Rows:
    """The fragments that have a named entity on both sides, with those entities in their anchors.

    An entity may reach into the fragment: it counts as before it when it begins there, as after it when it ends there.
    """
    is_proper = np.frombuffer("".join(tags).encode(), np.uint8) == ord(PROPER)
    edge = np.zeros(len(is_proper) + 1, bool)
    edge[text.ends] = edge[text.starts] = True
    begins = is_proper & (edge[:-1] | ~np.roll(is_proper, 1))
    finishes = is_proper & (edge[1:] | ~np.roll(is_proper, -1))
    run_first, run_end = np.flatnonzero(begins), np.flatnonzero(finishes) + 1
    run_sentence = text.sentence[run_first]
    run_keys = text.spans(run_first, run_end)

    first = text.starts[rows.sentence] + rows.first - settings.ends
    end = first + 2 * settings.ends + rows.length
    before = np.searchsorted(run_first, first) - 1
    after = np.searchsorted(run_end, end, side="right")
    has_both = (before >= 0) & (after < len(run_first))
    has_both[has_both] = (run_sentence[before[has_both]] == rows.sentence[has_both]) & (
        run_sentence[after[has_both]] == rows.sentence[has_both]
    )
    kept = np.flatnonzero(has_both)
    anchor = _then(_then(rows.anchor[kept], run_keys[before[kept]]), run_keys[after[kept]])
    return Rows(anchor, rows.candidate[kept], rows.sentence[kept], rows.first[kept], rows.length[kept])


def _in_clauses(text: _Text, words: Sequence[str], tags: Sequence[str], settings: Settings) -> Rows:
    """The fragments whose candidates stand in relative clauses, with the clauses in their anchors."""
    ends = settings.ends
    found: list[tuple[int, ...]] = []
    for sentence, (line, marks) in enumerate(zip(words, tags, strict=True)):
        innermost = {}
        for clause in clauses(line, line.split(" "), marks):
            for length in range(settings.shortest, settings.longest + 1):
                last = min(clause.end, len(marks) - ends) - length
                for first in range(max(clause.first + 1, ends), last + 1):
                    innermost[first, length] = clause
        found.extend((sentence, *place, *clause) for place, clause in innermost.items())
    columns = np.array(found, np.int64).reshape(-1, 7).T
    sentence, first, length = columns[:3]
    start = text.starts[sentence]
    modified_first, modified_end, clause_first, clause_end = columns[3:] + start
    here = start + first
    end = here + length
    anchor = _then(text.spans(here - ends, here), text.spans(end, end + ends))
    for rest in ((modified_first, modified_end), (clause_first, here), (end, clause_end)):
        anchor = _then(anchor, text.spans(*rest))
    return Rows(anchor, text.spans(here, end), sentence, first, length)


def _then(before: Keys | np.uint64, after: Keys) -> Keys:
    """The key of one thing after another: SplitMix64 of both, so that order counts and every bit does."""
    mixed = before * np.uint64(0x9E3779B97F4A7C15) + after
    mixed ^= mixed >> np.uint64(30)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return mixed
