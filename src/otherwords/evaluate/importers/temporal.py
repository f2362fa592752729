"""Questions for a date, out of SQuAD and of TREC's question answering.

SQuAD is the JSON of ``squad.py``; all its answers to a question are right. TREC's files are tab-separated, with a
regular expression of the answers that are right, of which the years are kept::

    1397	factoid	What year did the NFL go on strike? 	198[257]

Left out, and counted: questions that do not ask for a date (*When*, *In what year* …), and those with no year among the
answers.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from otherwords.evaluate.files import read_json, read_lines
from otherwords.evaluate.nuggets.questions import Question, asks_for_a_date
from otherwords.text import OtherwordsError

# A year in a regular expression, such as 1987 or 198[257]; not the one of 1980s or of 1930\s*'?\s*s.
_YEAR = re.compile(r"(?<!\d)(1\d|20)(\d|\[\d+\])(\d|\[\d+\])(?!\d|(?:\\s\*|['?])*s\b)")


def read_temporal(path: Path, skipped: Counter[str]) -> Iterator[Question]:
    """The questions in the order of the file; TREC's where its name ends in .tsv, else SQuAD's."""
    for question in _read_trec(path) if path.name.endswith((".tsv", ".tsv.gz")) else _read_squad(path):
        if not asks_for_a_date(question.question):
            skipped["questions for something else"] += 1
        elif not question.dates:
            skipped["questions without a year in the answer"] += 1
        else:
            yield question


def _read_squad(path: Path) -> Iterator[Question]:
    squad = read_json(path)
    try:
        for article in squad["data"]:
            for paragraph in article["paragraphs"]:
                for row in paragraph["qas"]:
                    answers = dict.fromkeys(answer["text"] for answer in row["answers"])
                    yield Question(row["question"].strip(), tuple(answers))
    except (AttributeError, KeyError, TypeError) as error:
        raise OtherwordsError(f"{path}: not SQuAD's JSON (data, paragraphs, qas …): {error}") from error


def _read_trec(path: Path) -> Iterator[Question]:
    for number, line in read_lines(path):
        fields = line.split("\t", maxsplit=3)
        if len(fields) < 4:
            raise OtherwordsError(
                f"{path}:{number}: not TREC's; a row is number, kind, question and pattern, with tabs"
            )
        yield Question(fields[2].strip(), tuple(dict.fromkeys(_years(fields[3]))))


def _years(pattern: str) -> Iterator[str]:
    for match in _YEAR.finditer(pattern):
        yield from map("".join, product([match[1]], match[2].strip("[]"), match[3].strip("[]")))
