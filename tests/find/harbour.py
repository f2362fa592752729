"""A small text, what is asked of it, and what holds for every answer."""

from collections.abc import Iterator
from itertools import pairwise

from otherwords import Document
from otherwords.text import Answer, Match

HARBOUR = """The harbour council met on Tuesday evening. Members first approved the minutes of the last meeting.
Lorries above twelve tonnes are banned from the old bridge until the repairs are finished.
The treasurer reported that membership fees had brought in less than expected this year.
A new playground will be built next to the library, and the work begins in May.
Finally, the chair thanked the volunteers who had cleaned the beach in April."""
BRIDGE = "Lorries above twelve tonnes are banned from the old bridge until the repairs are finished."
QUERY = "Trucks heavier than twelve tonnes may not cross the old bridge while it is being repaired."
UNRELATED = "The recipe calls for two eggs and a spoonful of sugar."


def found(answer: Answer) -> Iterator[Match]:
    yield from answer.matches
    if answer.no_match and answer.no_match.nearest:
        yield answer.no_match.nearest


def check(answer: Answer, *documents: Document) -> None:
    """The offset law, and that there is an answer."""
    assert bool(answer.matches) == bool(answer) == (answer.no_match is None)
    by_id = {document.id: document.text for document in documents}
    for match in found(answer):
        text = by_id[match.document_id]
        spans = [match.span, *(alignment.passage for alignment in match.explanation)]
        spans += [match.context] if match.context else []
        for span in spans:
            assert 0 <= span.start < span.end <= len(text)
            assert text[span.start : span.end] == span.text
        assert match.span.text.strip()
        for alignment in match.explanation:
            query = alignment.query
            assert answer.query[query.start : query.end] == query.text
            assert match.span.start <= alignment.passage.start < alignment.passage.end <= match.span.end
        assert 0 <= match.probability <= 1
    if answer.no_match:
        assert 0 <= answer.no_match.probability <= 1
    ranks = [match.probability for match in answer.matches]
    assert ranks == sorted(ranks, reverse=True)


def apart(answer: Answer) -> bool:
    spans = sorted((match.document_id, match.span.start, match.span.end) for match in answer.matches)
    return all(a[0] != b[0] or a[2] <= b[1] for a, b in pairwise(spans))
