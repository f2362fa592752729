"""The answers of many wordings weighed together: p(a|q) = Σ p(a|q′) · p(q′|q)."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from otherwords.ask.answer import Answer
from otherwords.ask.marks import bare
from otherwords.ask.wording import Wording
from otherwords.encoder.pairs import PairModel


def uniform_weights(wordings: Sequence[Wording]) -> list[float]:
    """Every wording alike: the paper's *avgpara*."""
    return [1 / len(wordings)] * len(wordings)


def similarity_weights(model: PairModel, question: str, wordings: Sequence[Wording]) -> list[float]:
    """By how surely a wording says the same as the question; the question itself is a wording like the others."""
    pairs = [(bare(question), bare(wording.text)) for wording in wordings]
    logits = np.asarray(model.logits(pairs), dtype=np.float64)
    weights = np.exp(logits - logits.max())
    return [float(weight) for weight in weights / weights.sum()]


def combine(wordings: Sequence[Wording], weights: Sequence[float], answers: Sequence[Sequence[Answer]]) -> list[Answer]:
    """``answers[i]`` are those of ``wordings[i]``. Best first; of equals, the one that was found first."""
    total: dict[tuple[str, str | None], float] = {}
    best: dict[tuple[str, str | None], tuple[float, Answer]] = {}
    for wording, weight, found in zip(wordings, weights, answers, strict=True):
        for answer in found:
            share, said = weight * answer.probability, (answer.text, answer.iri)
            total[said] = total.get(said, 0.0) + share
            if said not in best or share > best[said][0]:
                best[said] = (share, replace(answer, wording=wording))
    combined = [replace(best[said][1], probability=min(1.0, probability)) for said, probability in total.items()]
    return sorted(combined, key=lambda answer: -answer.probability)


def given(answers: Sequence[Answer]) -> list[Answer]:
    """The answers that a system stands by: the best one, and all others that the same path leads to."""
    return [one for one in answers if (one.entity, one.path) == (answers[0].entity, answers[0].path)]
