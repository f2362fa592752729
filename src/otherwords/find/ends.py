"""A long query is found by its ends: what says its beginning, and further on what says its ending.

Query and text share what is read at a time, so a long query leaves no room for a passage of its own length. Its ends
do, and where they are said the passage begins and ends.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from otherwords.encoder import Tokens
from otherwords.find.found import Found
from otherwords.find.reader import LENGTH_SLACK, LENGTH_WEIGHT, Reader
from otherwords.find.snap import snapped
from otherwords.text import short_sentences, stripped

LONG = 110
"""Tokens. Up to here a query is read whole. Chosen on examples kept aside from training, as what follows."""
_LEAST = 30
"""Tokens of an end, which has as many sentences as that takes: a short one alone may stand anywhere."""
_LONGEST_SENTENCE = 250
"""Characters; longer ones are cut."""
_SHORTEST, _LONGEST = math.exp(-1), math.exp(0.8)
"""Times as long as the query: the passages whose ending is looked for."""
_ENDINGS_A_SLICE = 2
"""More than one, for the best may make the passage too short."""


@dataclass(frozen=True)
class Ending:
    """The ending of a long query."""

    tokens: Tokens
    size: int
    """Characters."""
    asked: int
    """Characters of the whole query."""


def ends_of(reader: Reader, query: str) -> tuple[str, Ending]:
    """The beginning of a long query, and its ending: whole sentences, where it has such."""
    sentences = list(short_sentences(query, _LONGEST_SENTENCE))
    beginnings = (query[sentences[0][0] : end] for _, end in sentences)
    endings = (query[start : sentences[-1][1]] for start, _ in reversed(sentences))
    beginning, ending = (
        next(text for text in end if len(reader.encoder.tokenizer.tokens(text)) >= _LEAST)
        for end in (beginnings, endings)
    )
    return beginning, Ending(reader.query(ending), len(ending), len(query))


def to_its_end(reader: Reader, ending: Ending, beginning: Found) -> Found:
    """The passage that begins where the query's beginning was found. It leads by as much as the weaker of its ends."""
    text, start = beginning.document.text, beginning.start
    lead, end = max(_endings(reader, ending, text, start), default=(0.0, beginning.end))
    _, end = snapped(text, *(stripped(text, start, end) or (start, end)))
    return replace(beginning, end=end, lead=min(lead, beginning.lead))


def _endings(reader: Reader, ending: Ending, text: str, start: int) -> Iterator[tuple[float, int]]:
    """What speaks for each place where the passage may end."""
    first = start + max(0, int(_SHORTEST * ending.asked) - ending.size)
    tokens = reader.encoder.tokenizer.tokens(text, first, min(len(text), start + int(_LONGEST * ending.asked)))
    slices = [tokens[part] for part in reader.slices(ending.tokens, len(tokens))]
    for reading in reader.read(ending.tokens, [one.ids for one in slices], _ENDINGS_A_SLICE):
        for _, last, score in reading.spans:
            end = int(slices[reading.window].ends[last])
            off = abs(math.log((end - start) / ending.asked))
            cost = float(LENGTH_WEIGHT) * max(0.0, off - float(LENGTH_SLACK))  # as of spans that are read whole
            yield score - reading.null - cost, end
