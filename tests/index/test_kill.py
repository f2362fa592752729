"""A writer that is killed, with SIGKILL and wherever it is, loses nothing that it reported, and leaves an index."""

import random
import signal
import subprocess
import sys
from pathlib import Path

from otherwords.index import Index

KILLS = 5
FILES = 60


def text(number: int) -> str:
    return f"The boat number {number} was late. The king said {number}. " * 8


def test_killed_again_and_again(tmp_path: Path, pairs: Path):
    folder = tmp_path / "files"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"{number:02}.txt").write_text(text(number))
    draw = random.Random(1)
    told: set[str] = set()
    for _ in range(KILLS):
        told |= killed(pairs, tmp_path, lines=draw.randrange(3, 12), more=draw.random() * 0.05)
        index = Index.open(tmp_path / "index", pairs)
        there = {row["document"] for row in index.store.scan(["document"])}
        assert told <= there
        assert all(one.documents == 1 for one in index.list())
        assert list(index.check()) == []
        assert index.search("the king said", top=3)
    process = subprocess.run(command(pairs, tmp_path), capture_output=True, text=True, check=True)
    assert process.stdout.endswith("done\n")
    index = Index.open(tmp_path / "index", pairs)
    assert list(index.check()) == []
    found = dict.fromkeys(sorted({row["document"] for row in index.store.scan(["document"])}), "")
    for row in sorted(index.store.scan(["document", "number", "text"]), key=lambda row: row["number"]):
        found[row["document"]] += row["text"]
    assert found == {str(folder / f"{number:02}.txt"): text(number) for number in range(FILES)}


def command(pairs: Path, home: Path) -> list[str]:
    adding = Path(__file__).with_name("adding.py")
    return [sys.executable, str(adding), str(pairs), str(home / "index"), str(home / "files")]


def killed(pairs: Path, home: Path, lines: int, more: float) -> set[str]:
    """What a run told before it was killed: a moment after so many lines, wherever it then was."""
    process = subprocess.Popen(command(pairs, home), stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = []
    while len(told) < lines and (line := process.stdout.readline()):
        told += [line] if line.startswith("added") else []
    try:
        process.wait(more)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
    told += process.stdout.readlines()
    process.wait()
    return {line.split(" ", 1)[1].rstrip("\n") for line in told if line.startswith("added") and line.endswith("\n")}
