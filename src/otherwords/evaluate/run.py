"""A system asked every example of a spans file, and what came of it."""

import time
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

from otherwords.evaluate.metrics import SpanMetrics
from otherwords.evaluate.prediction import Prediction
from otherwords.evaluate.scorers import find_scorer
from otherwords.evaluate.spans import SpanExample, read_spans
from otherwords.evaluate.systems import SystemOptions, build_system
from otherwords.text import OtherwordsError

Watch = Callable[[Iterable[SpanExample]], Iterable[SpanExample]]
Notice = Callable[[SpanExample, Prediction], None]


def evaluate_spans(
    file: Path,
    system: str,
    *,
    scorer: str = "otherwords",
    always: bool = False,
    limit: int | None = None,
    model: Path | None = None,
    train: Path | None = None,
    exhaustive: bool = False,
    warm: bool = False,
    watch: Watch = iter,
    notice: Notice | None = None,
) -> dict[str, Any]:
    """The report of ``eval spans``. ``watch`` passes the examples on, and may show how far they have come.

    The seconds are all of them: getting the system ready, reading and answering; not those of ``notice``, which is
    shown every answer.
    """
    began = time.perf_counter()
    noticing = 0.0
    metrics = SpanMetrics(find_scorer(scorer))
    asked = build_system(system, SystemOptions(file, model, train, exhaustive, warm))
    for example in watch(islice(read_spans(file), limit)):
        try:
            prediction = asked.answer(example.query, example.document, always=always, gold=example.gold)
        except OtherwordsError as error:
            raise OtherwordsError(f"{file}: example {example.id}: {error}") from error
        metrics.add(example, prediction)
        if notice:
            answered = time.perf_counter()
            notice(example, prediction)
            noticing += time.perf_counter() - answered
    if not metrics.n:
        raise OtherwordsError(f"{file}: there are no examples in it")
    seconds = round(time.perf_counter() - began - noticing, 3)
    return {"n": metrics.n, **metrics.figures(), "seconds": seconds, "system": asked.name}
