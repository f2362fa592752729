"""Training examples: a query, a window of a document, and where the window says the query.

A window is cut from one version of a document and the query from the other. Variety of units pays most, so targets
are clauses, one to three segments, wrapped lines; surroundings are the document itself, lists of unrelated sentences,
or real text of another origin; and some windows do not hold what is asked. Some queries come with a rival: a second
window, of another place, that shares words with them and does not say them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from otherwords.lexicon import languages, lexicon_of
from otherwords.train.corpus import Corpus, Source
from otherwords.train.rivals import Rivals

NULL_SHARE = 0.15
RIVAL_SHARE = 0.3
"""Of the windows that say what is asked."""
SHORT_SHARE = 0.15
"""Windows of any length: people ask of a note or a message, too."""
LONGEST_QUERY = 140
SURROUNDINGS = 80
"""Loose sentences around a target: enough to fill a window on either side, so that no place is likelier."""

Ids = NDArray[np.uint16]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Vocabulary:
    """The token ids that windows are built with."""

    cls: int
    sep: int
    line_break: int
    starts_word: NDArray[np.bool_]
    """[vocabulary] whether a token begins a word, so that a line may break before it."""
    ends_clause: NDArray[np.bool_]
    """[vocabulary] whether a token is punctuation that closes a clause."""
    tells: NDArray[np.bool_]
    """[vocabulary] whether a token says something by itself: neither punctuation nor a word of grammar."""

    @classmethod
    def of(cls, vocabulary: dict[str, int]) -> "Vocabulary":
        starts = np.ones(max(vocabulary.values()) + 1, dtype=bool)
        ends, tells = np.zeros_like(starts), np.zeros_like(starts)
        grammar = {word for language in languages() for word in lexicon_of(language).function_words}
        for token, index in vocabulary.items():
            starts[index] = not token.startswith("##") and token[0].isalnum()
            ends[index] = token in {",", ";", ":", ".", "!", "?", "—", "…"}
            tells[index] = token.strip("#").isalnum() and token not in grammar
        return cls(vocabulary["[CLS]"], vocabulary["[SEP]"], vocabulary["\n"], starts, ends, tells)


@dataclass(frozen=True)
class Example:
    """``window[start:end]`` says ``query``; ``start == end == -1`` where the window does not say it."""

    query: Ids
    window: Ids
    start: int
    end: int
    rival: Ids | None = None
    """Another window, which looks as if it said the query."""


class Examples:
    """An endless, seeded stream of examples."""

    def __init__(self, corpus: Corpus, vocabulary: Vocabulary, seed: int | list[int]) -> None:
        self.corpus = corpus
        self.vocabulary = vocabulary
        self.random = np.random.default_rng(seed)
        self._taught = [source for source in corpus.sources if source.kind != "context"]
        shares = np.array([source.share for source in self._taught])
        self._shares = shares / shares.sum()
        self._last_query = np.array([vocabulary.sep], dtype=np.uint16)
        self._contexts: dict[str, list[Source]] = {}
        for source in corpus.sources:
            if source.kind == "context":
                self._contexts.setdefault(source.languages[0], []).append(source)
        self._rivals = {id(source): Rivals(corpus, source) for source in self._taught}

    def stream(self, length: int) -> Iterator[Example]:
        """Examples of at most ``length`` tokens, special tokens included."""
        while True:
            source = self._taught[self.random.choice(len(self._taught), p=self._shares)]
            make = self._from_document if source.ordered else self._from_pairs
            room = length - 3
            if self.random.random() < SHORT_SHARE:
                room = int(self.random.integers(min(30, room), room + 1))
            example = make(source, room)
            if example is not None:
                yield example

    def _from_document(self, source: Source, room: int) -> Example | None:
        random = self.random
        document = random.integers(len(source.starts) - 1)
        segments = source.segments[source.starts[document] : source.starts[document + 1]]
        if source.kind == "questions":  # the question asks, its sentence tells
            side, count = 1, 1
        else:
            side = int(random.integers(2))
            count = min(len(segments), 1 + int(random.choice(3, p=[0.65, 0.22, 0.13])))
        first = int(random.integers(len(segments) - count + 1))
        asked = [self.corpus.text(i) for i in segments[first : first + count, 1 - side]]
        told = [self.corpus.text(i) for i in segments[first : first + count, side]]
        before = [self.corpus.text(i) for i in segments[max(0, first - 12) : first, side]]
        after = [self.corpus.text(i) for i in segments[first + count : first + count + 12, side]]
        if count == 1 and source.kind == "ordered" and random.random() < 0.2:
            clause = self._clause(asked[0], told[0])
            if clause is not None:
                query, (start, end) = clause
                parts = [told[0][:start], told[0][start:end], told[0][end:]]
                return self._place(query, [parts[1]], [*before, parts[0]], [parts[2], *after], room, glued=True)
        example = self._place(np.concatenate(asked), told, before, after, room)
        chosen = np.arange(first, first + count) + source.starts[document]
        return self._with_rival(example, source, side, chosen)

    def _from_pairs(self, source: Source, room: int) -> Example | None:
        random = self.random
        count = 1 + int(random.random() < 0.25)
        chosen = random.choice(len(source.segments), size=min(count, len(source.segments)), replace=False)
        side = int(random.integers(2))
        asked = [self.corpus.text(i) for i in source.segments[chosen, 1 - side]]
        told = [self.corpus.text(i) for i in source.segments[chosen, side]]
        contexts = self._contexts.get(source.languages[side])
        if contexts and random.random() < 0.4:
            shares = np.array([context.share for context in contexts])
            context = contexts[random.choice(len(contexts), p=shares / shares.sum())]
            i = int(random.integers(max(1, len(context.segments) - SURROUNDINGS)))
            around = [self.corpus.text(j) for j in context.segments[i : i + SURROUNDINGS, 0]]
        else:
            around = [self.corpus.text(i) for i in self._others(source, side, chosen)]
        middle = len(around) // 2
        example = self._place(np.concatenate(asked), told, around[:middle], around[middle:], room)
        return self._with_rival(example, source, side, chosen)

    def _with_rival(self, example: Example | None, source: Source, side: int, chosen: Ints) -> Example | None:
        random = self.random
        if example is None or example.start < 0 or random.random() >= RIVAL_SHARE:
            return example
        told = self.corpus.text(source.segments[chosen[0], side])
        # A document is searched by the query's words; a query in another language shares words with its target at best.
        shared = example.query if len(set(source.languages)) == 1 and random.random() < 0.5 else told
        segments = self._rivals[id(source)].around(shared, side, chosen, random)
        texts = [self.corpus.text(i) for i in source.segments[segments, side]]
        if not sum(map(len, texts)):
            return example
        window = self._lined(texts, breaks=float(random.integers(2)), wraps=False, glued=False)
        start = max(0, len(window) - len(example.window)) // 2
        return replace(example, rival=window[start : start + len(example.window)])

    def _others(self, source: Source, side: int, chosen: Ints) -> Ints:
        """Sentences to hide a target among; some share a word with it, so that one word alone does not give it away."""
        random = self.random
        others: Ints = source.segments[random.integers(len(source.segments), size=SURROUNDINGS), side]
        told = self.corpus.text(source.segments[chosen[0], side])
        alike = self._rivals[id(source)].alike(told, side, chosen, random)
        others[random.choice(SURROUNDINGS, size=len(alike), replace=False)] = source.segments[alike, side]
        return others

    def _clause(self, asked: Ids, told: Ids) -> tuple[Ids, tuple[int, int]] | None:
        """A clause, or two, of two segments that have the same number of clauses."""
        ours, theirs = (np.flatnonzero(self.vocabulary.ends_clause[text]) + 1 for text in (asked, told))
        if len(ours) != len(theirs) or len(ours) < 2:
            return None
        i = int(self.random.integers(len(ours)))
        j = min(len(ours), i + 1 + int(self.random.integers(2)))
        start, end = (int(theirs[i - 1]) if i else 0), int(theirs[j - 1])
        query = asked[int(ours[i - 1]) if i else 0 : int(ours[j - 1])]
        if min(len(query), end - start) < 4 or max(len(query), end - start) > 2.5 * min(len(query), end - start):
            return None
        return query, (start, end)

    def _place(
        self, query: Ids, told: list[Ids], before: list[Ids], after: list[Ids], room: int, glued: bool = False
    ) -> Example | None:
        """The target somewhere in a window, between what stands before and after it."""
        random = self.random
        if not 0 < len(query) <= LONGEST_QUERY:
            return None
        if self.vocabulary.ends_clause[query[-1]] and random.random() < 0.2:
            query = query[:-1]  # people leave the full stop out
        room -= len(query)
        breaks = float(random.choice([0.0, 0.3, 1.0], p=[0.35, 0.2, 0.45]))
        wraps = breaks == 1.0 and random.random() < 0.5
        target = self._lined(told, breaks, wraps, glued=False)
        if not len(query) or not 0 < len(target) <= room:
            return None
        left = self._lined([*before, told[0][:0]], breaks, wraps, glued)
        right = self._lined([told[0][:0], *after], breaks, wraps, glued)
        stranger, self._last_query = self._last_query, query
        if random.random() < NULL_SHARE:
            fate = random.choice(3, p=[0.55, 0.2, 0.25])
            if fate == 0:  # irretrievable: the same window without its target, and without a gap that would tell
                target = target[:0]
                if len(left) and len(right) and left[-1] == right[0] == self.vocabulary.line_break:
                    right = right[1:]
            elif fate == 1:  # the query of another document, this document whole
                room += len(query) - len(stranger)
                if room < 1:
                    return None
                return Example(stranger, np.concatenate([left[len(left) // 2 :], target, right])[:room], -1, -1)
            else:  # cut by the window's edge: another window holds the whole
                keep = int(random.integers(len(target))) * 2 // 3
                if random.random() < 0.5:
                    window = np.concatenate([target[len(target) - keep :], right])[:room]
                else:
                    window = np.concatenate([left, target[:keep]])[-room:]
                return Example(query, window, -1, -1) if len(window) else None
        least = max(0, room - len(target) - len(right))
        most = min(len(left), room - len(target))
        lead = int(random.integers(min(least, most), most + 1))
        window = np.concatenate([left[len(left) - lead :], target, right])[:room]
        if not len(target):
            return Example(query, window, -1, -1) if len(window) else None
        return Example(query, window, lead, lead + len(target))

    def _lined(self, texts: list[Ids], breaks: float, wraps: bool, glued: bool) -> Ids:
        """Texts in a row: with line breaks between some or all of them, and long ones wrapped like subtitles."""
        pieces: list[Ids] = []
        line_break = np.array([self.vocabulary.line_break], dtype=np.uint16)
        for i, text in enumerate(texts):
            if i and not glued and self.random.random() < breaks:
                pieces.append(line_break)
            if wraps and len(text) > 11 and self.random.random() < 0.7:
                places = np.flatnonzero(self.vocabulary.starts_word[text[4:-4]]) + 4
                if len(places):
                    at = int(places[np.argmin(np.abs(places - len(text) * self.random.uniform(0.35, 0.65)))])
                    pieces += [text[:at], line_break, text[at:]]
                    continue
            pieces.append(text)
        return np.concatenate(pieces)


@dataclass(frozen=True)
class Batch:
    """Reader rows (query and window together) and, for the first rows, both apart for the span vectors."""

    ids: NDArray[np.int64]
    types: NDArray[np.int64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    """The last token of the span; the first row position, [CLS], where there is none."""
    rivals: NDArray[np.int64]
    """[n, 2] rows with the same query: one whose window says it, and one whose window does not."""
    query_ids: NDArray[np.int64]
    window_ids: NDArray[np.int64]
    window_starts: NDArray[np.int64]
    window_ends: NDArray[np.int64]


def batch(examples: list[Example], vocabulary: Vocabulary, length: int, apart: int) -> Batch:
    held = [example for example in examples if example.start >= 0][:apart]
    with_rivals = [row for row, example in enumerate(examples) if example.rival is not None]
    rivals = np.array([(row, len(examples) + i) for i, row in enumerate(with_rivals)], dtype=np.int64).reshape(-1, 2)
    examples = examples + [Example(e.query, e.rival, -1, -1) for e in examples if e.rival is not None]
    rows = len(examples)
    ids = np.zeros((rows, length), dtype=np.int64)
    types = np.zeros_like(ids)
    starts, ends = np.zeros(rows, dtype=np.int64), np.zeros(rows, dtype=np.int64)
    for row, example in enumerate(examples):
        begin = len(example.query) + 2
        stop = begin + len(example.window)
        ids[row, 0] = vocabulary.cls
        ids[row, 1 : begin - 1] = example.query
        ids[row, begin - 1] = ids[row, stop] = vocabulary.sep
        ids[row, begin:stop] = example.window
        types[row, begin : stop + 1] = 1
        if example.start >= 0:
            starts[row], ends[row] = begin + example.start, begin + example.end - 1
    query_ids = np.zeros((len(held), LONGEST_QUERY + 2), dtype=np.int64)
    window_ids = np.zeros((len(held), length), dtype=np.int64)
    window_starts, window_ends = np.zeros(len(held), dtype=np.int64), np.zeros(len(held), dtype=np.int64)
    for row, example in enumerate(held):
        for table, tokens in ((query_ids, example.query), (window_ids, example.window)):
            table[row, 0] = vocabulary.cls
            table[row, 1 : len(tokens) + 1] = tokens
            table[row, len(tokens) + 1] = vocabulary.sep
        window_starts[row], window_ends[row] = 1 + example.start, example.end
    longest = int((query_ids > 0).sum(1).max())
    return Batch(ids, types, starts, ends, rivals, query_ids[:, :longest], window_ids, window_starts, window_ends)
