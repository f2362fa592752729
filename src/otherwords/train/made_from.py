"""What a work folder was made from, so that a step done for something else is not taken for done."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from otherwords.text import OtherwordsError

_RECORD = "made_from.json"


def check(work: Path, step: str, made: Path, origin: Any) -> None:
    """Notes what a step is done from; an error when its result is already there and was made from something else."""
    digest = hashlib.sha256(json.dumps(origin, sort_keys=True).encode()).hexdigest()
    path = work / _RECORD
    record = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    # A folder without a record comes from another machine, by hand.
    if made.exists() and record.get(step, digest) != digest:
        raise OtherwordsError(
            f"{made} was made from other data or with other settings; use another --work, or delete {work}"
        )
    path.write_text(json.dumps({**record, step: digest}, indent=2) + "\n", encoding="utf-8")


def contents(paths: Iterable[Path]) -> dict[str, str]:
    """The sha256 of files by name."""
    found = {}
    for path in paths:
        try:
            with open(path, "rb") as file:
                found[path.name] = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise OtherwordsError(f"cannot read {path}: {error.strerror or error}") from error
    return found
