"""What every step of a run works with."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from otherwords.mine.parquet import connected
from otherwords.mine.processes import Processes, Result, Task
from otherwords.mine.work import Work

if TYPE_CHECKING:
    import duckdb

Report = Callable[[str, int, int], None]
"""Is told the name of a step, how much of it is done, and how much there is of it."""

_PROCESS = 200 << 20
"""Bytes that Python, the libraries and a tagger take before there is any work."""
_SHARE_OF_DUCKDB = 0.75
"""Of the memory; the rest is for what it takes above its limit."""


def processes_for(memory: int, wanted: int) -> int:
    """No more than there is memory for."""
    return max(1, min(wanted, memory // (2 * _PROCESS)))


@dataclass(frozen=True)
class Means:
    work: Work
    processes: Processes
    memory: int
    """Bytes, for all processes together."""
    report: Report

    @property
    def memory_for_data(self) -> int:
        """Bytes that one of several processes may fill."""
        return self.memory // self.processes.number - _PROCESS

    def each(self, step: str, do: Callable[[Task], Result], tasks: Sequence[Task]) -> Iterator[Result]:
        """The results of a step's tasks, in the order in which they are there."""
        self.report(step, 0, len(tasks))
        for done, result in enumerate(self.processes.each(do, tasks), 1):
            self.report(step, done, len(tasks))
            yield result

    def connected(self) -> "AbstractContextManager[duckdb.DuckDBPyConnection]":
        """A database that has all the memory for itself."""
        self.processes.end()
        self.work.temporary.mkdir(exist_ok=True)
        memory = int(_SHARE_OF_DUCKDB * (self.memory - _PROCESS))
        return connected(memory, self.processes.number, self.work.temporary)
