"""From settings to a listening server."""

import ipaddress
import os
import socket
from collections.abc import Callable, Iterable

import uvicorn

from otherwords.serve.app import make_app
from otherwords.serve.engine import Sources
from otherwords.serve.limits import Limits
from otherwords.text import OtherwordsError

_LONGEST_GOODBYE = 3
"""Seconds that open requests have when the server is told to stop."""


def serve(
    sources: Sources,
    *,
    host: str,
    port: int,
    token: str | None,
    hosts: Iterable[str] = (),
    limits: Limits | None = None,
    tell: Callable[[str], None],
) -> None:
    """Listens until it is told to stop; ``tell`` hears the address once the models are loaded."""
    check_address(host, token)
    listening = _listen(host, port)
    with listening:
        app, desk = make_app(sources, limits=limits, token=token, hosts=hosts)
        try:
            desk.wait_until_ready()
        except BaseException:
            desk.close()
            raise
        address = f"[{host}]" if ":" in host else host
        tell(f"http://{address}:{listening.getsockname()[1]}")
        settings = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,  # it would write down what people look for
            server_header=False,
            proxy_headers=False,
            ws="none",
            timeout_graceful_shutdown=_LONGEST_GOODBYE,
        )
        uvicorn.Server(settings).run(sockets=[listening])
    if desk.running:  # threads cannot be stopped, and have nothing to save
        os._exit(0)


def check_address(host: str, token: str | None) -> None:
    """Whoever listens to others than this computer must ask them for a token."""
    if token is not None and len(token) < 16:
        raise OtherwordsError(
            "a token has 16 characters at least: python -c 'import secrets; print(secrets.token_urlsafe())'"
        )
    if token is not None and not (token.isascii() and token.isprintable() and " " not in token):
        raise OtherwordsError("a token is made of ASCII letters, digits and signs, without spaces")
    if token is None and not _is_loopback(host):
        raise OtherwordsError(f"{host} can be reached by others; give --token TOKEN, or listen on 127.0.0.1")


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise OtherwordsError(f"{host} is no address of this computer: {error.strerror or error}") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise OtherwordsError(
            f"cannot listen on {host}:{port}: {error.strerror or error}; choose another --port"
        ) from error
    return listening
