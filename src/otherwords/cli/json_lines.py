"""Answers for programs: a JSON object a line."""

import json
from collections.abc import Iterator
from typing import Any

from otherwords.text import Answer, Match, Span


def json_lines(answer: Answer) -> Iterator[str]:
    """One for every match, or one that says that there is none; ``found`` tells which, as both have a probability."""
    for match in answer.matches:
        yield _line({"query": answer.query, "found": True, **match_fields(match)})
    if answer.no_match is not None:
        nearest = answer.no_match.nearest
        yield _line(
            {
                "query": answer.query,
                "found": False,
                "match": None,
                "probability": round(answer.no_match.probability, 4),
                "score": answer.no_match.score,
                "nearest": nearest and match_fields(nearest),
            }
        )


def error_line(query: str, problem: object) -> str:
    """For one query of many that could not be asked."""
    return _line({"query": query, "error": str(problem)})


def match_fields(match: Match) -> dict[str, Any]:
    place = {"page": match.location.page, "line": match.location.line, "time": match.location.time}
    some = {**place, "caution": match.caution}
    return {
        "document": match.document_id,
        **_span_fields(match.span),
        "probability": round(match.probability, 4),
        "score": match.score,
        **{name: value for name, value in some.items() if value is not None},
        "explanation": [
            {
                "query": _span_fields(pair.query),
                "passage": _span_fields(pair.passage),
                "similarity": round(pair.similarity, 4),
            }
            for pair in match.explanation
        ],
    }


def _span_fields(span: Span) -> dict[str, Any]:
    return {"start": span.start, "end": span.end, "text": span.text}


def _line(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False)
