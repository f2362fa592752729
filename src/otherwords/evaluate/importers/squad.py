"""SQuAD's JSON, versions 1.1 and 2, in and out.

The source is one JSON object, where answer_start counts code points and v1.1 has no is_impossible::

    {"version": "v2.0", "data": [{"title": "…", "paragraphs": [{"context": "…", "qas": [
        {"id": "…", "question": "…", "is_impossible": false, "answers": [{"text": "…", "answer_start": 17}]}]}]}]}

In: the question is the query, the context the document, the first answer the right span; an impossible question is a
null. Left out, and counted: questions that are blank or have no answer, and answers that do not stand where they say.
Out: always version 2; neighbouring examples of one document share a paragraph.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from otherwords.evaluate.files import read_json, writing
from otherwords.evaluate.spans import SpanExample, Written
from otherwords.text import OtherwordsError


def read_squad(path: Path, skipped: Counter[str]) -> Iterator[SpanExample]:
    """The examples in the order of the file; ``skipped`` counts what was left out, by reason."""
    squad = read_json(path)
    try:
        for article in squad["data"]:
            for paragraph in article["paragraphs"]:
                for question in paragraph["qas"]:
                    example = _example(paragraph["context"], question, skipped)
                    if example:
                        yield example
    except OtherwordsError as error:
        raise OtherwordsError(f"{path}: {error}") from None
    except (AttributeError, KeyError, TypeError) as error:
        raise OtherwordsError(f"{path}: not SQuAD's JSON (data, paragraphs, qas …): {error}") from error


def write_squad(path: Path, examples: Iterable[SpanExample]) -> Written:
    count = nulls = 0
    with writing(path) as file:
        file.write('{"version": "v2.0", "data": [{"title": "", "paragraphs": [')
        separator = "\n"
        for document, same_document in groupby(examples, key=lambda example: example.document):
            questions = [_question(example) for example in same_document]
            count += len(questions)
            nulls += sum(question["is_impossible"] for question in questions)
            file.write(separator + json.dumps({"context": document, "qas": questions}, ensure_ascii=False))
            separator = ",\n"
        file.write("\n]}]}\n")
    return Written(count, nulls)


def _example(context: str, question: dict[str, Any], skipped: Counter[str]) -> SpanExample | None:
    id_, query = str(question["id"]), question["question"]
    if not query.strip():
        skipped["blank questions"] += 1
        return None
    if question.get("is_impossible"):
        return SpanExample(id_, query, context, None, None)
    if not question["answers"]:
        skipped["questions without an answer"] += 1
        return None
    text, start = question["answers"][0]["text"], question["answers"][0]["answer_start"]
    if not text or start < 0 or not context.startswith(text, start):
        skipped["answers that are not where they say"] += 1
        return None
    return SpanExample(id_, query, context, start, start + len(text))


def _question(example: SpanExample) -> dict[str, Any]:
    answers = []
    if example.gold:
        start, end = example.gold
        answers.append({"text": example.document[start:end], "answer_start": start})
    return {"id": example.id, "question": example.query, "is_impossible": not answers, "answers": answers}
