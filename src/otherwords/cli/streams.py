"""Standard output and standard error."""

import sys
from typing import TextIO


def complain(problem: object) -> None:
    print(f"otherwords: {problem}", file=sys.stderr)


def print_anything(stream: TextIO) -> None:
    """From now on, characters that the stream's encoding lacks are printed escaped, where they would be an error."""
    stream.reconfigure(errors="backslashreplace")  # type: ignore[attr-defined]
