"""The Turku Paraphrase Corpus, as spans.

The source is a JSON list of pairs and a JSON object of documents, which the pairs point into::

    [{"txt1": "…", "txt2": "…", "label": "4<", "rewrites": [["…", "…"]], "fold": 0, "goeswith": "…",
      "context": {"doc1": "key", "beg1": 10, "end1": 42, "doc2": "key", "beg2": 7, "end2": 33}}, …]
    {"key": "the text of the document", …}

A pair gives two examples, one each way: txt1 sought in doc2, then txt2 sought in doc1. The right span is cut out by its
offsets, for txt1 and txt2 have lost the line breaks of their documents. Labels 3 and 4 are paraphrases; 1 and 2 are not
and become nulls, unless another pair says that the same document does hold the same text.

Kept with an example: the ``label``; a ``domain``, which is how ``goeswith`` begins (episode-158079 is an episode); and
``negatives``, the spans of its document that other pairs, or its own, found not to say its text (labels 1 and 2).

Left out, and counted: pairs without a context, and pairs labelled x. ``rewrites`` are not used: they were written to be
paraphrases of each other out of context, and do not stand in a document.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from otherwords.evaluate.files import read_json
from otherwords.evaluate.spans import SpanExample
from otherwords.text import OtherwordsError

_WAYS = (("1", "2"), ("2", "1"))
_PARAPHRASE, _NOT_PARAPHRASE, _UNUSABLE = "34", "12", "x"


def find_texts(pairs: Path) -> Path:
    """The documents' file, where the corpus keeps it: beside the pairs."""
    stem = pairs.name.removesuffix(".gz").removesuffix(".json")
    names = [f"{stem}-texts.json.gz", f"{stem}-texts.json", "texts.json.gz", "texts.json"]
    for name in names:
        if (texts := pairs.with_name(name)).exists():
            return texts
    raise OtherwordsError(f"no documents beside {pairs} (looked for {', '.join(names)}); name their file with --texts")


def read_turku(pairs: Path, texts: Path, skipped: Counter[str]) -> Iterator[SpanExample]:
    """The examples in the order of the pairs; ``skipped`` counts what was left out, by reason."""
    items, documents = read_json(pairs), read_json(texts)
    if not isinstance(items, list):
        raise OtherwordsError(f"{pairs}: not the Turku Paraphrase Corpus (a JSON list of pairs)")
    if not isinstance(documents, dict):
        raise OtherwordsError(f"{texts}: not the documents of the Turku Paraphrase Corpus (a JSON object, key to text)")
    name = pairs.name.removesuffix(".gz").removesuffix(".json")
    try:
        held, rejected = _held(items), _rejected(items)
        for number, item in enumerate(items):
            if reason := _unusable(item):
                skipped[reason] += 1
                continue
            for way in _WAYS:
                example = _example(f"{name}-{number}-{way[0]}", item, way, documents, rejected)
                if example.gold is None and _what_and_where(item, way) in held:
                    skipped["examples whose text another pair finds in the same document"] += 1
                else:
                    yield example
    except (AttributeError, KeyError, TypeError) as error:
        raise OtherwordsError(f"{pairs}: a pair or its document lacks {error}; is {texts} the right file?") from error


def _unusable(item: dict[str, Any]) -> str | None:
    label = str(item["label"])
    if label.startswith(_UNUSABLE):
        return "pairs labelled x"
    if not label.startswith(tuple(_PARAPHRASE + _NOT_PARAPHRASE)):
        raise OtherwordsError(f'unknown label "{label}" in a pair of the Turku Paraphrase Corpus')
    return None if item.get("context") else "pairs without context"


def _held(items: list[dict[str, Any]]) -> set[tuple[str, str]]:
    """Every text and the document that is known to say it in other words."""
    return {_what_and_where(item, way) for item in _labelled(items, _PARAPHRASE) for way in _WAYS}


def _rejected(items: list[dict[str, Any]]) -> dict[tuple[str, str], list[list[int]]]:
    """For every text and document: the spans that were found not to say it, each once, in the order of the document."""
    spans: dict[tuple[str, str], set[tuple[int, int]]] = defaultdict(set)
    for item in _labelled(items, _NOT_PARAPHRASE):
        for way in _WAYS:
            context, target = item["context"], way[1]
            spans[_what_and_where(item, way)].add((context["beg" + target], context["end" + target]))
    return {key: [list(span) for span in sorted(found)] for key, found in spans.items()}


def _labelled(items: list[dict[str, Any]], labels: str) -> Iterator[dict[str, Any]]:
    return (item for item in items if item.get("context") and str(item["label"]).startswith(tuple(labels)))


def _what_and_where(item: dict[str, Any], way: tuple[str, str]) -> tuple[str, str]:
    query, target = way
    return item["txt" + query], item["context"]["doc" + target]


def _example(
    id_: str,
    item: dict[str, Any],
    way: tuple[str, str],
    documents: dict[str, str],
    rejected: dict[tuple[str, str], list[list[int]]],
) -> SpanExample:
    query, target = way
    context = item["context"]
    is_null = item["label"][0] in _NOT_PARAPHRASE
    extra: dict[str, Any] = {"label": item["label"]}
    if domain := _domain(item):
        extra["domain"] = domain
    if negatives := rejected.get(_what_and_where(item, way)):
        extra["negatives"] = negatives
    try:
        return SpanExample(
            id_,
            item["txt" + query],
            documents[context["doc" + target]],
            None if is_null else context["beg" + target],
            None if is_null else context["end" + target],
            extra,
        )
    except OtherwordsError as error:
        raise OtherwordsError(f"{id_}: {error}") from None


def _domain(item: dict[str, Any]) -> str | None:
    start = re.match(r"[^\W\d_]+", str(item.get("goeswith") or ""))
    return start.group() if start else None
