"""Files of wordings: JSON lines ``{"question", "wordings": [{"text", "source", "score"}]}``, made once and used often.

Making them takes seconds a question, so the file grows as they are made: a run that was stopped goes on where it was.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from otherwords.ask.marks import SLOT, mark
from otherwords.ask.wording import Generator, Wording
from otherwords.ask.wordings.stored import with_slot
from otherwords.evaluate.files import beginning_of, checked_text, read_rows
from otherwords.evaluate.lists import label_at
from otherwords.text import OtherwordsError

Known = dict[str, list[Wording]]
_START = b'{"question": '
"""Of a row that we write."""


@dataclass(frozen=True)
class Added:
    """How many questions the file has now, and how many of those that were asked for it had before."""

    total: int
    kept: int


def read_wordings(path: Path) -> Known:
    return dict(read_rows(path, _wordings))


def _wordings(row: Any) -> tuple[str, list[Wording]]:
    try:
        wordings = [Wording(str(one["text"]), str(one["source"]), float(one["score"])) for one in row["wordings"]]
        return str(row["question"]), wordings
    except (KeyError, TypeError, ValueError):
        raise OtherwordsError(
            "a line is a question and its wordings, each with text, source and score;"
            " make the file with otherwords data wordings"
        ) from None


def questions_of(path: Path) -> Iterator[str]:
    """Of a file of questions with answers, or of lists: those in which nothing is right are passed over."""
    return (question for question in read_rows(path, _question) if question is not None)


def _question(row: Any) -> str | None:
    match row:
        case {"question": str(question)}:
            return checked_text(question, "question")
        case {"query": str(query), "candidates": list(candidates)}:
            return checked_text(query, "query") if any(map(_is_right, candidates)) else None
        case _:
            raise OtherwordsError('neither a "question" nor a "query" with its "candidates"')


def _is_right(candidate: Any) -> bool:
    return isinstance(candidate, dict) and candidate.get("label") is not None and label_at(candidate) > 0


def add_wordings(
    path: Path,
    questions: Iterable[str],
    generator: Generator,
    report: Callable[[int, int], None] = lambda done, total: None,
    on_error: Callable[[OtherwordsError], None] = lambda error: None,
) -> Added:
    """Those of the questions that are not in the file yet. One that cannot be reworded is told, and left out."""
    if path.suffix == ".gz":
        raise OtherwordsError(f"{path}: a file that grows cannot be compressed; leave out .gz")
    asked: dict[str, str] = {}
    for question in questions:
        asked.setdefault(with_slot(question), question)
    _mend_last_line(path)
    before = set(read_wordings(path)) if path.exists() else set()
    missing = [slotted for slotted in asked if slotted not in before]
    kept = len(asked) - len(missing)
    made = 0
    try:
        with path.open("a", encoding="utf-8", newline="\n") as file:
            for number, slotted in enumerate(missing, start=kept):
                report(number, len(asked))
                try:
                    row = _row(slotted, asked[slotted], generator)
                except OtherwordsError as error:
                    on_error(OtherwordsError(f"“{beginning_of(asked[slotted])}”: {error}"))
                    continue
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
                file.flush()
                made += 1
    except OSError as error:
        raise OtherwordsError(f"cannot write {path}: {error.strerror or error}") from error
    return Added(len(before) + made, kept)


def _row(slotted: str, question: str, generator: Generator) -> dict[str, Any]:
    """Of questions that differ in their entity only, the first is reworded; its entity is taken out again."""
    mention = question[slotted.index(SLOT) + 1 :].partition("]")[0] if slotted != question else ""
    found = generator.wordings(question.replace(f"[{mention}]", mention) if mention else question)
    if mention:  # one that lost what it asks about, or made another word of it, asks nothing
        slots = [(with_slot(mark(one.text, mention)), one) for one in found]
        found = [Wording(text, one.source, one.score) for text, one in slots if text != one.text]
    return {
        "question": slotted,
        "wordings": [{"text": one.text, "source": one.source, "score": round(one.score, 6)} for one in found],
    }


def _mend_last_line(path: Path) -> None:
    """Half a row, as a run that was killed leaves it, is taken away, and nothing else: a whole one gets its end."""
    try:
        with path.open("rb+") as file:
            whole, _, last = (written := file.read()).rpartition(b"\n")
            if not last:
                return
            if _is_json(last):
                file.write(b"\n")
            elif _is_half_a_row(last) and (not whole or b'"wordings"' in whole.partition(b"\n")[0]):
                file.truncate(len(written) - len(last))
    except FileNotFoundError:
        return
    except OSError as error:
        raise OtherwordsError(f"cannot write {path}: {error.strerror or error}") from error


def _is_half_a_row(line: bytes) -> bool:
    return line.startswith(_START) or _START.startswith(line)


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True
