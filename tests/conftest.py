"""The command line, run as a user runs it: in this process, or in one of its own where that matters."""

import io
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, settings

from otherwords.cli import main

# A busy machine is no failure: nothing in the tests may hang on how long it took.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

Run = Callable[..., "Outcome"]


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object, stdin: bytes | None = b"") -> Outcome:
        """``stdin`` is what is piped in; None leaves standard input a terminal."""
        piped = io.TextIOWrapper(io.BytesIO(stdin or b""))
        monkeypatch.setattr(piped, "isatty", lambda: stdin is None)
        monkeypatch.setattr(sys, "argv", ["otherwords", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", piped)
        with pytest.raises(SystemExit) as exit:
            main()
        return Outcome(int(exit.value.code or 0), *capsys.readouterr())

    return run


@pytest.fixture
def run_apart() -> Run:
    def run(*arguments: object, first: str = "", **settings: object) -> Outcome:
        """``first`` is Python that runs before the command line does."""
        code = f"{first}\nfrom otherwords.cli import main\nmain()"
        command = [sys.executable, "-c", code, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, **settings)  # type: ignore[call-overload]
        return Outcome(done.returncode, done.stdout, done.stderr)

    return run
