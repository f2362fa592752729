"""Folders of what was learned: JSON for what people may want to read, plain arrays for the rest.

Opening one runs no code.
"""

import json
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from otherwords.text import OtherwordsError

Arrays = dict[str, NDArray[Any]]


def check_place(folder: Path) -> None:
    """For commands that work for long before they save."""
    if folder.exists() and not folder.is_dir():
        raise OtherwordsError(f"{folder} is a file; choose a folder for what is learned")


def save(folder: Path, kind: str, facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        weights, model = (folder / f".{name}.{os.getpid()}.part" for name in ("weights", "model"))
        with weights.open("wb") as file:
            every: dict[str, Any] = dict(arrays)
            np.savez_compressed(file, **every)
        model.write_text(json.dumps({"kind": kind, **facts}, ensure_ascii=False, indent=1), encoding="utf-8")
        (folder / "model.json").unlink(missing_ok=True)  # its presence means that all is there, and of one model
        weights.replace(folder / "weights.npz")
        model.replace(folder / "model.json")
    except OSError as error:
        raise OtherwordsError(f"cannot write {folder}: {error.strerror or error}") from error


def kind_of(folder: Path) -> str:
    """What a folder holds; empty where it cannot be told."""
    try:
        return str(json.loads((folder / "model.json").read_text(encoding="utf-8"))["kind"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def open_saved(folder: Path, kind: str, maker: str = "train ask") -> tuple[dict[str, Any], Arrays]:
    """``maker`` is the command that makes such a folder."""
    try:
        facts = json.loads((folder / "model.json").read_text(encoding="utf-8"))
        if facts["kind"] != kind:
            raise ValueError(f'it holds "{facts["kind"]}"')
        with np.load(folder / "weights.npz", allow_pickle=False) as stored:
            return facts, {name: stored[name] for name in stored.files}
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise OtherwordsError(f"{folder} does not hold {kind} ({reason}); make one with otherwords {maker}") from error
