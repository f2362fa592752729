"""Queries put to a document that does not hold them, so that "not here" can be measured."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

from otherwords.evaluate.spans import SpanExample
from otherwords.text import OtherwordsError, words


def with_nulls(examples: Iterable[SpanExample], share: float = 0.5, seed: int = 1) -> Iterator[SpanExample]:
    """The examples, a share of them asked of another example's document. The same seed gives the same choice.

    Never of one that says the query word for word: where two versions of a text are asked of each other, a query's own
    text is among the documents.
    """
    held = list(examples)
    documents = {example.document: _plain(example.document) for example in held}
    if len(documents) < 2:
        raise OtherwordsError("every query is asked of the same document; nulls need at least two")
    rng = random.Random(seed)
    for example in held:
        if example.gold is None or rng.random() >= share:
            yield example
            continue
        said = _plain(example.query)
        others = (other for other in rng.sample(list(documents), len(documents)) if said not in documents[other])
        other = next((other for other in others if other != example.document), None)
        if other is None:
            yield example
            continue
        # The offsets of known non-paraphrases belong to the document that is left behind.
        extra = {key: value for key, value in example.extra.items() if key != "negatives"}
        yield replace(example, document=other, start=None, end=None, extra=extra)


def _plain(text: str) -> str:
    """The words alone, between spaces, so that line breaks and commas hide nothing."""
    return " ".join(["", *(text[start:end].casefold() for start, end in words(text)), ""])
