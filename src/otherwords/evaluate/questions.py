"""The questions format: a question and its right answers, one JSON object a line; and systems asked all of them.

``{"question", "answers": [...]}``. Brackets may mark what the question is about: ``who directed [The Matrix]``.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from otherwords.ask.answer import Answer
from otherwords.ask.build import build_asker
from otherwords.ask.combine import given
from otherwords.ask.kb.knowledge import open_knowledge_base
from otherwords.ask.kb.terms import key
from otherwords.ask.para4qa.systems import PARA4QA
from otherwords.ask.wording import Generator
from otherwords.evaluate.files import beginning_of, checked_text, read_rows, write_rows
from otherwords.text import OtherwordsError

SYSTEMS = ("best", *PARA4QA)
"""Ours, where wordings are weighed by how surely they say the same; and the paper's."""

Watch = Callable[[Iterable["QuestionExample"]], Iterable["QuestionExample"]]


@dataclass(frozen=True, slots=True)
class QuestionExample:
    question: str
    answers: tuple[str, ...]


def read_questions(path: Path) -> Iterator[QuestionExample]:
    """One at a time, each checked; a bad row is an error that names the file and the line."""
    return read_rows(path, _example)


def write_questions(path: Path, examples: Iterable[QuestionExample]) -> int:
    return write_rows(path, map(asdict, examples))


def _example(row: Any) -> QuestionExample:
    question = row.get("question") if isinstance(row, dict) else None
    answers = row.get("answers") if isinstance(row, dict) else None
    if not isinstance(question, str) or not question.strip():
        raise OtherwordsError('"question" must be a text')
    if not isinstance(answers, list) or not all(isinstance(answer, str) for answer in answers):
        raise OtherwordsError('"answers" must be a list of texts')
    right = tuple(checked_text(answer, "answers") for answer in answers)
    return QuestionExample(checked_text(question, "question"), right)


def evaluate_questions(
    file: Path,
    kb: str,
    system: str = "best",
    *,
    model: Path | None = None,
    generators: Sequence[Generator] = (),
    limit: int | None = None,
    watch: Watch = iter,
) -> dict[str, Any]:
    """The report of ``eval questions``: from 0 to 1, ``f1`` of the sets of answers and whether the first is right."""
    if system not in SYSTEMS:
        raise OtherwordsError(f'no system for questions is called "{system}"; choose from {", ".join(SYSTEMS)}')
    began = time.perf_counter()
    examples = list(islice(read_questions(file), limit))
    if not examples:
        raise OtherwordsError(f"{file}: there are no questions in it")
    asker = build_asker(open_knowledge_base(kb), system, model, generators)
    f1 = hits = unanswered = 0.0
    for example in watch(examples):
        try:
            answers = asker.ask(example.question).answers
        except OtherwordsError as error:
            raise OtherwordsError(f"{file}: “{beginning_of(example.question)}”: {error}") from None
        f1 += answer_f1(example.answers, given(answers))
        hits += bool(answers) and key(answers[0].text) in {key(right) for right in example.answers}
        unanswered += not answers
    return {
        "n": len(examples),
        "f1": round(f1 / len(examples), 4),
        "hits@1": round(hits / len(examples), 4),
        "unanswered": int(unanswered),
        "seconds": round(time.perf_counter() - began, 3),
        "system": system,
    }


def answer_f1(right: Sequence[str], found: Sequence[Answer]) -> float:
    """1 where there is nothing to find and nothing was found."""
    ours, theirs = {key(answer.text) for answer in found}, {key(answer) for answer in right}
    if not ours and not theirs:
        return 1.0
    return 2 * len(ours & theirs) / (len(ours) + len(theirs))
