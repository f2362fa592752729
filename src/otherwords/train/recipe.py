"""The recipe: a TOML file that names the sources a reader learns from, checked before anything is read."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherwords.text import OtherwordsError
from otherwords.train.sources import READERS, Entry

SHIPPED_RECIPE = Path(__file__).parent / "reader.toml"


@dataclass(frozen=True)
class Recipe:
    path: Path
    text: str
    sources: list[Entry]
    vocabulary: dict[str, Any] | None
    """``kept`` and ``added``: how the base's vocabulary is fitted to other languages; None leaves it alone."""
    warm_up: dict[str, Any] | None
    """``steps`` in which the base guesses hidden words; None leaves the base alone."""


def read_recipe(path: Path) -> Recipe:
    try:
        text = path.read_text(encoding="utf-8")
        entries = tomllib.loads(text)
    except OSError as error:
        raise OtherwordsError(f"cannot read the recipe {path}: {error.strerror or error}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise OtherwordsError(f"the recipe {path} is not TOML ({error}); see docs/train.md") from error
    sources = entries.get("source")
    if not isinstance(sources, list) or not sources:
        raise OtherwordsError(f"the recipe {path} names no [[source]]; see docs/train.md")
    for number, source in enumerate(sources, start=1):
        if problem := _problem(source):
            raise OtherwordsError(f"the recipe {path}, source {number}: {problem}")
    return Recipe(path, text, sources, entries.get("vocabulary"), entries.get("warm_up"))


def _problem(source: Any) -> str | None:
    if not isinstance(source, dict):
        return "write it as [[source]]"
    missing = [key for key in ("kind", "files", "language", "share") if key not in source]
    if missing:
        return f"it lacks {', '.join(missing)}"
    if source["kind"] not in READERS:
        return f'there is no kind "{source["kind"]}"; choose from {", ".join(READERS)}'
    if not isinstance(source["files"], str):
        return "files must be a pattern in quotation marks"
    if isinstance(source["share"], bool) or not isinstance(source["share"], int | float) or source["share"] <= 0:
        return f"share must be a number above 0, not {source['share']!r}"
    return None
