"""A system asked of every pair of a file whether the two texts say the same."""

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from otherwords.evaluate.folds import folds
from otherwords.evaluate.list_systems import (
    ListSystem,
    Trainable,
    all_scores,
    build_list_system,
    check_training,
    gives_probabilities,
    teach,
)
from otherwords.evaluate.pair_metrics import are_graded, best_threshold, pair_figures
from otherwords.evaluate.pairs import PairExample, read_pairs
from otherwords.text import OtherwordsError

FOR_PAIRS = ("rank", "match", "cosine", "cosine-words", "random")
"""The other systems order candidates among themselves, and a pair has only one."""

Watch = Callable[[Iterable[PairExample]], Iterable[PairExample]]


def evaluate_pairs(
    file: Path,
    system: str,
    *,
    train: Sequence[Path] = (),
    parts: int | None = None,
    limit: int | None = None,
    model: Path | None = None,
    watch: Watch = iter,
) -> dict[str, Any]:
    """The report of ``eval pairs``.

    Yes is said from a probability of .5 on. Where a system gives none, it is said from the score on that is best for
    the training examples, or, where there are none, for FILE itself, which flatters; ``threshold_from`` says which.
    """
    if system not in FOR_PAIRS:
        raise OtherwordsError(f'no system for pairs is called "{system}"; choose from {", ".join(FOR_PAIRS)}')
    began = time.perf_counter()
    examples = list(islice(read_pairs(file), limit))
    if not examples:
        raise OtherwordsError(f"{file}: there are no pairs in it")
    asked = build_list_system(system, model)
    is_trained = bool(train or parts)
    if isinstance(asked, Trainable):  # the others may still have their threshold chosen on training examples
        check_training(asked, is_trained)
    labels = [example.label for example in examples]
    given = [example for path in train for example in read_pairs(path)]
    scores: list[float] = [math.nan] * len(examples)
    said: list[bool] = [False] * len(examples)
    for learned, those in _parts(examples, parts):
        lessons = given + [examples[i] for i in learned]
        if is_trained:
            teach(asked, [lesson.as_list() for lesson in lessons])
        for i, score in zip(those, _scores(asked, watch([examples[i] for i in those])), strict=True):
            scores[i] = score
        threshold = _threshold(asked, lessons or examples, scores if not lessons else None)
        for i in those:
            said[i] = scores[i] >= threshold
    figures: dict[str, Any] = {"n": len(examples), **pair_figures(labels, scores, said)}
    if not are_graded(labels):
        if not parts:
            figures["threshold"] = round(threshold, 6)
        figures["threshold_from"] = _origin(asked, is_trained)
    missing = sum(map(math.isnan, scores))
    return {
        **figures,
        **({"without_score": missing} if missing else {}),
        **({"folds": parts} if parts else {}),
        "seconds": round(time.perf_counter() - began, 3),
        "system": asked.name,
    }


def _parts(examples: Sequence[PairExample], parts: int | None) -> Iterator[tuple[list[int], list[int]]]:
    """Pairs that share their first text are learned from or asked together, never both."""
    if parts:
        yield from folds([example.a for example in examples], parts)
    else:
        yield [], list(range(len(examples)))


def _scores(system: ListSystem, examples: Iterable[PairExample]) -> Iterator[float]:
    return (float(scores[0]) for scores in all_scores(system, (example.as_list() for example in examples)))


def _threshold(system: ListSystem, examples: Sequence[PairExample], scores: Sequence[float] | None) -> float:
    labels = [example.label for example in examples]
    if gives_probabilities(system) or are_graded(labels):
        return 0.5
    return best_threshold(labels, scores or list(_scores(system, examples)))


def _origin(system: ListSystem, is_trained: bool) -> str:
    if gives_probabilities(system):
        return "probability"
    return "training examples" if is_trained else "this file"
