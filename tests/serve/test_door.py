"""Who comes in: hosts, origins, tokens, sizes; and what every answer tells the browser."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import repeat
from typing import Any

import httpx
import pytest
from serving import FERRY, QUERY, Server, serving, wait_for

from otherwords.serve.door import Door
from otherwords.serve.limits import Limits
from otherwords.serve.metrics import Metrics

TOKEN = "0123456789abcdef-token"
BODY = {"query": QUERY, "documents": [{"text": FERRY}]}


@pytest.fixture(scope="module")
def guarded() -> Iterator[Server]:
    limits = Limits(workers=1, body=20_000, requests=4, slow_body=0.3, patience=600, timeout=600)
    with serving(token=TOKEN, hosts=["words.example.org"], limits=limits) as running:
        yield running


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:1", "a.localhost", "10.1.2.3"]
)
def test_addresses_and_localhost_are_hosts_of_ours(server: Server, host: str):
    assert server.get("/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "words.example.org", "[", ""]
)
def test_any_other_name_is_refused(server: Server, host: str):
    """A site that turns its own name to this computer reaches the server, and learns nothing."""
    for path in ("/", "/health", "/metrics", "/mcp", "/openapi.json"):
        answer = server.get(path, headers={"host": host})
        assert answer.status_code in (400, 403)
        assert "otherwords" not in answer.text.lower()


def test_a_name_that_was_allowed_is_a_host(guarded: Server):
    assert guarded.get("/health", headers={"host": "Words.Example.org:443"}).status_code == 200


def test_other_sites_may_not_ask(server: Server):
    for headers in (
        {"origin": "http://evil.example"},
        {"sec-fetch-site": "cross-site"},
        {"origin": "null"},
        {"origin": "http://["},
    ):
        assert server.post("/find", BODY, headers=headers).status_code == 403
    own = {"origin": server.url, "sec-fetch-site": "same-origin"}
    assert server.post("/find", BODY, headers=own).status_code == 200


def test_a_link_may_lead_to_the_page(server: Server):
    assert server.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200


@pytest.mark.parametrize(
    "given", [None, "", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer é"]
)
def test_without_the_token_nothing_is_told(guarded: Server, given: str | None):
    headers = {} if given is None else {"authorization": given.encode("latin-1")}
    for path in ("/find", "/compare", "/match", "/rank", "/expand", "/ask", "/read?name=a.txt", "/mcp"):
        answer = guarded.post(path, BODY, headers=headers)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    for path in ("/metrics", "/table", "/openapi.json", "/nothing"):
        assert guarded.get(path, headers=headers).status_code == 401


def test_the_token_opens_and_the_page_needs_none(guarded: Server):
    assert guarded.post("/find", BODY, headers={"authorization": f"Bearer {TOKEN}"}).json()["matches"]
    assert guarded.get("/").status_code == guarded.get("/page/style.css").status_code == 200
    assert guarded.get("/health").json()["token"] is True


def test_every_answer_is_guarded(server: Server):
    for answer in (
        server.get("/"),
        server.get("/nothing"),
        server.post("/find", BODY),
        server.get("/health", headers={"host": "x.example"}),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy  # nothing from elsewhere
        assert "require-trusted-types-for 'script'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in answer.headers


def test_a_body_over_the_limit_is_413(guarded: Server):
    large = {"query": QUERY, "documents": [{"text": "x" * 30_000}]}
    answer = guarded.post("/find", large, headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 413
    assert "at most" in answer.json()["error"]


def test_whoever_waits_when_the_server_ends_is_told():
    sent: list[dict[str, Any]] = []

    async def endless(*_: object) -> None:
        await asyncio.sleep(600)

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    async def stop() -> None:
        everyone = {"token": None, "hosts": [], "paths": frozenset[str](), "open_paths": frozenset[str]()}
        door = Door(endless, limits=Limits(), metrics=Metrics(), **everyone)
        scope = {"type": "http", "path": "/find", "headers": [(b"host", b"localhost")]}
        asking = asyncio.create_task(door(scope, receive, send))
        await asyncio.sleep(0.01)
        asking.cancel()  # as uvicorn does, when requests take longer to end than they may
        await asking

    asyncio.run(stop())
    assert (sent[0]["status"], json.loads(sent[1]["body"])) == (503, {"error": "the server is being stopped"})


@pytest.fixture(scope="module")
def patient() -> Iterator[Server]:
    """As guarded, but who sends slowly on a busy machine is in time."""
    with serving(token=TOKEN, limits=Limits(workers=1, body=20_000, requests=4, slow_body=60)) as running:
        yield running


@contextmanager
def sending(server: Server, *headers: str) -> Iterator[socket.socket]:
    address = httpx.URL(server.url)
    with socket.create_connection((address.host, address.port)) as connection:
        connection.settimeout(60)
        lines = ["POST /find HTTP/1.1", "host: localhost", f"authorization: Bearer {TOKEN}", *headers]
        connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        yield connection


CHUNK = b"1388\r\n" + b"x" * 5000 + b"\r\n"


@pytest.mark.parametrize(
    ("header", "piece", "end"),
    [("content-length: 50000", b"x" * 5000, b""), ("transfer-encoding: chunked", CHUNK, b"0\r\n\r\n")],
)
def test_who_sends_too_much_hears_so_after_the_last_byte(patient: Server, header: str, piece: bytes, end: bytes):
    """A connection that is closed on somebody who still sends loses the answer."""
    with sending(patient, header) as connection:
        for _ in range(10):
            time.sleep(0.01)  # the server has read what came before, and would close the door if it were to
            connection.sendall(piece)
        connection.sendall(end)
        answer = b"".join(iter(lambda: connection.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"at most" in answer


def test_who_never_stops_is_cut_short(patient: Server):
    with sending(patient, "transfer-encoding: chunked") as connection, pytest.raises(ConnectionError):
        any(map(connection.sendall, repeat(CHUNK)))


def test_a_body_that_does_not_tell_its_size_is_counted(patient: Server):
    def pieces() -> Iterator[bytes]:
        for _ in range(60):
            yield b"x" * 500

    with patient.client() as client:
        answer = client.post("/find", content=pieces(), headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 413


def test_a_body_that_never_comes_is_408(guarded: Server):
    address = httpx.URL(guarded.url)
    with socket.create_connection((address.host, address.port)) as connection:
        connection.sendall(
            f"POST /find HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {TOKEN}\r\n"
            "content-type: application/json\r\ncontent-length: 100\r\n\r\n{".encode()
        )
        connection.settimeout(60)
        assert connection.recv(64).startswith(b"HTTP/1.1 408")


def test_a_busy_server_says_when_to_come_back():
    limits = Limits(workers=1, waiting=0, patience=0.05, timeout=600)
    with serving(limits=limits) as running:
        gate = running.keep_busy()
        answer = running.post("/find", BODY)
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) >= 1
        assert "busy" in answer.json()["error"]
        assert running.get("/health").status_code == 200  # who only looks is answered all the same
        assert "otherwords_jobs_running 1.0" in running.get("/metrics").text
        gate.set()
        wait_for(lambda: not running.desk.running)
        assert running.post("/find", BODY).status_code == 200


def test_who_hangs_up_leaves_the_line():
    """As the page does with every key: what was asked before need not be answered any more."""
    limits = Limits(workers=1, waiting=1, patience=600, timeout=600)
    with serving(limits=limits) as running:
        gate = running.keep_busy()
        address, body = httpx.URL(running.url), json.dumps(BODY).encode()
        head = (
            f"POST /find HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {len(body)}"
        )
        for _ in range(3):  # there is room for one only, so each must be gone before the next comes
            with socket.create_connection((address.host, address.port)) as connection:
                connection.sendall(head.encode() + b"\r\n\r\n" + body)
                wait_for(lambda: running.desk.waiting == 1)
            wait_for(lambda: running.desk.waiting == 0)
        assert running.desk.running == 1  # of those who hung up, none was let in
        gate.set()


def test_what_takes_too_long_is_504():
    limits = Limits(workers=1, timeout=0.0, patience=600)
    with serving(limits=limits) as running:
        answer = running.post("/find", BODY)
        assert answer.status_code == 504
        assert "ask for less" in json.loads(answer.text)["error"]


def test_no_more_requests_inside_than_allowed(guarded: Server):
    """Bodies that are on their way take memory, too."""
    address = httpx.URL(guarded.url)
    connections = [socket.create_connection((address.host, address.port)) for _ in range(12)]
    for connection in connections:
        connection.sendall(
            f"POST /find HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {TOKEN}\r\n"
            "content-type: application/json\r\ncontent-length: 100\r\n\r\n{".encode()
        )
    statuses = []
    for connection in connections:
        connection.settimeout(60)
        statuses.append(connection.recv(64)[9:12])
        connection.close()
    assert set(statuses) == {b"408", b"503"}
    assert statuses.count(b"408") <= 4
