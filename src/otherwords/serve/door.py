"""The door of the server: who may come in, with how much, and what every answer says to the browser.

It stands before everything else, the MCP endpoint and the page included.
"""

import asyncio
import hmac
import ipaddress
import json
import time
from collections.abc import Iterable
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from otherwords.serve.limits import Limits
from otherwords.serve.metrics import Metrics

_HEADERS = {
    # A page that could do harm would have to get past each of these: no script but ours, nothing from elsewhere,
    # no frame around it, and no string that becomes markup.
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}

_HEARD_OUT = 4
"""Times the largest body that are thrown away before a request is refused as too large."""


class Door:
    def __init__(
        self,
        app: ASGIApp,
        *,
        limits: Limits,
        metrics: Metrics,
        token: str | None,
        hosts: Iterable[str],
        paths: frozenset[str],
        open_paths: frozenset[str],
    ) -> None:
        """``open_paths``, of all ``paths``, hold nothing of anybody's: they need no token, and links may lead there."""
        self._app, self._limits, self._metrics = app, limits, metrics
        self._token = token.encode() if token is not None else None
        self._hosts = {host.lower() for host in hosts}
        self._paths, self._open_paths = paths, open_paths
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        began, status = time.perf_counter(), 0

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(raw=message.setdefault("headers", []))
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        self._inside += 1
        try:
            await self._let_in(scope, receive, send_guarded)
        except asyncio.CancelledError:  # the server ends, and waits no longer: no fault that a traceback could explain
            if not status:
                await _refuse(send_guarded, 503, "the server is being stopped", {"connection": "close"})
        finally:
            self._inside -= 1
            # Whoever makes up paths must not make the metrics grow.
            route = scope["path"] if scope["path"] in self._paths else "other"
            self._metrics.count(route, status, time.perf_counter() - began)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if not _is_host_of_ours(headers.get("host", ""), self._hosts):
            problem = "this server does not go by that name; start it with --allow-host NAME, or use its address"
            return await _refuse(send, 403, problem)
        if scope["path"] not in self._open_paths:
            if not _is_same_origin(headers):
                return await _refuse(send, 403, "other sites may not ask this server")
            if not self._has_token(headers):
                told = {"www-authenticate": "Bearer"}
                return await _refuse(send, 401, "this server needs its token: Authorization: Bearer TOKEN", told)
        if self._inside > self._limits.requests:
            return await _refuse(send, 503, "the server is busy; ask again in 1 s", {"retry-after": "1"})
        too_large = f"a request may have {self._limits.body >> 20} MiB at most; send less, or use an index"
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length) > self._limits.body:
            await _hear_out(receive, self._limits)
            return await _refuse(send, 413, too_large, {"connection": "close"})
        try:
            async with asyncio.timeout(self._limits.slow_body):
                body = await _whole(receive, self._limits.body)
        except TimeoutError:
            told = {"connection": "close"}
            return await _refuse(send, 408, f"the request was not here within {self._limits.slow_body:g} s", told)
        if body is None:
            await _hear_out(receive, self._limits)
            return await _refuse(send, 413, too_large, {"connection": "close"})
        await self._app(scope, _replayed(body, receive), send)
        return None

    def _has_token(self, headers: Headers) -> bool:
        if self._token is None:
            return True
        kind, _, given = headers.get("authorization", "").partition(" ")
        return kind.lower() == "bearer" and hmac.compare_digest(given.strip().encode("latin-1"), self._token)


def _is_host_of_ours(host: str, ours: set[str]) -> bool:
    """An address, localhost, or a name that was given. A site that turns its own name to this computer is none."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in ours or name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_same_origin(headers: Headers) -> bool:
    """Browsers say where a request comes from; other programs do not."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False


async def _whole(receive: Receive, largest: int) -> bytes | None:
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return b"".join(parts)
        size += len(message.get("body", b""))
        if size > largest:
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


async def _hear_out(receive: Receive, limits: Limits) -> None:
    """Throws away what still comes of a request that is too large, unless it is far too large or takes its time.

    Who is cut short while still sending often does not get the answer.
    """
    size = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(limits.slow_body):
            while size <= _HEARD_OUT * limits.body:
                message = await receive()
                size += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


def _replayed(body: bytes, receive: Receive) -> Receive:
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay


async def _refuse(send: Send, status: int, problem: str, headers: dict[str, str] | None = None) -> None:
    told = {"content-type": "application/json", **(headers or {})}
    raw = [(name.encode(), value.encode()) for name, value in told.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": json.dumps({"error": problem}).encode()})
