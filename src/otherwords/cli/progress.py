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


@contextmanager
def progress() -> Iterator[Report]:
    if not sys.stderr.isatty():
        yield _Lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bars:
        tasks: dict[str, TaskID] = {}

        def report(step: str, done: int, total: int) -> None:
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=None)
            bars.update(tasks[step], completed=done, total=total or None)

        yield report


class _Lines:
    """Nothing for what is done soon: the first line comes when a while has passed."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _SECONDS

    def __call__(self, step: str, done: int, total: int) -> None:
        now = time.monotonic()
        if total and now >= self._next:
            typer.echo(f"{step}: {100 * done // total} %", err=True)
            self._next = now + _SECONDS
