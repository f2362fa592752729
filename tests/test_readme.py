"""What the documents promise: that their links lead somewhere, and that README's examples do what it says."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*.md"), *ROOT.glob("src/**/*.md")])

_CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)#\s]+)")


def commands() -> list[list[str]]:
    lines = [line for line in README.splitlines() if line.startswith("    otherwords ")]
    return [shlex.split(line, comments=True)[1:] for line in lines]


def is_ready(command: list[str]) -> bool:
    """Whether all that it reads lies in the repository."""
    return any(part.startswith("examples/") for part in command) and not any("my-" in part for part in command)


def name(command: list[str]) -> str:
    return " ".join(command)[:40]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path):
    text = _CODE.sub("", page.read_text(encoding="utf-8"))
    links = [link for link in _LINK.findall(text) if "://" not in link]
    assert not [link for link in links if not (page.parent / link).exists()]


@pytest.mark.parametrize("command", [*filter(is_ready, commands())], ids=name)
def test_an_example_finds_something(command: list[str], run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(ROOT)
    outcome = run(*(str(tmp_path / part) if part == "report.html" else part for part in command))
    assert outcome.code == 0, outcome.err
    assert outcome.out.strip()


def test_the_example_in_python(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.chdir(ROOT)
    (code,) = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    assert "He asks about you every Sunday." in capsys.readouterr().out
