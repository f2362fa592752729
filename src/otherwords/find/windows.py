"""Stretches of documents that are read, and the spans that are found in them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice

from otherwords.encoder import Tokens
from otherwords.find.asking import Asking
from otherwords.find.found import Found
from otherwords.find.snap import snapped
from otherwords.lexicon import contrasted
from otherwords.text import Document, stripped

_AT_ONCE = 256
"""Windows in hand at a time, when a whole document is read."""
_AGAIN = 3
"""Times that one is read again, at most: a text may say the opposite all the time."""

PassedOver = Callable[[str], Iterable[tuple[int, int]]]
"""Tells of a text where nothing is to be found."""


@dataclass(frozen=True)
class Window:
    """A stretch of a document to be read."""

    document: Document
    tokens: Tokens
    likeness: float = 0.0
    """What speaks for it before it is read."""
    left_out: tuple[Found, ...] = ()
    """Spans whose tokens are not among these; none goes across them."""


def spans(asking: Asking, windows: Iterator[Window], passed_over: PassedOver | None = None) -> Iterator[Found]:
    """With leads, by which windows are compared: their scores are not on one scale, but "not here" is scored in each.
    What spoke for a window before it was read counts as well.

    Beside what says the opposite may stand what says it. So where the best of a window does, the rest is read again
    without it: beside so good a span, "not here" has no chance, and all others would seem to lead.
    """
    while chunk := list(islice(windows, _AT_ONCE)):
        found: list[list[Found]] = [[] for _ in chunk]
        to_read = dict(enumerate(chunk))
        while to_read:
            without: dict[int, Window] = {}
            for (place, window), several in zip(to_read.items(), _read(asking, to_read.values()), strict=True):
                if several and _says_the_opposite(asking.search.query, best := several[0][-1]):
                    tokens = window.tokens.without(*several[0][:2])
                    without[place] = replace(window, tokens=tokens, left_out=(*window.left_out, best))
                    several = several[:1]
                found[place] += (one for *_, one in several if not touches(one, passed_over))
            to_read = {place: one for place, one in without.items() if len(one.tokens) and len(one.left_out) <= _AGAIN}
        yield from chain.from_iterable(found)


_InTokens = tuple[int, int, Found]
"""What was found, after its first token and its last."""


def _read(asking: Asking, windows: Iterable[Window]) -> Iterator[list[_InTokens]]:
    windows = list(windows)
    rows = [window.tokens.ids for window in windows]
    for reading in asking.way.reader.read(asking.tokens, rows, asking.spans):
        window = windows[reading.window]
        text, tokens = window.document.text, window.tokens
        found: list[_InTokens] = []
        for first, last, score in reading.spans:
            span = stripped(text, int(tokens.starts[first]), int(tokens.ends[last]))
            if span is None:  # some tokenizers have tokens of white space
                continue
            likeness = asking.way.likeness * window.likeness
            one = Found(window.document, *snapped(text, *span), score - reading.null, likeness)
            if not any(map(one.overlaps, window.left_out)):
                found.append((first, last, one))
        yield found


def _says_the_opposite(query: str, found: Found) -> bool:
    contrast = contrasted(query, found.text) if found.lead > 0 else None
    return contrast is not None and contrast.alone


def touches(found: Found, passed_over: PassedOver | None) -> bool:
    return passed_over is not None and any(
        found.start < end and start < found.end for start, end in passed_over(found.document.text)
    )
