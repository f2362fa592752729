"""The line at the desk: short, patient for a moment, and a worker is free only when its job has really ended."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from otherwords.serve.desk import Desk
from otherwords.serve.limits import Limits
from otherwords.serve.problems import Busy, TookTooLong

LONG = 600.0


def desk_of(**limits: Any) -> Desk[list[str]]:
    return Desk(list, Limits(**{"workers": 1, "waiting": 1, "patience": LONG, "timeout": LONG, **limits}))


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG):
        while not holds():
            await asyncio.sleep(0.001)


def test_a_job_gets_its_workers_engine_and_gives_its_result():
    async def test() -> None:
        desk = desk_of()

        def add(engine: list[str]) -> int:
            engine.append(threading.current_thread().name)
            return len(engine)

        assert [await desk.run(add) for _ in range(3)] == [1, 2, 3]
        assert len(set(await desk.run(lambda engine: engine))) == 1
        desk.close()

    run(test)


def test_a_jobs_error_is_the_callers_and_the_worker_goes_on():
    async def test() -> None:
        desk = desk_of()
        with pytest.raises(KeyError, match="gone"):
            await desk.run(lambda _: {}["gone"])
        assert await desk.run(lambda _: "well") == "well"
        assert desk.running == 0
        desk.close()

    run(test)


def test_an_engine_that_cannot_be_made_is_told_at_the_start():
    def fail() -> None:
        raise ValueError("no weights")

    desk = Desk(fail, Limits(workers=1))
    with pytest.raises(ValueError, match="no weights"):
        desk.wait_until_ready()
    desk.close()


def test_whoever_finds_the_line_full_is_turned_away_at_once():
    async def test() -> None:
        desk, gate = desk_of(workers=2, waiting=3), threading.Event()
        inside = [asyncio.create_task(desk.run(lambda _: gate.wait())) for _ in range(5)]
        await until(lambda: (desk.running, desk.waiting) == (2, 3))
        for _ in range(50):
            with pytest.raises(Busy) as refused:
                await desk.run(lambda _: None)
            assert 1 <= refused.value.retry_after <= 30
        assert (desk.running, desk.waiting) == (2, 3)
        gate.set()
        assert await asyncio.gather(*inside) == [True] * 5
        await until(lambda: (desk.running, desk.waiting) == (0, 0))
        desk.close()

    run(test)


def test_whoever_has_waited_too_long_is_turned_away_and_never_served():
    async def test() -> None:
        desk, gate, served = desk_of(patience=0.02), threading.Event(), []
        first = asyncio.create_task(desk.run(lambda _: gate.wait()))
        await until(lambda: desk.running == 1)
        with pytest.raises(Busy):
            await desk.run(lambda _: served.append("late"))
        gate.set()
        await first
        assert served == []
        assert desk.waiting == 0
        desk.close()

    run(test)


def test_a_worker_is_free_only_when_its_job_has_ended():
    async def test() -> None:
        desk, gate = desk_of(timeout=0.02, patience=0.02), threading.Event()
        with pytest.raises(TookTooLong, match=r"0\.02 s"):
            await desk.run(lambda _: gate.wait())
        assert desk.running == 1  # nobody waits for it any more, and yet it runs
        with pytest.raises(Busy):
            await desk.run(lambda _: None)
        gate.set()
        await until(lambda: desk.running == 0)
        assert await desk.run(lambda _: "free") == "free"
        desk.close()

    run(test)


def test_who_leaves_the_line_makes_room_and_who_leaves_a_job_does_not():
    async def test() -> None:
        desk, gate, served = desk_of(), threading.Event(), []
        begun = asyncio.create_task(desk.run(lambda _: gate.wait()))
        await until(lambda: desk.running == 1)
        waiting = asyncio.create_task(desk.run(lambda _: served.append("second")))
        await until(lambda: desk.waiting == 1)
        waiting.cancel()
        begun.cancel()
        await asyncio.gather(waiting, begun, return_exceptions=True)
        assert (desk.running, desk.waiting) == (1, 0)
        gate.set()
        await until(lambda: desk.running == 0)
        assert await desk.run(lambda _: "next") == "next"
        assert served == []
        desk.close()

    run(test)


def test_one_user_always_meets_the_same_worker():
    """Who knows the documents of the last request, and need not look at them anew."""

    async def test() -> None:
        desk = desk_of(workers=4)
        names = {await desk.run(lambda _: threading.current_thread().name) for _ in range(20)}
        assert len(names) == 1
        desk.close()

    run(test)


def test_many_at_once_all_get_what_is_theirs():
    async def test() -> None:
        desk = desk_of(workers=3, waiting=200)
        results = await asyncio.gather(*(desk.run(lambda _, i=i: i * i) for i in range(200)))
        assert results == [i * i for i in range(200)]
        desk.close()

    run(test)
