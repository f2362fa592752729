"""Queries put to a document that does not hold them, so that "not here" can be measured."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from otherwords.evaluate.spans import SpanExample
from otherwords.text import OtherwordsError


def with_nulls(examples: Iterable[SpanExample], share: float = 0.5, seed: int = 1) -> Iterator[SpanExample]:
    """The examples, a share of them asked of another example's document. The same seed gives the same choice."""
    held = list(examples)
    documents = list(dict.fromkeys(example.document for example in held))
    if len(documents) < 2:
        raise OtherwordsError("every query is asked of the same document; nulls need at least two")
    rng = random.Random(seed)
    for example in held:
        if example.gold is None or rng.random() >= share:
            yield example
            continue
        other = rng.choice(documents)
        while other == example.document:
            other = rng.choice(documents)
        # The offsets of known non-paraphrases belong to the document that is left behind.
        extra = {key: value for key, value in example.extra.items() if key != "negatives"}
        yield replace(example, document=other, start=None, end=None, extra=extra)
