"""The recipe: a TOML file that names the sources a model learns from, checked before anything is read."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherwords.text import OtherwordsError
from otherwords.train.sources import READERS, Entry

SHIPPED_RECIPE = Path(__file__).parent / "reader.toml"

_TABLES = ("vocabulary", "warm_up", "phrases_in_text")
_PHRASE_SETTINGS = {"steps", "tokens", "rank", "learning_rate"}


@dataclass(frozen=True)
class Recipe:
    path: Path
    text: str
    sources: list[Entry]
    vocabulary: dict[str, Any] | None
    """``kept`` and ``added``: how the base's vocabulary is fitted to other languages; None leaves it alone."""
    warm_up: dict[str, Any] | None
    """``steps`` in which the base guesses hidden words; None leaves the base alone."""
    phrases_in_text: dict[str, Any] | None
    """``steps`` in which a change of the reader learns to find parts of sentences; None leaves it at sentences."""
    phrases: list[Entry]
    """Lists of phrases that say the same, or the opposite, for that."""


def read_recipe(path: Path) -> Recipe:
    entries = read_toml(path, ("language", "share"))
    for number, source in enumerate(entries["source"], start=1):
        if problem := _problem(source):
            raise OtherwordsError(f"the recipe {path}, source {number}: {problem}")
    text = path.read_text(encoding="utf-8")
    for name in _TABLES:
        if not isinstance(entries.get(name, {}), dict):
            raise OtherwordsError(f"the recipe {path}: write {name} as [{name}]; see docs/train.md")
    vocabulary, warm_up, phrases = (entries.get(name) for name in _TABLES)
    for name, value in sorted((phrases or {}).items()):
        if name not in _PHRASE_SETTINGS:
            raise OtherwordsError(f"the recipe {path}: [phrases_in_text] knows no {name}; see docs/train.md")
        if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
            raise OtherwordsError(f"the recipe {path}: {name} must be a number above 0, not {value!r}")
    return Recipe(path, text, entries["source"], vocabulary, warm_up, phrases, entries.get("phrases", []))


def read_toml(path: Path, of_source: Sequence[str] = ()) -> dict[str, Any]:
    """A recipe of any model. Its ``[[source]]``, ``[[calibrate]]`` and ``[[phrases]]`` have a kind and files, a
    ``[[source]]`` also what is asked ``of_source``."""
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise OtherwordsError(f"cannot read the recipe {path}: {error.strerror or error}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise OtherwordsError(f"the recipe {path} is not TOML ({error}); see docs/train.md") from error
    if not isinstance(entries.get("source"), list) or not entries["source"]:
        raise OtherwordsError(f"the recipe {path} names no [[source]]; see docs/train.md")
    for name in ("source", "calibrate", "phrases"):
        needed = ("kind", "files", *(of_source if name == "source" else ()))
        for number, entry in enumerate(entries.get(name, []), start=1):
            if not isinstance(entry, dict):
                raise OtherwordsError(f"the recipe {path}, {name} {number}: write it as [[{name}]]")
            if missing := [key for key in needed if key not in entry]:
                raise OtherwordsError(f"the recipe {path}, {name} {number}: it lacks {', '.join(missing)}")
    return entries


def _problem(source: Entry) -> str | None:
    if source["kind"] not in READERS:
        return f'there is no kind "{source["kind"]}"; choose from {", ".join(READERS)}'
    if not isinstance(source["files"], str):
        return "files must be a pattern in quotation marks"
    if isinstance(source["share"], bool) or not isinstance(source["share"], int | float) or source["share"] <= 0:
        return f"share must be a number above 0, not {source['share']!r}"
    return None
