"""MetaQA, as questions; every so many wordings are held out, so that a test asks in words that were never learned.

The source is lines of ``question<TAB>answer|answer``, or JSON lines ``{"question", "answers"}``, with the entity in
brackets::

    what movies are about [ginger rogers]	Top Hat|Kitty Foyle|The Barkleys of Broadway

A wording is a question with its entity taken out. Left out, and counted: questions without one entity in brackets.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from otherwords.evaluate.files import read_lines
from otherwords.evaluate.importers.held_out import HELD_OUT, HeldOut
from otherwords.evaluate.questions import QuestionExample, read_questions
from otherwords.text import OtherwordsError

_ENTITY = re.compile(r"\[[^\[\]]+\]")


def read_metaqa(
    path: Path, skipped: Counter[str], *, held_out: bool, every: int = HELD_OUT
) -> Iterator[QuestionExample]:
    """The questions of every tenth wording, in the order in which wordings first occur; or all the others."""
    wordings = HeldOut(every)
    for example in _examples(path):
        if len(_ENTITY.findall(example.question)) != 1:
            skipped["questions without one entity in brackets"] += 1
            continue
        if wordings.keeps(_ENTITY.sub("[]", example.question)) == held_out:
            yield example


def _examples(path: Path) -> Iterator[QuestionExample]:
    if path.name.removesuffix(".gz").endswith((".jsonl", ".json")):
        yield from read_questions(path)
        return
    for number, line in read_lines(path):
        question, tab, answers = line.rstrip("\r\n").partition("\t")
        if not tab:
            raise OtherwordsError(f"{path}:{number}: no tab between the question and its answers")
        yield QuestionExample(question.strip(), tuple(answer for answer in answers.split("|") if answer))
