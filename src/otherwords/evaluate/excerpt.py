"""A passage in its surroundings, with the right span and the answer marked in it."""

from collections.abc import Iterator
from itertools import pairwise

from otherwords.evaluate.markup import Element, element

Offsets = tuple[int, int]

SURROUNDINGS = 200
LONGEST_PASSAGE = 1200
"""In characters. Of a longer passage the two ends are shown, with a note of how much lies between them."""


def excerpt(document: str, focus: Offsets, right: Offsets | None, answered: Offsets | None) -> Element:
    """What stands around ``focus``, both spans marked as far as they reach into it."""
    stretches = _stretches(focus, len(document))
    shown: list[Element | str] = ["…"] if stretches[0][0] > 0 else []
    left_off = stretches[0][0]
    for start, end in stretches:
        if start > left_off:
            shown.append(element("span", {"class": "cut"}, f" [… {start - left_off:,} characters …] "))
        shown += _marked(document, start, end, right, answered)
        left_off = end
    if left_off < len(document):
        shown.append("…")
    return element("p", {"class": "excerpt", "dir": "auto"}, *shown)


def _stretches(focus: Offsets, length: int) -> list[Offsets]:
    start, end = max(0, focus[0] - SURROUNDINGS), min(length, focus[1] + SURROUNDINGS)
    if focus[1] - focus[0] <= LONGEST_PASSAGE:
        return [(start, end)]
    half = LONGEST_PASSAGE // 2
    return [(start, focus[0] + half), (focus[1] - half, end)]


def _marked(
    document: str, start: int, end: int, right: Offsets | None, answered: Offsets | None
) -> Iterator[Element | str]:
    """The text from start to end, cut wherever a span begins or ends, so that overlapping spans need no nesting."""
    marks = {name: span for name, span in (("gold", right), ("answer", answered)) if span}
    edges = {start, end} | {edge for span in marks.values() for edge in span if start < edge < end}
    for first, last in pairwise(sorted(edges)):
        names = [name for name, span in marks.items() if span[0] <= first and last <= span[1]]
        text = document[first:last]
        yield element("mark", {"class": " ".join(names)}, text) if names else text
