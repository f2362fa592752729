"""Work that falls into independent tasks, done by several processes that never outlive this one."""

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any, Self, TypeVar

from otherwords.text import OtherwordsError

Task = TypeVar("Task")
Result = TypeVar("Result")


class Processes:
    """With ``number`` 1, there are none, and this process does the tasks."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._running: dict[Connection, SpawnProcess] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def end(self) -> None:
        for connection, process in self._running.items():
            process.kill()  # what they write is whole or not there
            process.join()
            connection.close()
        self._running.clear()

    def each(self, do: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The results, in the order in which they are there; the first error stops it."""
        waiting = list(tasks)
        if self.number == 1 or len(waiting) < 2:
            yield from map(do, waiting)
            return
        waiting.reverse()
        self._start(min(self.number, len(waiting)))
        idle, busy = list(self._running), set[Connection]()
        while waiting or busy:
            while waiting and idle:
                connection = idle.pop()
                try:
                    connection.send((do, waiting.pop()))
                except OSError:
                    raise _ended() from None
                busy.add(connection)
            for ready in wait(list(busy)):
                assert isinstance(ready, Connection)
                result, error = _received(ready)
                if error is not None:
                    raise error
                busy.remove(ready)
                idle.append(ready)
                yield result

    def _start(self, number: int) -> None:
        context = get_context("spawn")  # forking would copy threads' locks in whatever state they are
        while len(self._running) < number:
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            self._running[ours] = process


def _received(connection: Connection) -> tuple[Any, BaseException | None]:
    try:
        result, error = connection.recv()
    except (EOFError, OSError):
        return None, _ended()
    return result, error


def _ended() -> OtherwordsError:
    return OtherwordsError(
        "a process was ended from outside, perhaps because memory ran out; use fewer --processes, and try again"
    )


def _serve(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is asked to stop, and ends us
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            do, task = connection.recv()
        except EOFError:
            return
        answer: tuple[Any, Exception | None]
        try:
            answer = (do(task), None)
        except Exception as error:
            answer = (None, error)
        connection.send(answer)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
