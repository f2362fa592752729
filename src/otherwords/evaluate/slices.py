"""Accuracy on parts of a file: by label, kind of paraphrase, domain, overlap and length."""

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from otherwords.evaluate.lemmas import Lemmas
from otherwords.evaluate.outcome import Outcome
from otherwords.evaluate.scorers import Scorer
from otherwords.evaluate.spans import SpanExample
from otherwords.evaluate.synonyms import Synonyms
from otherwords.evaluate.trivial import NEEDS_SYNONYMS, Kind, kind_of

NULL = "not in the document"
NO_LABEL = "no label"
NO_DOMAIN = "no domain"
OTHERS = "others"

MOST_ROWS = 30
"""A label or a domain that every example has its own of says nothing, and would fill memory and page."""


@dataclass
class Tally:
    n: int = 0
    exact: int = 0
    f1_sum: float = 0.0

    def add(self, outcome: Outcome) -> None:
        self.n += 1
        self.exact += outcome.is_exact
        self.f1_sum += outcome.f1

    @property
    def em(self) -> float:
        return 100 * self.exact / self.n if self.n else 0.0

    @property
    def f1(self) -> float:
        return 100 * self.f1_sum / self.n if self.n else 0.0

    @property
    def em_interval(self) -> tuple[float, float]:
        """Where EM would lie for 95 of 100 such samples (Wilson's interval): wide where there are few examples."""
        if not self.n:
            return 0.0, 100.0
        z, share = 1.96, self.exact / self.n
        middle = share + z * z / (2 * self.n)
        reach = z * math.sqrt(share * (1 - share) / self.n + z * z / (4 * self.n * self.n))
        scale = 100 / (1 + z * z / self.n)
        return max(0.0, scale * (middle - reach)), min(100.0, scale * (middle + reach))


@dataclass
class Slice:
    """A division of the examples into rows. ``rows_of`` names an outcome's row, or its rows where they overlap."""

    title: str
    note: str
    rows_of: Callable[[Outcome], Iterable[str]]
    order: tuple[str, ...] = ()
    """Rows that come first, in this order; others follow by name, nulls last."""
    says_nothing: str | None = None
    """The row of the examples about which nothing is known; the slice says nothing when there are no others."""
    rows: dict[str, Tally] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> None:
        for name in self.rows_of(outcome):
            has_room = len(self.rows) < MOST_ROWS or name in {*self.rows, *self.order, self.says_nothing, NULL}
            self.rows.setdefault(name if has_room else OTHERS, Tally()).add(outcome)

    def table(self) -> list[tuple[str, Tally]]:
        if not self.rows.keys() - {self.says_nothing, NULL}:
            return []
        last = (OTHERS, self.says_nothing, NULL)
        places = {name: place for place, name in enumerate(self.order)}
        ends = {name: place for place, name in enumerate(last, 1)}
        return sorted(self.rows.items(), key=lambda row: (ends.get(row[0], 0), places.get(row[0], len(places)), row[0]))


def by_label() -> Slice:
    return Slice(
        "By label",
        "Turku's labels: 4 is a paraphrase anywhere, 3 in its context; one text may be more general (< or >),"
        " or they differ in a small thing (i) or in style (s). A pair with two flags counts in both rows.",
        lambda outcome: [NULL] if outcome.example.gold is None else _labels(outcome.example),
        order=("4", "4 with < or >", "4 with i", "4 with s", "3"),
        says_nothing=NO_LABEL,
    )


def by_kind(lemmas: Lemmas, synonyms: Synonyms | None) -> Slice:
    def rows_of(outcome: Outcome) -> Iterable[str]:
        example = outcome.example
        if example.gold is None:
            return [NULL]
        language = lemmas.language_of(example.query, example.document)
        query = lemmas.bags(example.query, language)
        return [kind_of(query, lemmas.bags(_gold_text(example), language), synonyms)]

    kinds = [kind for kind in Kind if synonyms or kind not in NEEDS_SYNONYMS]
    note = "How the right passage differs from the query. A pair is of the first kind that fits."
    return Slice("By kind of paraphrase", note, rows_of, order=tuple(kinds))


def by_domain() -> Slice:
    return Slice(
        "By domain",
        "The row's domain, or else what its id begins with.",
        lambda outcome: [_domain(outcome.example)],
        says_nothing=NO_DOMAIN,
    )


def by_overlap(scorer: Scorer) -> Slice:
    buckets = Buckets((20, 40, 60, 80), "%")

    def rows_of(outcome: Outcome) -> Iterable[str]:
        example = outcome.example
        if example.gold is None:
            return [NULL]
        return [buckets.name(100 * scorer.f1(example.query, _gold_text(example)))]

    note = "Token F1 between the query and the right passage: the less they share, the more it takes to see it."
    return Slice("By shared words", note, rows_of, order=buckets.names)


def by_document_length() -> Slice:
    buckets = Buckets((250, 500, 1000, 2000, 5000, 10_000), " words")
    return Slice(
        "By length of the document",
        "Words of the document.",
        lambda outcome: [buckets.name(len(outcome.example.document.split()))],
        order=buckets.names,
    )


def by_query_length() -> Slice:
    buckets = Buckets((5, 10, 20, 40), " words")
    return Slice(
        "By length of the query",
        "Words of the query.",
        lambda outcome: [buckets.name(len(outcome.example.query.split()))],
        order=buckets.names,
    )


class Buckets:
    """Stretches of a number between bounds; a value on a bound belongs to the upper stretch."""

    def __init__(self, bounds: tuple[int, ...], unit: str) -> None:
        self._bounds = bounds
        inner = (f"{low:,} to {high:,}{unit}" for low, high in pairwise(bounds))
        self.names = (f"below {bounds[0]:,}{unit}", *inner, f"{bounds[-1]:,}{unit} or more")

    def name(self, value: float) -> str:
        return self.names[bisect_right(self._bounds, value)]


def _labels(example: SpanExample) -> list[str]:
    label = example.extra.get("label")
    if label is None or label == "":
        return [NO_LABEL]
    text = str(label)
    if not re.fullmatch(r"4[<>is]+", text):
        return [text]
    flags = {"4 with < or >": "<>", "4 with i": "i", "4 with s": "s"}
    return [row for row, signs in flags.items() if set(signs) & set(text)]


_ID_WITH_NUMBERS = re.compile(r"(.*?[^\W\d_].*?)[\W_]+\d+(?:[\W_]+\d+)*")


def _domain(example: SpanExample) -> str:
    domain = example.extra.get("domain")
    if isinstance(domain, str) and domain:
        return domain
    match = _ID_WITH_NUMBERS.fullmatch(example.id)
    return match.group(1) if match else NO_DOMAIN


def _gold_text(example: SpanExample) -> str:
    return example.document[example.start : example.end]
