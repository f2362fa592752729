"""What a ranker was taught, in a folder."""

from dataclasses import asdict, fields
from pathlib import Path

import numpy as np

from otherwords import learned
from otherwords.rank.blend import Blend
from otherwords.rank.rarity import Rarity
from otherwords.text import OtherwordsError

_KIND = "otherwords rank 1"
_MAKER = "train rank"


def is_ranker(folder: Path) -> bool:
    return learned.kind_of(folder) == _KIND


def save(folder: Path, weights: str, rarity: Rarity, blend: Blend) -> None:
    """``weights`` names the pair model that was listened to: with another, what was learned means nothing."""
    facts = {"weights": weights, "texts": rarity.texts, "counts": dict(rarity.counts)}
    learned.save(folder, _KIND, facts, {name: np.asarray(value) for name, value in asdict(blend).items()})


def load(folder: Path, weights: str) -> tuple[Rarity, Blend]:
    facts, arrays = learned.open_saved(folder, _KIND, _MAKER)
    if facts.get("weights") != weights or arrays.keys() != {field.name for field in fields(Blend)}:
        raise OtherwordsError(f"{folder} was learned with other weights; make one with otherwords {_MAKER}")
    are_chances = bool(arrays.pop("gives_probabilities"))
    return Rarity(facts["counts"], facts["texts"]), Blend(**arrays, gives_probabilities=are_chances)
