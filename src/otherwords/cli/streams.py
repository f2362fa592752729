"""Standard input, standard output and standard error."""

import codecs
import json
import os
import sys

from otherwords.text import in_one_line


def complain(problem: object) -> None:
    print(f"otherwords: {in_one_line(str(problem))}", file=sys.stderr)


def open_streams() -> None:
    """Makes them fit for any text, wherever they lead.

    One that was closed leads nowhere. Characters that an encoding lacks are printed as JSON escapes them, where they
    would be an error: people can read it, and what is printed as JSON stays JSON.
    """
    codecs.register_error("json", _escaped)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open as long as the process
        if mode == "w":
            getattr(sys, name).reconfigure(errors="json")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def stop_printing() -> None:
    """What is still to be printed goes nowhere: where it should go, nobody listens or nothing fits."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
