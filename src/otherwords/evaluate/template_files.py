"""Files of question templates: JSON lines ``{"left", "right", "count", "pmi"}``."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from otherwords.ask.wordings.templates import GAP, TemplatePair
from otherwords.evaluate.files import read_json_lines, writing
from otherwords.text import OtherwordsError


def write_templates(path: Path, pairs: Iterable[TemplatePair]) -> int:
    """Returns how many there are."""
    number = 0
    with writing(path) as file:
        for pair in pairs:
            number += 1
            file.write(json.dumps(asdict(pair) | {"pmi": round(pair.pmi, 6)}, ensure_ascii=False) + "\n")
    return number


def read_templates(path: Path) -> Iterator[TemplatePair]:
    for number, row in read_json_lines(path):
        try:
            pair = TemplatePair(str(row["left"]), str(row["right"]), int(row["count"]), float(row["pmi"]))
        except (KeyError, TypeError, ValueError):
            raise OtherwordsError(
                f"{path}:{number}: a line is left, right, count and pmi; mine the file again"
            ) from None
        if max(pair.left.count(GAP), pair.right.count(GAP)) > 1 or pair.left.count(GAP) != pair.right.count(GAP):
            raise OtherwordsError(
                f"{path}:{number}: both templates have one gap {GAP}, or both have none; mend the line"
            )
        yield pair
