"""``otherwords match --questions``: which of these questions were asked before."""

import json
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from otherwords.cli.progress import progress
from otherwords.text import OtherwordsError

if TYPE_CHECKING:
    from otherwords.match.matcher import Asked, Matcher
    from otherwords.match.questions import Question


def match_many(
    new_path: str,
    new: "Iterable[Question]",
    old_path: str,
    old: "Iterable[Question]",
    top: int,
    min_probability: float,
    work: Path | None,
    model: Path | None,
    as_json: bool,
) -> int:
    from otherwords.match.matcher import Matcher

    matcher, questions = Matcher.open(model), list(new)
    if not questions:
        raise no_questions(new_path)
    with progress() as report:
        answers = matcher.ask_each((one.text for one in questions), old, top=top, work=work, report=report)
        first = next(answers)  # what was asked before is encoded here, and then there is no more to wait for
    if not first:
        raise no_questions(old_path)
    tell = _print_json if as_json else _Page(matcher).show
    known = 0
    for question, asked in zip(questions, chain([first], answers), strict=True):
        found = [one for one in asked if one.probability >= min_probability]
        known += bool(found)
        tell(question, found, asked[0])
    if not as_json:
        print(f"{known:,} of {len(questions):,} question{'s' * (len(questions) != 1)} asked before")
    return 0 if known else 1


def no_questions(path: str) -> OtherwordsError:
    return OtherwordsError(f"{path} holds no questions; write one a line, or give JSON lines, CSV or Parquet")


def _print_json(question: "Question", found: "list[Asked]", nearest: "Asked") -> None:
    from otherwords.match.writing import asked_fields, none_fields

    row = {"id": question.id, "line": question.line, "question": question.text}
    matches = {"matches": [asked_fields(one) for one in found], **({} if found else none_fields(nearest))}
    print(json.dumps({**row, **matches}, ensure_ascii=False))


class _Page:
    """For people: each question, and below it what it was asked as."""

    def __init__(self, matcher: "Matcher") -> None:
        from otherwords.cli.show import page
        from otherwords.match.explain import Explainer

        self._console, self._explainer = page(), Explainer(matcher.model)

    def show(self, question: "Question", found: "list[Asked]", nearest: "Asked") -> None:
        from rich.text import Text

        from otherwords.cli.show import one_line, percent
        from otherwords.cli.show_match import match_table

        told = Text.assemble((one_line(question.id), "magenta"), "  ", (one_line(question.text), "bold"))
        self._console.print(told)
        if found:
            self._console.print(match_table(question.text, found, self._explainer))
        else:
            self._console.print(f"  Not asked before, {percent(1 - nearest.probability)} sure")
        self._console.print()
