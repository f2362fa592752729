"""Law 1: no network. Any use of a socket ends the process that these tests start."""

import json
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
