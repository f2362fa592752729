"""How far a long command is: a bar where somebody watches, and a line now and again where nobody does."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.progress import TaskID

Report = Callable[[str, int, int], None]
"""Told the name of a step, how much of it is done, and of how much."""
_SECONDS = 30.0
"""Between two lines."""

Rate = Callable[[str, float], str]
"""Tells what so much of a step in a second is called; nothing for what means nothing to anyone."""


@contextmanager
def progress(rate: Rate | None = None, *, at_once: bool = False) -> Iterator[Report]:
    """Where nobody watches, a line for each step ``at_once``; else there is none for what is done soon."""
    if not sys.stderr.isatty():
        yield _Lines(rate or (lambda step, speed: ""), 0.0 if at_once else _SECONDS)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Speed(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(rate(task.description, task.finished_speed or task.speed or 0) if rate else "")

    last = Speed() if rate else TimeRemainingColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), last)
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bars:
        tasks: dict[str, TaskID] = {}

        def report(step: str, done: int, total: int) -> None:
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=None)
            bars.update(tasks[step], completed=done, total=total or None)

        yield report


class _Lines:
    """``patience``: seconds after which a step has its first line."""

    def __init__(self, rate: Rate, patience: float) -> None:
        self._rate, self._patience = rate, patience
        self._step, self._began, self._next = "", 0.0, time.monotonic() + patience

    def __call__(self, step: str, done: int, total: int) -> None:
        now = time.monotonic()
        if step != self._step:
            self._step, self._began, self._next = step, now, min(self._next, now + self._patience)
        if total and now >= self._next:
            rate = self._rate(step, done / max(now - self._began, 1e-9))
            typer.echo(f"{step}: {100 * done // total} %{rate and ', '}{rate}", err=True)
            self._next = now + _SECONDS
