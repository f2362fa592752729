"""Where jobs wait for a worker: a short line, and a kind word for whoever finds it full.

A worker is a thread with an engine of its own, for models and connections are not shared between threads. A thread
cannot be stopped from outside, so a worker is free again when its job has ended, however long nobody has waited for it.
"""

import asyncio
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from otherwords.serve.limits import Limits
from otherwords.serve.problems import Busy, TookTooLong

Engine = TypeVar("Engine")
Result = TypeVar("Result")


class Worker(Generic[Engine]):
    def __init__(self, make: Callable[[], Engine]) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="otherwords")
        self._engine = self._thread.submit(make)

    def start(self, job: Callable[[Engine], Result]) -> "asyncio.Future[Result]":
        return asyncio.wrap_future(self._thread.submit(lambda: job(self._engine.result())))

    def wait_until_ready(self) -> None:
        self._engine.result()

    def leave(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


class Desk(Generic[Engine]):
    def __init__(self, make: Callable[[], Engine], limits: Limits) -> None:
        self._limits = limits
        self._workers = [Worker(make) for _ in range(limits.workers)]
        # The one who was free last knows the documents of the last request best.
        self._free = list(self._workers)
        self._slots = asyncio.Semaphore(limits.workers)
        self.waiting = 0
        self.seconds = 0.5
        """What a job took of late, for the answer to how long to stay away."""

    @property
    def running(self) -> int:
        return len(self._workers) - len(self._free)

    def wait_until_ready(self) -> None:
        """Models are loaded; raises what hindered it."""
        for worker in self._workers:
            worker.wait_until_ready()

    def close(self) -> None:
        for worker in self._workers:
            worker.leave()

    async def run(self, job: Callable[[Engine], Result]) -> Result:
        """The job's result. Raises ``Busy`` where it cannot begin soon, and ``TookTooLong`` where it does not end."""
        await self._wait_for_slot()
        loop = asyncio.get_running_loop()
        began = loop.time()
        worker = self._free.pop()
        work = worker.start(job)

        def end(ended: "asyncio.Future[Result]") -> None:
            self._free.append(worker)
            self._slots.release()
            self.seconds += 0.1 * (loop.time() - began - self.seconds)
            if not ended.cancelled():
                ended.exception()  # whoever waited may be gone, and asyncio would complain that nobody looked

        work.add_done_callback(end)
        done, _ = await asyncio.wait([work], timeout=self._limits.timeout)
        if not done:
            raise TookTooLong(f"not done within {self._limits.timeout:g} s; ask for less at once")
        return work.result()

    async def _wait_for_slot(self) -> None:
        if self._slots.locked() and self.waiting >= self._limits.waiting:
            raise self._busy()
        self.waiting += 1
        try:
            async with asyncio.timeout(self._limits.patience):
                await self._slots.acquire()
        except TimeoutError:
            raise self._busy() from None
        finally:
            self.waiting -= 1

    def _busy(self) -> Busy:
        ahead = self.seconds * (self.waiting + 1) / len(self._workers)
        return Busy(min(30, max(1, math.ceil(ahead))))
