"""The kinds of mistakes, after the error analysis of "Semantic Search as Extractive Paraphrase Span Detection"."""

from enum import StrEnum

from otherwords.evaluate.outcome import Outcome
from otherwords.evaluate.spans import SpanExample

Offsets = tuple[int, int]

SAME_PLACE = 0.5
"""How alike two spans must be to count as the same passage: twice what they share, over the length of both."""


class Mistake(StrEnum):
    NULL = '"not here", though it is there'
    NON_PARAPHRASE = "a passage known not to say it"
    INSIDE = "part of the right passage"
    AROUND = "the right passage and more"
    OVERLAP = "overlaps the right passage"
    ELSEWHERE = "another place"
    NOTHING_THERE = "a passage, though nothing there says it"


def mistake_of(outcome: Outcome) -> Mistake | None:
    """What is wrong with an answer; None where its tokens are the right ones."""
    gold, said = outcome.example.gold, outcome.prediction.span
    if outcome.is_exact:
        return None
    if said is None:
        return Mistake.NULL
    # The right passage comes first: who marked some of it did not mistake a neighbour for it.
    if gold is not None and _shared(said, gold):
        return _partial(said, gold)
    if any(_is_same_place(said, negative) for negative in known_negatives(outcome.example)):
        return Mistake.NON_PARAPHRASE
    return Mistake.NOTHING_THERE if gold is None else Mistake.ELSEWHERE


def known_negatives(example: SpanExample) -> list[Offsets]:
    """Spans that people looked at and found not to say the query: ``"negatives": [[start, end], …]`` in a row.

    The key is optional and other people's files may mean something else by it, so what is no span is passed over.
    """
    listed = example.extra.get("negatives")
    spans = map(_as_span, listed) if isinstance(listed, list) else ()
    return [span for span in spans if span is not None and span[1] <= len(example.document)]


def _as_span(pair: object) -> Offsets | None:
    match pair:
        case [int(start), int(end)] if 0 <= start < end:
            return start, end
    return None


def _partial(said: Offsets, gold: Offsets) -> Mistake:
    if gold[0] <= said[0] and said[1] <= gold[1]:
        return Mistake.INSIDE
    if said[0] <= gold[0] and gold[1] <= said[1]:
        return Mistake.AROUND
    return Mistake.OVERLAP


def _shared(one: Offsets, other: Offsets) -> int:
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def _is_same_place(one: Offsets, other: Offsets) -> bool:
    return 2 * _shared(one, other) >= SAME_PLACE * (one[1] - one[0] + other[1] - other[0])
