"""Was this question asked before? The likeliest of many, each with its probability."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import floor, inf, log
from pathlib import Path

import numpy as np

from otherwords.encoder.pairs import CONTRASTED, EXCHANGED, NEGATED, READ_FROM, PairModel
from otherwords.match.neighbours import Report, quietly
from otherwords.match.questions import Question
from otherwords.match.spool import Spool, Wordings
from otherwords.match.store import Floats, Model, identity, opened_store
from otherwords.text import asked_text

_READ = 32
"""Wordings that are read together with the question, at least, before the likeliest are chosen."""
_CHUNK = 16384
_LOWEST_FLOOR = 0.5
"""However low a probability one asks for: below it, there is too much of everything."""
_USUAL_FLOOR = 0.6


@dataclass(frozen=True, slots=True)
class Asked:
    """A text that was asked before, all questions that have it, and how probably it says the same."""

    questions: tuple[Question, ...]
    probability: float
    cosine: float

    @property
    def text(self) -> str:
        return self.questions[0].text


class Matcher:
    """A pair model, and what tells its work from that of others."""

    def __init__(self, model: Model, identity: str, curve: Mapping[str, float] | None = None) -> None:
        """``curve`` says what a cosine is worth: ``cosine`` times it, plus ``intercept``, as a logit."""
        self.model, self.identity, self._curve = model, identity, curve
        self.size = model.vectors(["size"]).shape[1]

    @classmethod
    def open(cls, path: Path | None = None) -> "Matcher":
        """The shipped weights, or those in a folder."""
        model = PairModel(path)
        settings = model.weights.settings
        rules = {"negated": NEGATED, "contrasted": CONTRASTED, "exchanged": EXCHANGED}
        made_by = identity(model.weights.identity, {**settings, **rules})
        return cls(model, made_by, settings.get("calibration"))

    def floor(self, min_probability: float) -> float:
        """The cosine that two texts need to match so probably. Below it they need not be read."""
        if self._curve is None:
            return _USUAL_FLOOR
        if min_probability <= 0:
            return _LOWEST_FLOOR
        logit = log(min_probability / (1 - min_probability)) if min_probability < 1 else inf
        needed = (logit - self._curve["intercept"]) / self._curve["cosine"]
        return min(READ_FROM, max(_LOWEST_FLOOR, floor(100 * needed) / 100 if needed < 1 else 1.0))

    def ask(
        self,
        question: str,
        questions: Iterable[Question],
        *,
        top: int = 10,
        work: Path | None = None,
        report: Report = quietly,
    ) -> list[Asked]:
        """The likeliest first. Vectors choose what is read together with the question, and reading puts it in order.

        With ``work``, a folder, the vectors are kept, and only what is new is encoded the next time.
        """
        (asked,) = self.ask_each([_stripped(question)], questions, top=top, work=work, report=report)
        return asked

    def ask_each(
        self,
        asked: Iterable[str],
        questions: Iterable[Question],
        *,
        top: int = 10,
        work: Path | None = None,
        report: Report = quietly,
    ) -> Iterator[list[Asked]]:
        """As ``ask``, for one after the other; what was asked before is read and encoded once."""
        with opened_store(work, self.identity, self.size) as store:
            spool = Spool(questions, work)
            wordings = spool.wordings()
            vectors: Floats | None = None
            if len(wordings):
                rows = store.rows(wordings.keys, lambda one: spool[int(wordings.firsts[one])].text, self.model, report)
                vectors = store.vectors(rows)
            for question in map(_stripped, asked):
                yield [] if vectors is None else self._likeliest(question, spool, wordings, vectors, top)

    def _likeliest(self, question: str, spool: Spool, wordings: Wordings, vectors: Floats, top: int) -> list[Asked]:
        cosines = _cosines(vectors, self.model.vectors([question])[0])
        nearest = np.lexsort((np.arange(len(cosines)), -cosines))[: max(_READ, 2 * top)].tolist()
        texts = [spool[int(wordings.firsts[one])].text for one in nearest]
        probabilities = self.model.probabilities([(question, text) for text in texts], cosines[nearest])
        found = [
            Asked(tuple(spool[place] for place in wordings.copies(one)), float(probability), float(cosines[one]))
            for one, probability in zip(nearest, np.nan_to_num(probabilities, nan=0.0), strict=True)
        ]
        return sorted(found, key=lambda asked: (-asked.probability, -asked.cosine, asked.questions[0].line))[:top]


def _stripped(question: str) -> str:
    return asked_text(question, "the question", "say what to look for")


def _cosines(vectors: Floats, one: Floats) -> Floats:
    """Each summed by itself, so that it does not depend on the others."""
    pieces = range(0, len(vectors), _CHUNK)
    return np.concatenate([(vectors[start : start + _CHUNK] * one).sum(axis=1) for start in pieces])
