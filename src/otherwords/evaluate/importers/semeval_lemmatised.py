"""SemEval Task 3, subtask B, as lists, from the lemmatised text that circulates of all training data of 2017.

A line is a question, a candidate and a label::

    it job in qatar how hard be it EOS why find a job in doha so hard <tab> __label__PerfectMatch

The file has no ids, no subjects and no ranks, and its questions are shuffled, with the test of 2016 among them. So the
lists that stand in other files are left out by their words, and it is an error if one of those is not found.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from otherwords.evaluate.files import read_lines
from otherwords.evaluate.importers.semeval import LABELS
from otherwords.evaluate.lists import Candidate, ListExample
from otherwords.text import OtherwordsError

_LABEL = "__label__"
_END = " EOS "
_LETTERS = 3
"""Of a word: what a lemma mostly has in common with the word in the text."""
_SAME = 0.6
"""Share of common words from which two questions are one. SemEval's have .75 and more with their lemmas, and at most
.46 with those of another question."""
Row = tuple[str, str, float]
Words = Counter[str]


def read_semeval_lemmatised(path: Path, left_out: Iterable[ListExample] = ()) -> Iterator[ListExample]:
    """The lists, without those that are ``left_out``; all of these have to be there, before any list is given."""
    groups = [(query, list(rows)) for query, rows in groupby(_rows(path), key=lambda row: row[0])]
    if not groups:
        raise OtherwordsError(f"{path}: there are no questions in it")
    known = _places(path, [query for query, _ in groups], left_out)
    for place, (query, rows) in enumerate(groups):
        if place not in known:
            id = f"lemmatised-{place + 1}"
            yield ListExample(id, query, tuple(_candidate(id, k, row) for k, row in enumerate(rows, start=1)))


def _rows(path: Path) -> Iterator[Row]:
    for number, line in read_lines(path):
        texts, _, label = line.rstrip().rpartition("\t")
        query, end, candidate = texts.partition(_END)
        relevance = label.strip().removeprefix(_LABEL)
        if not end or relevance not in LABELS:
            raise OtherwordsError(f"{path}:{number}: not a question, EOS, another, a tab and a label of SemEval's")
        yield query.strip(), candidate.strip(), LABELS[relevance]


def _candidate(id: str, place: int, row: Row) -> Candidate:
    """The candidates keep the search engine's order, but SemEval took ten of about fifty: in train-part2 and dev, the
    ranks of the first, second … tenth have the medians 4, 9, 13, 20, 26, 31, 36, 41, 48, 52."""
    _, text, label = row
    rank = 5 * place - 1
    return Candidate(f"{id}-{place}", text, label, rank)


def _places(path: Path, queries: Sequence[str], wanted: Iterable[ListExample]) -> Collection[int]:
    """Where the questions of other lists stand."""
    lemmas = [_words(query) for query in queries]
    places: set[int] = set()
    for example in wanted:
        words = _words(example.query)
        found = [place for place, others in enumerate(lemmas) if _common(words, others) >= _SAME]
        if not found:
            raise OtherwordsError(
                f'{path}: the question "{example.id}" is not in it, or not to be recognised, so it cannot be left out'
            )
        places.update(found)
    return places


def _words(text: str) -> Words:
    return Counter(word[:_LETTERS] for word in re.findall("[a-z]+", text.lower()))


def _common(one: Words, other: Words) -> float:
    return (one & other).total() / (max(one.total(), other.total()) or 1)
