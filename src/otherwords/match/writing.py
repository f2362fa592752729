"""Groups of duplicates as files: JSON lines, a group a line, and CSV, a question a row."""

import csv
import json
from collections.abc import Iterable
from typing import Any, TextIO

from otherwords.match.duplicates import Group

_COLUMNS = ("group", "probability", "id", "line", "question")


def group_fields(number: int, group: Group) -> dict[str, Any]:
    """``probability`` is that of the group's least sure wording; each wording's own is of matching the question."""
    wordings = [
        {
            "text": wording.text,
            "probability": round(wording.probability, 4),
            "questions": [{"id": question.id, "line": question.line} for question in wording.questions],
        }
        for wording in group.wordings
    ]
    own = {"group": number, "question": group.centre.text, "probability": round(group.probability, 4)}
    return {**own, "size": group.size, "wordings": wordings}


def write_json_lines(groups: Iterable[Group], file: TextIO) -> None:
    for number, group in enumerate(groups, start=1):
        file.write(json.dumps(group_fields(number, group), ensure_ascii=False) + "\n")


def write_csv(groups: Iterable[Group], file: TextIO) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for number, group in enumerate(groups, start=1):
        for wording in group.wordings:
            for question in wording.questions:
                writer.writerow([number, f"{wording.probability:.4f}", question.id, question.line, question.text])
