"""Which sentences of two texts might say the same: by their words, then by their meanings, then with neighbours."""

import math
from collections.abc import Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from otherwords.compare.evidence import Half
from otherwords.compare.glimpse import shared
from otherwords.compare.judge import Judge, Runs
from otherwords.compare.side import Run

Pairs = NDArray[np.float64]
"""[pairs, 3]: a sentence of each text, and a score."""

_SHARED, _LIKENESS = 22.3, 11.4
"""What beginnings of words that both have, and how like each other all words are, count for two sentences together."""
_PROMISING, _A_FOLD, _MOST = 1.5, 1.43, 14.0
"""From which sum on they are encoded: for one pair, more for every e-fold of pairs that there are, and never more than
the last. The more pairs, the more are alike by chance; so chance brings about as many of two pages as of two reports.
On the texts that the judge is fitted on, no pair that it can come to like has less."""
_ENCODED = 8
"""Of each sentence so many of the other text's are encoded with it."""
_NEAREST = 3
"""Of each sentence so many of the other text's are looked at."""
_LONGEST = 3
_NEARER = 0.1
"""The most by which the meanings of two sentences come nearer when one of them is taken with a neighbour, but for one
pair in fifty."""
_AT_ONCE = 1 << 22
"""Pairs of sentences whose scores are in hand at a time."""
_HOPELESS, _SURE = -2.5, 3.7
"""Two sentences that are less likely to say the same are no candidates; likelier ones need not be looked at together
with their neighbours."""


def candidates(judge: Judge, least: float) -> list[Runs]:
    """Every promising pair of sentences, and of the runs around it the pair that is likeliest to say the same.

    Runs that cannot become as likely as ``least``, a logit, are passed over.
    """
    evidence = judge.evidence
    best = {runs: runs for runs in near(judge, _hopeful(judge)) if judge.glance(runs) >= _HOPELESS}
    for longest in range(2, _LONGEST + 1):
        growing = [
            one
            for one, so_far in best.items()
            if judge.glance(so_far) < _SURE and max(map(_length, so_far)) == longest - 1
        ]
        larger = {
            one: [
                runs
                for runs in around(one[0][0], one[1][0], len(evidence.a), len(evidence.b))
                if max(map(_length, runs)) == longest
                and evidence.is_open(runs)
                and (hope := judge.hope(runs, evidence.nearness(one) + _NEARER)) > judge.glance(best[one])
                and judge.most_after(hope) >= least
            ]
            for one in growing
        }
        evidence.learn(chain.from_iterable(larger.values()))
        for one, runs in larger.items():
            best[one] = max([best[one], *runs], key=judge.glance)
    # Where the best overlaps a likelier one, the two sentences alone may still stand.
    return list(dict.fromkeys(runs for one, likeliest in best.items() for runs in (likeliest, one)))


def _hopeful(judge: Judge) -> list[Runs]:
    """Pairs of sentences that are worth encoding."""
    return [runs for runs in _alone(promising(*judge.evidence.halves)) if judge.hope(runs) >= _HOPELESS]


def near(judge: Judge, alone: list[Runs]) -> list[Runs]:
    """Pairs of sentences whose meanings are near, each among the nearest of one of the two."""
    evidence = judge.evidence
    evidence.learn(alone)
    pairs = np.array([(a[0], b[0], evidence.nearness((a, b))) for a, b in alone]).reshape(-1, 3)
    return _alone(best_of_each(pairs[pairs[:, 2] >= judge.floor], _NEAREST))


def _alone(pairs: Pairs) -> list[Runs]:
    return [((i, i + 1), (j, j + 1)) for i, j in pairs[:, :2].astype(int).tolist()]


def promising(a: Half, b: Half) -> Pairs:
    """Pairs of open sentences with much in common by their words, each among the best of one of the two."""
    rows, columns = np.flatnonzero(a.is_open), np.flatnonzero(b.is_open)
    enough = min(_MOST, _PROMISING + _A_FOLD * math.log(max(1, len(rows) * len(columns))))
    found: list[Pairs] = [np.zeros((0, 3))]
    step = max(1, _AT_ONCE // max(1, len(columns)))
    for start in range(0, len(rows) if len(columns) else 0, step):
        tile = rows[start : start + step]
        scores = _LIKENESS * (a.glimpse.directions[tile] @ b.glimpse.directions[columns].T)
        scores += _SHARED * shared(a.glimpse, tile, b.glimpse, columns)
        i, j = np.nonzero(scores >= enough)
        found.append(best_of_each(np.column_stack([tile[i], columns[j], scores[i, j]]), _ENCODED))
    return best_of_each(np.concatenate(found), _ENCODED)


def _length(run: Run) -> int:
    return run[1] - run[0]


def around(i: int, j: int, a_size: int, b_size: int) -> Iterator[Runs]:
    """Runs that hold the two sentences: one and up to three, or two and two."""
    for a in _runs(i, a_size):
        for b in _runs(j, b_size):
            sizes = a[1] - a[0], b[1] - b[0]
            if min(sizes) == 1 or sizes == (2, 2):
                yield a, b


def _runs(place: int, size: int) -> list[Run]:
    return [
        (first, first + length)
        for length in range(1, _LONGEST + 1)
        for first in range(max(0, place - length + 1), min(place, size - length) + 1)
    ]


def best_of_each(pairs: Pairs, count: int) -> Pairs:
    """The pairs that are among the so many with the highest scores of one of their sentences."""
    best: Pairs = pairs[_among_best(pairs, 0, count) | _among_best(pairs, 1, count)]
    return best


def _among_best(pairs: Pairs, side: int, count: int) -> NDArray[np.bool_]:
    order = np.lexsort((pairs[:, 1 - side], -pairs[:, 2], pairs[:, side]))
    owners = pairs[order, side]
    firsts = np.searchsorted(owners, owners)
    kept = np.zeros(len(pairs), dtype=bool)
    kept[order] = np.arange(len(pairs)) - firsts < count
    return kept
