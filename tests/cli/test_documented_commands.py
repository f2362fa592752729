"""Every command that is printed somewhere can be given: its verb and its options are there, with values they take."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from otherwords.cli import VERBS, _load

ROOT = Path(__file__).parents[2]
_COMMAND = re.compile(r"^ {4}(?:for .*; do )?otherwords ((?:.*\\\n)*.*)", re.MULTILINE)
_EXAMPLE = re.compile(r"Example: (?:\w+=\S+ )?otherwords ((?:.|\n(?!\n))*)")
_AFTER = re.compile(r"\s#|\s>|; done|\s\||\s<")
_IS_SYNTAX = re.compile(r"\[-|…|[a-z]\|[a-z]|\.\.\. ")


def printed() -> Iterator[tuple[str, str]]:
    for path in (ROOT / "README.md", ROOT / "examples" / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        for found in _COMMAND.finditer(path.read_text(encoding="utf-8")):
            yield path.name, found[1].replace("\\\n", " ")
    for verb in VERBS:
        group = _load(verb)
        for command in (group, *getattr(group, "commands", {}).values()):
            for found in _EXAMPLE.finditer(command.help or ""):
                yield f"{verb} --help", " ".join(found[1].split())


COMMANDS = [(where, _AFTER.split(line)[0].strip()) for where, line in printed() if not _IS_SYNTAX.search(line)]


def test_they_are_found():
    assert len(COMMANDS) > 150


@pytest.mark.parametrize(("where", "line"), COMMANDS)
def test_it_can_be_given(where: str, line: str):
    verb, *arguments = shlex.split(line)
    command = _load(verb)
    if getattr(command, "commands", None):
        command = command.commands[arguments.pop(0)]
    command.make_context(verb, arguments)
