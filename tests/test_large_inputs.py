"""Inputs far larger than a window: read whole, within bounded memory, with offsets that hold."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

from otherwords.reading import read
from otherwords.text import sentences

TEXTS = Path(__file__).parent.parent / "examples" / "texts"
NEEDLE = "No one was hurt, although a wedding cake bound for the island hotel did not survive the crossing."
QUERY = "Nobody was injured, but the wedding cake was ruined on the way over."
LARGEST_KB = 1_600_000


def find(path: Path) -> dict[str, Any]:
    """The answer, from a process that may not take more than the bound."""
    # The most it ever had: getrusage would tell the size of the process that started it, where that was larger.
    code = (
        "import pathlib, sys; from otherwords.cli import main\n"
        "try: main()\n"
        "finally: print(pathlib.Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0], file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, "find", QUERY, str(path), "--json", "--no-explain"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode in (0, 1), done.stderr
    assert int(done.stderr.split()[-1]) < LARGEST_KB
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_five_million_words(tmp_path: Path):
    lines = []
    for document in read([TEXTS / "bread.html", TEXTS / "contract.pdf", TEXTS / "lighthouse.srt"], on_error=print):
        lines += [document.text[start:end].replace("\n", " ") for start, end in sentences(document.text)]
    rng = random.Random(1)
    path = tmp_path / "long.txt"
    words = 0
    with open(path, "w", encoding="utf-8") as file:
        while words < 5_000_000:
            block = rng.choices(lines, k=2000)
            if 2_500_000 <= words < 2_500_000 + 2000 * 12:
                block[1000] = NEEDLE
            file.write("\n".join(block) + "\n")
            words += sum(len(line.split()) for line in block)
    assert NEEDLE in path.read_text(encoding="utf-8")
    assert find(path)["text"] == NEEDLE


def test_a_line_of_a_hundred_megabytes(tmp_path: Path):
    path = tmp_path / "line.txt"
    text = "lorem ipsum dolor sit amet " * 2_000_000 + NEEDLE + " lorem ipsum dolor sit amet" * 1_800_000
    path.write_text(text, encoding="utf-8")
    assert path.stat().st_size > 100_000_000
    answer = find(path)
    shown = answer if "text" in answer else answer["nearest"]
    assert text[shown["start"] : shown["end"]] == shown["text"]
    assert shown["text"] in NEEDLE or NEEDLE in shown["text"]
