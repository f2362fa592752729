"""Artificial irretrievables: an example once more, as a null, with its target taken out of the document.

A reader learns what gives an answer away. If every target left an empty line behind, "there is an empty line" is what
it would learn, and not "the document does not say it".
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from otherwords.backtranslate.gap import taken_out
from otherwords.backtranslate.sayings import is_empty, padded
from otherwords.evaluate.spans import SpanExample


def with_irretrievables(examples: Iterable[SpanExample], skipped: Counter[str]) -> Iterator[SpanExample]:
    """Every example, and behind each with a target its null; ``skipped`` counts targets that cannot be taken out."""
    for example in examples:
        yield example
        if example.start is None or example.end is None:
            continue
        target = example.document[example.start : example.end]
        document = taken_out(example.document, example.start, example.end)
        if is_empty(document):
            skipped["nulls of documents that are nothing but their target"] += 1
        elif padded(target) in padded(document):
            skipped["nulls of documents that say their target twice"] += 1
        else:
            yield replace(example, id=f"{example.id}-removed", document=document, start=None, end=None)
