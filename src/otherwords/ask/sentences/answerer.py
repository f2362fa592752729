"""p(a|q′) over sentences: gather them for all wordings at once, choose the promising, read and judge those."""

from collections.abc import Callable, Sequence
from itertools import zip_longest

import numpy as np

from otherwords.ask.answer import Answer, Passage
from otherwords.ask.marks import bare, words_asked
from otherwords.ask.sentences.evidence import EVIDENCE, Pair
from otherwords.ask.sentences.judge import Judge, probability

LEAST = 0.25
"""From here to .5 about a third of the best sentences is right, and nearly as many right ones lie there as above."""
_READ = 24
"""Sentences that are read with every wording; the others are too unlike to matter."""


class SentenceAnswerer:
    def __init__(self, gather: Callable[[Sequence[str]], list[Passage]], judge: Judge, least: float = LEAST) -> None:
        """``gather`` is told all wordings of a question, and gives sentences that may answer it, each text once."""
        self._gather = gather
        self._judge = judge
        self._asked: set[str] = set()
        self._chosen: list[Passage] = []
        self.least = least

    def about(self, question: str) -> list[str]:
        return []

    def worded(self, question: str, wording: str) -> str | None:
        return wording

    def prepare(self, questions: Sequence[str]) -> None:
        asked = [bare(question) for question in questions]
        for question in asked:
            words_asked(question)
        self._chosen = self._promising(asked, self._gather(asked))
        self._asked = set(asked)
        self._judge.evidence([_pair(question, one) for question in asked for one in self._chosen])

    def answers(self, question: str) -> list[Answer]:
        """Every sentence that was read, with its probability, however small."""
        asked = bare(question)
        if asked not in self._asked:
            self.prepare([question])
        rows = self._judge.evidence([_pair(asked, one) for one in self._chosen])
        found = [
            Answer(one.span.text, float(p), passage=one, evidence=tuple(zip(EVIDENCE, row.tolist(), strict=True)))
            for one, p, row in zip(self._chosen, probability(self._judge.weights.log_odds(rows)), rows, strict=True)
        ]
        return sorted(found, key=lambda answer: -answer.probability)

    def _promising(self, asked: Sequence[str], passages: Sequence[Passage]) -> list[Passage]:
        """The most promising for each wording, in turns, and then in the order in which they were gathered."""
        if len(passages) <= _READ:
            return list(passages)
        promise = self._judge.promise([_pair(question, one) for question in asked for one in passages])
        orders = np.argsort(-promise.reshape(len(asked), len(passages)), axis=1, kind="stable")
        turns = dict.fromkeys(int(i) for turn in zip_longest(*orders[:, :_READ]) for i in turn)
        return [passages[i] for i in sorted(list(turns)[:_READ])]


def _pair(question: str, passage: Passage) -> Pair:
    return Pair(question, passage.span.text, passage.opening)
