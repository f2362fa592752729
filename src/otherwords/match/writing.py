"""What was found, for programs: as JSON, and groups of duplicates as CSV, too, a question a row."""

import csv
import json
from collections.abc import Iterable
from typing import Any, TextIO

from otherwords.match.duplicates import Group
from otherwords.match.matcher import Asked
from otherwords.match.questions import Question

_COLUMNS = ("group", "centre", "probability", "id", "line", "question")


def asked_fields(one: Asked) -> dict[str, Any]:
    scores = {"probability": round(one.probability, 4), "cosine": round(one.cosine, 4)}
    return {"match": one.text, **scores, "questions": _places(one.questions)}


def none_fields(nearest: Asked) -> dict[str, Any]:
    """Of a question that was not asked before: how probably it was not, and what came nearest."""
    return {"probability": round(1 - nearest.probability, 4), "nearest": asked_fields(nearest)}


def group_fields(number: int, group: Group) -> dict[str, Any]:
    """``probability`` is that of the group's least sure wording; each wording's own is of matching the question."""
    wordings = [
        {
            "text": wording.text,
            "probability": round(wording.probability, 4),
            "questions": _places(wording.questions),
        }
        for wording in group.wordings
    ]
    own = {
        "group": number,
        "centre": _name(group),
        "question": group.centre.text,
        "probability": round(group.probability, 4),
    }
    return {**own, "size": group.size, "wordings": wordings}


def _name(group: Group) -> str:
    """The id of its centre, for numbers change when questions are added."""
    return group.centre.questions[0].id


def _places(questions: Iterable[Question]) -> list[dict[str, Any]]:
    return [{"id": question.id, "line": question.line} for question in questions]


def write_json_lines(groups: Iterable[Group], file: TextIO) -> None:
    for number, group in enumerate(groups, start=1):
        file.write(json.dumps(group_fields(number, group), ensure_ascii=False) + "\n")


def write_csv(groups: Iterable[Group], file: TextIO) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for number, group in enumerate(groups, start=1):
        for wording in group.wordings:
            for question in wording.questions:
                writer.writerow(
                    [number, _name(group), f"{wording.probability:.4f}", question.id, question.line, question.text]
                )
