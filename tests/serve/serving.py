"""A real server on loopback, in a thread of the test's own process."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from otherwords.mine.table import Pair, write
from otherwords.serve.app import make_app
from otherwords.serve.desk import Desk
from otherwords.serve.engine import Sources

FERRY = "The ferry hit the quay 🚢 at noon. No one was injured in the crash. It sailed on."
QUERY = "Nobody was hurt in the accident."
FOUND = "No one was injured in the crash."
PATIENCE = 120.0  # seconds; a busy machine is no failure


def wait_for(condition: Callable[[], bool]) -> None:
    """Until it holds; that it never does is a failure, and not a test without an end."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, "it did not come about"
        time.sleep(0.001)


@dataclass(frozen=True)
class Server:
    url: str
    desk: Desk[Any]
    loop: asyncio.AbstractEventLoop

    def client(self, **settings: Any) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=PATIENCE, trust_env=False, **settings)

    def post(self, path: str, body: object, **settings: Any) -> httpx.Response:
        with self.client() as client:
            return client.post(path, json=body, **settings)

    def get(self, path: str, **settings: Any) -> httpx.Response:
        with self.client() as client:
            return client.get(path, **settings)

    def read(self, name: str, data: bytes) -> httpx.Response:
        with self.client() as client:
            return client.post("/read", params={"name": name}, content=data)

    def keep_busy(self) -> threading.Event:
        """Gives a worker something to do that no request asked for. It has begun, and ends when the event is set."""
        gate, begun = threading.Event(), threading.Event()

        def wait(_: object) -> None:
            begun.set()
            gate.wait()

        asyncio.run_coroutine_threadsafe(self.desk.run(wait), self.loop)
        begun.wait()
        return gate


@contextmanager
def serving(sources: Sources | None = None, **settings: Any) -> Iterator[Server]:
    app, desk = make_app(sources or Sources(), **settings)
    desk.wait_until_ready()
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    loop = asyncio.new_event_loop()
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", ws="none", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=lambda: loop.run_until_complete(server.serve([listening])))
    thread.start()
    try:
        yield Server(f"http://127.0.0.1:{listening.getsockname()[1]}", desk, loop)
    finally:
        server.should_exit = True
        thread.join()
        loop.close()
        listening.close()


def write_table(path: Path) -> Path:
    rows = [
        Pair("established", "founded", 61, 0.93, ("the firm was ⟨…⟩ in 1902",), 90),
        Pair("company", "firm", 40, 0.8, ("a ⟨…⟩ of good name",), 55),
        Pair("<b>bold</b>", "<i>italic</i>", 9, 0.7, ("set in ⟨…⟩ <script>alert(1)</script>",), 9),
        Pair("decreased", "increased", 25, 0.6, ("prices ⟨…⟩ by a third",), 30),
        *(Pair(f"number {i:03}", f"figure {i:03}", 3, 0.3 - i / 1000, (), 3) for i in range(60)),
    ]
    rows = [Pair(*sorted((row.left, row.right)), row.count, row.score, row.contexts, row.sentences) for row in rows]
    write(rows, path, {"language": "en"})
    return path
