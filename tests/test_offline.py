"""Law 1: no network. Any use of a socket ends the process that these tests start."""

import json
import os
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"

NO_SOCKETS = """
import socket, sys

def refuse(event, arguments):
    if event.startswith("socket."):
        raise SystemExit(f"the network was used: {event}")

sys.addaudithook(refuse)
"""


@pytest.mark.parametrize("use", ["socket.socket()", "socket.getaddrinfo('example.org', 80)"])
def test_the_block_blocks(run_apart, use: str):
    assert "the network was used" in run_apart("--help", first=f"{NO_SOCKETS}\n{use}").err


@pytest.mark.parametrize("arguments", [["--help"], ["find", "--help"], ["eval", "--help"], ["data", "--help"]])
def test_help(run_apart, arguments: list[str]):
    outcome = run_apart(*arguments, first=NO_SOCKETS)
    assert (outcome.code, outcome.err) == (0, "")


def test_find(run_apart):
    query = "Trucks heavier than twelve tonnes are forbidden until divers have checked it."
    outcome = run_apart("find", query, EXAMPLES / "texts" / "harbour.txt", "--json", first=NO_SOCKETS)
    assert (outcome.code, outcome.err) == (0, "")
    assert "lorries above twelve tonnes" in json.loads(outcome.out)["text"]


REFUSE_TO_CONNECT = NO_SOCKETS.replace(
    'event.startswith("socket.")', 'event in ("socket.connect", "socket.getaddrinfo")'
)


def test_index(run_apart, tmp_path: Path):
    """LanceDB wakes its own thread through a pair of sockets, so here only what leaves the process is refused."""
    added = run_apart("index", "add", tmp_path / "index", EXAMPLES / "texts" / "harbour.txt", first=REFUSE_TO_CONNECT)
    assert (added.code, added.out.count("added")) == (0, 1)
    query = "Trucks heavier than twelve tonnes are forbidden until divers have checked it."
    found = run_apart("find", query, "--index", tmp_path / "index", "--json", first=REFUSE_TO_CONNECT)
    assert (found.code, found.err) == (0, "")
    assert "lorries above twelve tonnes" in json.loads(found.out)["text"]


def test_the_runtime_keeps_nothing_to_send(run_apart, tmp_path: Path):
    """Its own sockets are not Python's, and no hook sees them; but it queues what it would send in a file at home."""
    env = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    env |= {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    assert run_apart("find", "a boat", EXAMPLES / "texts" / "harbour.txt", "--json", env=env).err == ""
    assert not [path for path in tmp_path.rglob("*") if "onnxruntime" in path.name]
