"""The root of the command line: its help, its start-up time, and how it ends."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.text import Text

import otherwords.cli
from otherwords.text import OtherwordsError

EXAMPLES = Path(__file__).parents[2] / "examples"
HEAVY = ("numpy", "onnxruntime", "tokenizers", "sklearn", "duckdb", "torch", "otherwords.reading", "otherwords.find")


def test_help_names_every_verb_and_gives_examples(run):
    outcome = run("--help")
    assert outcome.code == 0
    shown = " ".join(outcome.out.replace("│", " ").split())
    for verb, line in otherwords.cli.VERBS.items():
        assert f"{verb} {line}" in shown
    assert 'otherwords find "' in outcome.out


@pytest.mark.parametrize("verb", otherwords.cli.VERBS)
def test_every_verb_has_help_of_its_own(run, verb: str):
    outcome = run(verb, "--help")
    assert outcome.code == 0
    assert f"otherwords {verb}" in outcome.out


@pytest.mark.parametrize("verb", otherwords.cli.VERBS)
def test_no_help_loses_what_stands_in_brackets(verb: str):
    """Rich takes it for markup where it is not escaped."""
    command = otherwords.cli._load(verb)
    for one in (command, *getattr(command, "commands", {}).values()):
        for text in (one.help, *(getattr(parameter, "help", None) for parameter in one.params)):
            plain = (text or "").replace("\\[", "[")
            assert Text.from_markup(text or "").plain == plain


@pytest.mark.parametrize("arguments", [["--help"], ["find", "--help"]])
def test_help_loads_nothing_heavy(run_apart, arguments: list[str]):
    first = f"import atexit, sys; atexit.register(lambda: print('loaded', {{*{HEAVY}}} & {{*sys.modules}}))"
    assert run_apart(*arguments, first=first).out.endswith("loaded set()\n")


def test_version(run):
    outcome = run("--version")
    assert outcome.code == 0
    assert outcome.out.startswith("otherwords 0.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fnd"], "otherwords: No such command 'fnd'. Did you mean 'find'?; see otherwords --help\n"),
        (["--colour"], "otherwords: No such option: --colour; see otherwords --help\n"),
        (["find", "- You lie.", "p"], "put options first, then --, then the text: otherwords find -- TEXT ...\n"),
        (["find", "--so what", "p"], "put options first, then --, then the text: otherwords find -- TEXT ...\n"),
        (["find", "q", "p", "--top", "0"], "see otherwords find --help\n"),
        (["find", "q", "p", "--min-probability", "2"], "see otherwords find --help\n"),
        (["eval", "spans"], "see otherwords eval spans --help\n"),
    ],
)
def test_a_usage_error_is_one_line(run, arguments: list[str], message: str):
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.endswith(message)
    assert outcome.err.count("\n") == 1


def test_what_the_terminal_cannot_show_is_escaped(run_apart):
    outcome = run_apart("snö-雪", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "1"})
    assert outcome.code == 2
    assert "No such command 'sn\\u00f6-\\u96ea'" in outcome.err


def test_no_complaint_commands_the_terminal(run, tmp_path):
    outcome = run("find", "water", tmp_path / "ev\x1b[31mil.ttl")
    assert outcome.code == 2
    assert "ev [31mil.ttl" in outcome.err


def test_nothing_said_is_answered_with_help(run):
    outcome = run()
    assert outcome.code == 2
    assert "Usage" in outcome.out
    assert outcome.err == ""


@pytest.mark.parametrize(
    ("problem", "code", "message"),
    [
        (OtherwordsError("the file is empty; give another"), 2, "otherwords: the file is empty; give another\n"),
        (KeyboardInterrupt(), 130, ""),
        (ZeroDivisionError("oh"), 2, "fault of otherwords itself"),
    ],
)
def test_how_a_verb_can_fail(run, monkeypatch: pytest.MonkeyPatch, problem: BaseException, code: int, message: str):
    def fail(verb: str) -> None:
        raise problem

    monkeypatch.setattr(otherwords.cli, "_load", fail)
    outcome = run("find", "x", "y")
    assert outcome.code == code
    assert message in outcome.err
    assert bool(message) == bool(outcome.err)


def test_a_closed_pipe_is_no_error():
    code = "from otherwords.cli import main; main()"
    command = [sys.executable, "-c", code, "find", "--help"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_json_stays_json_where_the_terminal_lacks_the_letters(run_apart, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"text": "café 😀 at no cost"}\n')
    outcome = run_apart(
        "rank", "café 😀", tmp_path / "a.jsonl", "--json", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "1"}
    )
    assert json.loads(outcome.out)["text"] == "café 😀 at no cost"


def _ended(command: str, **settings: object) -> subprocess.CompletedProcess[str]:
    otherwords = f"{sys.executable} -c 'from otherwords.cli import main; main()'"
    shell = ["bash", "-c", command.replace("otherwords", otherwords)]
    return subprocess.run(shell, capture_output=True, encoding="utf-8", check=False, **settings)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("command", "code", "complaint"),
    [
        ("otherwords --help | true; exit ${PIPESTATUS[0]}", 141, ""),
        ("otherwords --help > /dev/full", 2, "otherwords: cannot write: No space left on device\n"),
        ("otherwords --help >&-", 0, ""),
        ("otherwords --nothing 2>&-", 2, ""),
        (
            "otherwords find water <&-",
            2,
            "otherwords: standard input is empty; name files or folders, or pipe a text in\n",
        ),
    ],
)
def test_wherever_the_streams_lead(command: str, code: int, complaint: str):
    outcome = _ended(command)
    assert outcome.returncode == code
    assert outcome.stderr.startswith(complaint)
    assert "Traceback" not in outcome.stderr
    assert outcome.stderr or not complaint


@pytest.mark.parametrize(
    "arguments",
    [
        ["data", "squad", "in", "-o", "in"],
        ["eval", "spans", "in", "--report", "in"],
        ["compare", "other", "in", "--html", "link"],
        ["match", "--all", "in", "-o", "in"],
        ["table", "export", "in", "--format", "csv", "-o", "in"],
    ],
)
def test_nothing_is_written_over_what_is_read(run, tmp_path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]):
    monkeypatch.chdir(tmp_path)
    for name in ("in", "other"):
        (tmp_path / name).write_text("precious")
    (tmp_path / "link").symlink_to("in")
    outcome = run(*arguments)
    assert outcome.code == 2
    assert "is also what is read; choose another name" in outcome.err
    assert (tmp_path / "in").read_text() == "precious"


@pytest.mark.parametrize(
    "command",
    [
        ["ask", "caf\udce9 noir", "--kb", EXAMPLES / "kb" / "films.ttl", "--translator", "none"],
        ["match", "caf\udce9 noir", EXAMPLES / "texts" / "harbour.txt"],
        ["rank", "caf\udce9 noir", EXAMPLES / "texts" / "harbour.txt"],
        ["find", "caf\udce9 noir", EXAMPLES / "texts"],
    ],
)
def test_bytes_that_are_no_text_are_told(run, command: list[object]):
    outcome = run(*command)
    assert outcome.code == 2
    assert "is not text: part of it is no valid UTF-8" in outcome.err


def test_what_may_not_be_touched_is_told_in_a_line(run, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "/theirs/table.parquet")

    monkeypatch.setattr("otherwords.mine.table.Table.__init__", refuse)
    outcome = run("table", "show", "/theirs/table.parquet")
    assert outcome.code == 2
    assert outcome.err.startswith("otherwords: /theirs/table.parquet: Permission denied;")
    assert outcome.err.count("\n") == 1
