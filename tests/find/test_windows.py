"""What is found in a stretch of a text, and what beside that."""

import re
from types import SimpleNamespace

import numpy as np

from otherwords.encoder import Tokens
from otherwords.find.calibration import Calibration
from otherwords.find.reader import Reading
from otherwords.find.ways import Way
from otherwords.find.windows import Window, spans
from otherwords.text import Document


class Reads:
    """Finds these tokens, one span a time it is asked, and the last of them from then on."""

    def __init__(self, *spans: tuple[int, int]) -> None:
        self.spans, self.reads = spans, 0

    def read(self, query: object, rows: list[np.ndarray], top: int):
        for place in range(len(rows)):
            span = self.spans[min(self.reads, len(self.spans) - 1)]
            self.reads += 1
            yield Reading(place, [(*span, 5.0)], 0.0)


def found(text: str, reader: Reads) -> list[str]:
    places = [match.span() for match in re.finditer(r"\S+", text)]
    starts, ends = (np.array(side, dtype=np.int32) for side in zip(*places, strict=True))
    search, way = SimpleNamespace(query="The prices fell last year."), Way(reader, Calibration())
    asking = SimpleNamespace(way=way, tokens=None, search=search, spans=1)
    window = Window(Document(text), Tokens(np.arange(len(starts), dtype=np.int32), starts, ends))
    return [one.text for one in spans(asking, iter([window]))]


SAID, OPPOSITE = "Last year the prices sank.", "The prices rose last year."


def test_what_says_the_opposite_is_left_out_and_the_rest_read_again():
    for text, expected in ((f"{SAID} {OPPOSITE}", [SAID]), (f"{OPPOSITE} {SAID}", [OPPOSITE, SAID])):
        reader = Reads((0, 4))
        assert (found(text, reader), reader.reads) == (expected, len(expected))
    reader = Reads((0, 4))
    assert (found(OPPOSITE, reader), reader.reads) == ([OPPOSITE], 1)


def test_a_span_that_goes_across_what_was_left_out_is_none():
    assert found(f"It rained. {OPPOSITE} They did.", Reads((2, 6), (1, 2))) == [OPPOSITE]
    assert found(f"It rained. {OPPOSITE} They did.", Reads((2, 6), (2, 3))) == [OPPOSITE, "They did."]


def test_a_text_that_says_the_opposite_all_the_time_is_not_read_forever():
    reader = Reads((0, 4))
    assert len(found(f"{OPPOSITE} " * 40, reader)) == reader.reads == 4
