"""Files of question templates: JSON lines ``{"left", "right", "count", "pmi"}``."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from otherwords.ask.wordings.templates import GAP, TemplatePair
from otherwords.evaluate.files import read_rows, write_rows
from otherwords.text import OtherwordsError


def write_templates(path: Path, pairs: Iterable[TemplatePair]) -> int:
    """Returns how many there are."""
    return write_rows(path, (asdict(pair) | {"pmi": round(pair.pmi, 6)} for pair in pairs))


def read_templates(path: Path) -> Iterator[TemplatePair]:
    return read_rows(path, _pair)


def _pair(row: Any) -> TemplatePair:
    try:
        pair = TemplatePair(str(row["left"]), str(row["right"]), int(row["count"]), float(row["pmi"]))
    except (KeyError, TypeError, ValueError):
        raise OtherwordsError("a line is left, right, count and pmi; mine the file again") from None
    if max(pair.left.count(GAP), pair.right.count(GAP)) > 1 or pair.left.count(GAP) != pair.right.count(GAP):
        raise OtherwordsError(f"both templates have one gap {GAP}, or both have none; mend the line")
    return pair
