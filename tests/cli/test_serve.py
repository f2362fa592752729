"""``otherwords serve``: from arguments to a listening server, and every mistake in one line."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="pip install '.[serve]'")
import httpx

COMMAND = [sys.executable, "-c", "from otherwords.cli import main; main()", "serve"]


def started(*arguments: str, **environment: str) -> tuple["subprocess.Popen[str]", str]:
    """The process, and the address that it told."""
    process = subprocess.Popen(
        [*COMMAND, "--port", "0", *arguments], stdout=subprocess.PIPE, text=True, env={**os.environ, **environment}
    )
    assert process.stdout
    line = process.stdout.readline()
    return process, next(word for word in line.split() if word.startswith("http://"))


def test_it_listens_on_this_computer_and_ends_when_told():
    process, address = started()
    try:
        assert address.startswith("http://127.0.0.1:")
        assert httpx.get(f"{address}/health").json()["status"] == "ok"
        assert httpx.get(address).text.startswith("<!DOCTYPE html>")
    finally:
        process.send_signal(signal.SIGINT)
    assert process.wait(60) in (0, 130)


def test_others_need_the_token():
    process, address = started("--host", "0.0.0.0", "--allow-host", "words.example.org", OTHERWORDS_TOKEN="x" * 20)
    try:
        here = address.replace("0.0.0.0", "127.0.0.1")
        assert httpx.get(f"{here}/metrics").status_code == 401
        headers = {"authorization": f"Bearer {'x' * 20}", "host": "words.example.org"}
        assert httpx.get(f"{here}/metrics", headers=headers).status_code == 200
    finally:
        process.terminate()
    process.wait(60)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--host", "0.0.0.0"], "give --token TOKEN, or listen on 127.0.0.1"),
        (["--host", "::"], "give --token TOKEN"),
        (["--host", "192.168.1.2"], "give --token TOKEN"),
        (["--host", "words.example.org"], "give --token TOKEN"),
        (["--token", "short"], "16 characters at least"),
        (["--token", "with spaces and more of them"], "without spaces"),
        (["--host", "203.0.113.7", "--token", "x" * 20], "cannot listen on 203.0.113.7"),
        (["--table", "nowhere.parquet"], "there is no paraphrase table nowhere.parquet"),
        (["--kb", "nowhere.ttl"], "cannot read nowhere.ttl"),
        (["--index", "nowhere"], "nowhere"),
        (["--port", "99999"], "port"),
    ],
)
def test_mistakes_are_one_line(run, arguments: list[str], problem: str):
    port = [] if "--port" in arguments else ["--port", "0"]
    outcome = run("serve", *port, *arguments)
    assert outcome.code == 2
    assert problem in outcome.err
    assert (outcome.out, outcome.err.count("\n")) == ("", 1)


def test_a_port_that_is_taken(run):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        outcome = run("serve", "--port", other.getsockname()[1])
    assert (outcome.code, outcome.out) == (2, "")
    assert "choose another --port" in outcome.err


def test_without_the_extra(run_apart, tmp_path: Path):
    hide = "import sys; sys.modules['fastapi'] = None"
    outcome = run_apart("serve", first=hide)
    assert outcome.code == 2
    assert (
        outcome.err == "otherwords: serving needs fastapi; in a checkout of Otherwords, run: pip install '.[serve]'\n"
    )
