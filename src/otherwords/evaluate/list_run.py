"""A system that puts every list of a file in order, and what came of it."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from otherwords.ask.wordings.stored import Stored
from otherwords.evaluate.folds import folds
from otherwords.evaluate.list_metrics import ListMetrics
from otherwords.evaluate.list_systems import (
    ListSystem,
    Scores,
    all_scores,
    build_list_system,
    check_training,
    give_wordings,
    gives_probabilities,
    teach,
)
from otherwords.evaluate.lists import ListExample, read_lists
from otherwords.evaluate.relevancy import Predictions, is_relevancy, read_predictions, read_relevancy
from otherwords.evaluate.wording_files import read_wordings
from otherwords.text import OtherwordsError

EMPTY = ("zero", "skip")
_WITHOUT_TEXTS = ("ir", "random", "worst")
"""Systems that need labels and ranks alone."""
Watch = Callable[[Iterable[ListExample]], Iterable[ListExample]]


def evaluate_lists(
    file: Path,
    system: str,
    *,
    train: Sequence[Path] = (),
    parts: int | None = None,
    empty: str = "zero",
    limit: int | None = None,
    model: Path | None = None,
    predictions: Path | None = None,
    wordings: Path | None = None,
    watch: Watch = iter,
) -> dict[str, Any]:
    """The report of ``eval lists``; with ``predictions``, of what is in that file, whatever the system's name."""
    if empty not in EMPTY:
        raise OtherwordsError(f'--empty is zero or skip, not "{empty}"')
    began = time.perf_counter()
    examples = list(islice(_read(file), limit))
    if not examples:
        raise OtherwordsError(f"{file}: there are no lists in it")
    metrics = ListMetrics(skip_empty=empty == "skip")
    counted = [i for i, example in enumerate(examples) if metrics.counts(example.labels)]
    if not counted:
        raise OtherwordsError(f"{file}: no list has a candidate that is right; --empty zero counts them as 0")
    if is_relevancy(file) and not predictions and system not in _WITHOUT_TEXTS:
        raise OtherwordsError(
            f"{file} holds labels and no texts; give --predictions, or --system {', '.join(_WITHOUT_TEXTS)}"
        )
    asked = read_predictions(predictions) if predictions else build_list_system(system, model)
    give_wordings(asked, Stored(read_wordings(wordings)) if wordings else None)
    check_training(asked, is_trained=bool(train or parts))
    answers = _answers(asked, examples, counted, train, parts)
    for example in watch(examples):
        if metrics.counts(example.labels):
            scores = next(answers)
            metrics.add(example.labels, scores, _said(asked, example, scores))
        else:
            metrics.add(example.labels, ())
    return {
        "n": metrics.n,
        **metrics.figures(),
        **({"folds": parts} if parts else {}),
        "seconds": round(time.perf_counter() - began, 3),
        "system": asked.name,
    }


def _answers(
    system: ListSystem,
    examples: Sequence[ListExample],
    counted: Sequence[int],
    train: Sequence[Path],
    parts: int | None,
) -> Iterator[Scores]:
    """Of those that count, in their order; what does not count is learned from all the same."""
    given = [example for path in train for example in read_lists(path)]
    if not parts:
        if train:
            teach(system, given)
        return all_scores(system, [examples[i] for i in counted])
    answers: dict[int, Scores] = {}
    wanted = {*counted}
    for learned, rest in folds([example.query for example in examples], parts):
        asked = [i for i in rest if i in wanted]
        teach(system, given + [examples[i] for i in learned])
        answers |= zip(asked, all_scores(system, [examples[i] for i in asked]), strict=True)
    return (answers[i] for i in counted)


def _said(system: ListSystem, example: ListExample, scores: Scores) -> list[bool] | None:
    if isinstance(system, Predictions):
        return system.said(example)
    return [score >= 0.5 for score in scores] if gives_probabilities(system) else None


def _read(path: Path) -> Iterator[ListExample]:
    return read_relevancy(path) if is_relevancy(path) else read_lists(path)
