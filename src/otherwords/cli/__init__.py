"""The command line: one module a verb, loaded only when that verb is called."""

import errno
import sys
import traceback
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from otherwords.cli.guard import guard
from otherwords.cli.streams import complain, open_streams, stop_printing
from otherwords.text import OtherwordsError

VERBS = {
    "find": "Find the passage that says it in other words, or learn that none does.",
    "index": "Make a collection of documents ready to be searched.",
    "compare": "Which passages of a text do others say, copied or in other words?",
    "rank": "Put wordings in order: the likeliest to say the same first.",
    "match": "Was this question asked before? And which of many say the same?",
    "mine": "Mine a pile of text for wordings that mean the same.",
    "table": "Look into a paraphrase table, search it, hand it on.",
    "expand": "Put a query in other words, too, for a search engine.",
    "paraphrase": "Ask a question in other words.",
    "ask": "Answer a question through its wordings, over a knowledge base or by documents.",
    "serve": "An HTTP API and a page in the browser, on this computer.",
    "eval": "Measure a system on examples whose answers are known.",
    "data": "Turn known data sets into files that the other commands read.",
    "train": "Train weights of your own, or ours again.",
}

EXAMPLES = """\
[bold]Examples[/]

  otherwords find "Heavy trucks are banned until divers have checked it." report.pdf
  otherwords find "The owner may only enter with notice." contracts/ --top 3
  otherwords find --queries claims.txt archive/ --json > found.jsonl
  curl -s https://example.org | otherwords find "It costs nothing."

[dim]Exit codes are grep's: 0 found, 1 not here, 2 error.
Nothing leaves this computer but to addresses that you name.[/]"""


class _Verbs(TyperGroup):
    """Shows the verbs by their entries in the table, and imports a verb's module only to run it."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, line in VERBS.items():
            self.add_command(TyperCommand(name, help=line))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        return name, _load(name) if name else command, rest


def _load(verb: str) -> Any:
    """A module's commands as a group, or the one command that bears the verb's name."""
    group = get_group(import_module(f"otherwords.cli.{verb}").app)
    guard(group)
    return group.commands.get(verb, group)


app = typer.Typer(
    cls=_Verbs,
    help="Find where a text says it in other words.",
    epilog=EXAMPLES,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"otherwords {version('otherwords')}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", metavar="", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


_CUT_SHORT = 141
"""A shell's code for a program whose output is read no more, as by ``| head``."""


def main() -> None:
    open_streams()
    try:
        code = app(prog_name="otherwords", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code)
    except OtherwordsError as error:
        complain(error)
    except typer.TyperException as error:
        _explain_usage(error)
    except KeyboardInterrupt:
        sys.exit(130)
    except (BrokenPipeError, SystemExit) as end:
        if not isinstance(end.__context__ or end, BrokenPipeError):
            raise
        stop_printing()  # typer and rich end with 1 here, which would say "not here"
        sys.exit(_CUT_SHORT)
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            stop_printing()
            complain(f"cannot write: {error.strerror}")
        elif isinstance(error, PermissionError) and error.filename:
            complain(f"{error.filename}: {error.strerror}; see whose it is, and what may be done with it")
        else:
            traceback.print_exc()
            complain("this is a fault of otherwords itself; please report it with the lines above")
    sys.exit(2)  # for a fault, too: Python's own 1 would say "not here"


def _explain_usage(error: typer.TyperException) -> None:
    message = error.format_message()
    if message:  # none when the help was asked for by saying nothing, and is already printed
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "otherwords"
        text = next((one for one in sys.argv[1:] if one.startswith("-") and " " in one), None)
        if text is not None and hasattr(error, "option_name"):
            complain(f"“{text}” looks like an option; put options first, then --, then the text: {command} -- TEXT ...")
        else:
            complain(f"{message.rstrip('.')}; see {command} --help")
