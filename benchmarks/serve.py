"""How `otherwords serve` bears more than it can do: errors, waiting times and memory under several times its capacity.

python benchmarks/serve.py [--seconds 120] [--times 4]

First as many clients as the server has workers ask one after the other, which tells what this machine can do. Then
requests come at so many times that rate, whether answered or not. All runs on one machine, the clients included.
"""

import argparse
import asyncio
import itertools
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

TEXTS = Path(__file__).parent.parent / "examples" / "texts"
QUERIES = (
    "Nobody was injured, but the wedding cake was ruined on the way over.",
    "The cost of fuel had eaten up its profit.",
    "A smaller and quicker boat would have been a better use of the money.",
    "The minister resigned after the election.",
)
QUESTIONS = [f"How do I {verb} my {thing}?" for verb in ("change", "renew", "cancel") for thing in ("ticket", "plan")]


@dataclass
class Tally:
    statuses: Counter[str] = field(default_factory=Counter)
    accepted: list[float] = field(default_factory=list)
    """Seconds until the answer."""

    def add(self, status: str, seconds: float) -> None:
        self.statuses[status] += 1
        if status == "200":
            self.accepted.append(seconds)


def requests(seed: int) -> "itertools.chain[tuple[str, dict[str, Any]]]":
    """Mostly people who type into the page; every text is a little different, so that no cache helps."""
    chance = random.Random(seed)
    page = (TEXTS / "harbour.txt").read_text(encoding="utf-8")

    def one() -> tuple[str, dict[str, Any]]:
        kind, query = chance.random(), chance.choice(QUERIES)
        text = f"{chance.random()} {page}"
        if kind < 0.8:
            typed = query[: chance.randint(10, len(query))]
            return "/find", {"query": typed, "documents": [{"text": text}], "top": 10}
        if kind < 0.87:
            return "/match", {"question": f"How can I get rid of my ticket {chance.random()}?", "questions": QUESTIONS}
        if kind < 0.94:
            return "/rank", {"query": query, "candidates": [*QUERIES, f"Number {chance.random()}"]}
        return "/compare", {"a": {"text": query}, "others": [{"text": text}]}

    return itertools.chain.from_iterable([one()] for _ in itertools.count())


async def ask(client: httpx.AsyncClient, request: tuple[str, dict[str, Any]], tally: Tally) -> None:
    began = time.perf_counter()
    try:
        answer = await client.post(request[0], json=request[1])
        if answer.status_code == 503 and "retry-after" not in answer.headers:
            status = "503 without Retry-After"
        else:
            status = str(answer.status_code)
    except httpx.HTTPError as error:
        status = type(error).__name__
    tally.add(status, time.perf_counter() - began)


async def capacity(client: httpx.AsyncClient, workers: int, seconds: float) -> float:
    """Requests a second, when every client waits for its answer."""
    tally, end = Tally(), time.perf_counter() + seconds

    async def one(seed: int) -> None:
        made = requests(seed)
        while time.perf_counter() < end:
            await ask(client, next(made), tally)

    await asyncio.gather(*(one(seed) for seed in range(workers)))
    assert set(tally.statuses) == {"200"}, tally.statuses
    return len(tally.accepted) / seconds


async def warm_up(client: httpx.AsyncClient, workers: int) -> None:
    """A worker loads a model when it first needs it, so every worker meets every kind of request, more than once."""
    made, kinds = requests(-1), {}
    while len(kinds) < 4:
        request = next(made)
        kinds.setdefault(request[0], request)
    for request in [one for one in kinds.values() for _ in range(3)]:
        await asyncio.gather(*(ask(client, request, Tally()) for _ in range(2 * workers)))


async def overload(client: httpx.AsyncClient, rate: float, seconds: float, resident: list[int], pid: int) -> Tally:
    tally, made, under_way = Tally(), requests(1000), set()
    began = time.perf_counter()
    for number in itertools.count():
        due = began + number / rate
        if due - began > seconds:
            break
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        task = asyncio.create_task(ask(client, next(made), tally))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
        if number % max(1, round(rate)) == 0:
            resident.append(memory(pid))
    await asyncio.gather(*under_way)
    return tally


def memory(pid: int) -> int:
    """Resident MiB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096 >> 20


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


async def measure(address: str, pid: int, workers: int, seconds: float, times: float) -> None:
    settings = httpx.Limits(max_connections=None, max_keepalive_connections=64)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=settings, trust_env=False) as client:
        await warm_up(client, workers)
        can = await capacity(client, workers, seconds / 8)
        print(f"can do          {can:6.1f} requests a second, {workers} at a time")
        resident: list[int] = []
        tally = await overload(client, times * can, seconds, resident, pid)
    total = sum(tally.statuses.values())
    print(f"was asked       {total / seconds:6.1f} a second for {seconds:g} s, {total} in all")
    print(f"answered with   {dict(tally.statuses.most_common())}")
    print(f"accepted        {len(tally.accepted) / seconds:6.1f} a second")
    p50, p95 = percentile(tally.accepted, 0.5), percentile(tally.accepted, 0.95)
    print(f"their time      p50 {p50:.2f} s, p95 {p95:.2f} s, longest {max(tally.accepted):.2f} s")
    quarter = max(1, len(resident) // 4)
    early, late = statistics.median(resident[quarter : 2 * quarter]), statistics.median(resident[-quarter:])
    print(
        f"memory          {early:.0f} MiB in the second quarter, {late:.0f} MiB in the last, most {max(resident)} MiB"
    )
    bad = {status for status in tally.statuses if status not in ("200", "503")}
    print(f"no error but 503: {'yes' if not bad else f'no: {bad}'}; p95 under 2 s: {'yes' if p95 < 2 else 'no'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120, help="of overload; an eighth of it tells the capacity")
    parser.add_argument("--times", type=float, default=4, help="what the machine can do, times this")
    options = parser.parse_args()
    from otherwords.serve.limits import Limits

    command = [sys.executable, "-c", "from otherwords.cli import main; main()", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            address = next(word for word in server.stdout.readline().split() if word.startswith("http://"))
            asyncio.run(measure(address, server.pid, Limits().workers, options.seconds, options.times))
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
