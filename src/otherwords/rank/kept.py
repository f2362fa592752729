"""What a ranker was taught, in a folder: JSON and plain arrays, so that opening it runs no code."""

import json
import os
import zipfile
from dataclasses import fields
from pathlib import Path

import numpy as np

from otherwords.rank.blend import Blend
from otherwords.rank.rarity import Rarity
from otherwords.text import OtherwordsError

_KIND = "otherwords rank 1"
_FACTS, _ARRAYS = "ranker.json", "ranker.npz"


def is_ranker(folder: Path) -> bool:
    return (folder / _FACTS).is_file()


def save(folder: Path, weights: str, rarity: Rarity, blend: Blend) -> None:
    """``weights`` names the pair model that was listened to: with another, what was learned means nothing."""
    arrays = {field.name: getattr(blend, field.name) for field in fields(blend)}
    facts = {"kind": _KIND, "weights": weights, "texts": rarity.texts, "counts": dict(rarity.counts)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f".ranker.{os.getpid()}.part"
        with part.open("wb") as file:
            np.savez_compressed(file, **arrays)
        part.replace(folder / _ARRAYS)
        part.write_text(json.dumps(facts, ensure_ascii=False), encoding="utf-8")
        part.replace(folder / _FACTS)  # last, for its presence means that all is there
    except OSError as error:
        raise OtherwordsError(f"cannot write {folder}: {error.strerror or error}") from error


def load(folder: Path, weights: str) -> tuple[Rarity, Blend]:
    try:
        facts = json.loads((folder / _FACTS).read_text(encoding="utf-8"))
        if facts["kind"] != _KIND or facts["weights"] != weights:
            raise ValueError("it was made by another version")
        with np.load(folder / _ARRAYS, allow_pickle=False) as stored:
            arrays = {field.name: stored[field.name] for field in fields(Blend)}
        arrays["gives_probabilities"] = bool(arrays["gives_probabilities"])
        rarity = Rarity({str(word): int(count) for word, count in facts["counts"].items()}, int(facts["texts"]))
        return rarity, Blend(**arrays)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise OtherwordsError(
            f"{folder} holds no ranker that fits ({reason}); make one with otherwords train rank"
        ) from error
