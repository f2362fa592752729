"""What speaks for a sentence being the answer to a question: a few numbers that people understand."""

from collections.abc import Sequence
from math import log
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from otherwords.ask.kb.words import are_forms, content
from otherwords.ask.sentences.asked_for import Kind, kind_asked_for, says
from otherwords.encoder.pairs import PAIR_SCORES

Floats = NDArray[np.float64]


class Pair(NamedTuple):
    question: str
    sentence: str
    opening: str = ""
    """What its document begins with, where that is known: by it one understands who "he" is."""


EVIDENCE = ("answers", "cosine", "kind", "new words")
"""How the two read together, alone and after the opening; how near their vectors are; 1 where the sentence says
something of the kind that is asked for, -1 where it does not, 0 where no kind is known; and how much it says that the
question does not: a logarithm, for one that only says the question again answers nothing.

How many words the two share, rare ones counting more, was tried and left out: it is in the readings already, and on
questions kept aside it took away where it counted.
"""


class Reads(Protocol):
    """What is asked of ``encoder.pairs.PairModel``."""

    def scores(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]: ...

    def cosines(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]: ...


def evidence(model: Reads, cosines: Sequence[float], pairs: Sequence[Pair]) -> Floats:
    """[pairs, EVIDENCE]"""
    return np.column_stack([_read(model, pairs), without_reading(cosines, pairs)])


def _read(model: Reads, pairs: Sequence[Pair]) -> Floats:
    """The mean of both: alone, a sentence may not say whom it is about, and what answers may be the opening."""
    opened = [i for i, one in enumerate(pairs) if one.opening and one.opening != one.sentence]
    in_place = [(pairs[i].question, f"{pairs[i].opening} {pairs[i].sentence}") for i in opened]
    scores = model.scores([*((one.question, one.sentence) for one in pairs), *in_place])
    read = scores[:, PAIR_SCORES.index("answers")].astype(np.float64)
    alone = read[: len(pairs)]
    alone[opened] = (alone[opened] + read[len(pairs) :]) / 2
    return alone


def without_reading(cosines: Sequence[float], pairs: Sequence[Pair]) -> Floats:
    """[pairs, EVIDENCE without the first]: what costs little, to choose by it what is read."""
    kinds: dict[str, Kind | None] = {question: kind_asked_for(question) for question in {one.question for one in pairs}}
    seen = [
        (_kind_said(kinds[question], question, sentence), _new(question, sentence)) for question, sentence, _ in pairs
    ]
    return np.column_stack([np.array(cosines, dtype=np.float64), np.array(seen, dtype=np.float64).reshape(-1, 2)])


def _kind_said(kind: Kind | None, question: str, sentence: str) -> float:
    if kind is None:
        return 0.0
    return 1.0 if says(sentence, kind, question) else -1.0


def _new(question: str, sentence: str) -> float:
    asked = _words(question)
    return log(1 + sum(not any(are_forms(word, one) for one in asked) for word in _words(sentence)))


def _words(text: str) -> set[str]:
    return set(content(text.replace("-", " ")))
