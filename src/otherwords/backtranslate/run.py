"""From documents to examples: draw, translate there and back, choose, and note down what was done."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from otherwords.backtranslate.candidates import draw_candidates
from otherwords.backtranslate.choice import Fate, Pair, Sample, Select, choose, selection
from otherwords.backtranslate.journal import Entry, Journal
from otherwords.backtranslate.likeness import learn_likeness
from otherwords.backtranslate.there_and_back import ThereAndBack
from otherwords.evaluate.files import LONGEST_LINE
from otherwords.evaluate.spans import SpanExample
from otherwords.text import Document, OtherwordsError, Span

LARGEST_DOCUMENT = LONGEST_LINE // 8
"""In characters. An example is one line of a file; what is larger might not fit in a line that can be read again."""

Complain = Callable[[OtherwordsError], None]

Report = Callable[[int, int], None]
"""Told how many documents are done, and how many of them gave an example."""


@dataclass(frozen=True, slots=True)
class Settings:
    sample: Sample = Sample.RANDOM
    candidates: int = 8
    """Sentences a document that are translated, where similarity decides among them."""
    longest: int = 380
    """Subwords of a query, and of a sentence that may become one."""
    seed: int = 0
    batch: int = 32
    """Documents that are translated together, which changes nothing but the time."""

    @property
    def drawn(self) -> int:
        return 1 if self.sample is Sample.RANDOM else self.candidates

    def that_tell(self) -> dict[str, Any]:
        """Those that the examples hang on."""
        return {"sample": str(self.sample), "drawn": self.drawn, "longest": self.longest, "seed": self.seed}


def back_translate(
    documents: Iterable[Document],
    there_and_back: ThereAndBack,
    journal: Journal,
    settings: Settings,
    *,
    subwords: Callable[[str], int],
    on_error: Complain,
    report: Report = lambda documents, kept: None,
) -> Counter[Fate]:
    """Fills the journal with an entry a document, going on where it ends, and reports after every batch."""
    documents = _of_bearable_size(documents, on_error)
    likeness = None
    if settings.sample is not Sample.RANDOM:
        likeness, documents = learn_likeness(documents)
    maker = _Maker(there_and_back, settings, selection(settings.sample, likeness), subwords, on_error)
    rest = iter(documents)
    fates = Counter(_done(journal, rest))
    if fates:
        report(fates.total(), fates[Fate.KEPT])
    while batch := list(islice(rest, settings.batch)):
        entries = maker.entries(batch)
        journal.append(entries)
        fates.update(entry.fate for entry in entries)
        report(fates.total(), fates[Fate.KEPT])
    return fates


def _of_bearable_size(documents: Iterable[Document], on_error: Complain) -> Iterator[Document]:
    for document in documents:
        if len(document.text) <= LARGEST_DOCUMENT:
            yield document
        else:
            size = f"{len(document.text):,} characters"
            on_error(OtherwordsError(f"{document.id}: {size} are too many for one document; split it"))


def _done(journal: Journal, documents: Iterator[Document]) -> Iterator[Fate]:
    """What became of the documents that an earlier run did, which are passed over."""
    for entry in journal.entries():
        document = next(documents, None)
        if document is None or not entry.is_about(document):
            raise OtherwordsError(
                f"{entry.document_id} has changed, moved or gone since {journal.path} was begun;"
                " put the documents back to finish it, or delete it to start anew"
            )
        yield entry.fate


@dataclass(frozen=True)
class _Maker:
    there_and_back: ThereAndBack
    settings: Settings
    select: Select
    subwords: Callable[[str], int]
    on_error: Complain

    def entries(self, documents: Sequence[Document]) -> list[Entry]:
        drawn = [draw_candidates(one, self.settings.drawn, self.settings.seed, self._fits) for one in documents]
        returned = iter(self.there_and_back([span.text for spans in drawn for span in spans]))
        return [
            self._entry(document, list(zip(spans, islice(returned, len(spans)), strict=True)))
            for document, spans in zip(documents, drawn, strict=True)
        ]

    def _entry(self, document: Document, returned: list[tuple[Span, str | OtherwordsError]]) -> Entry:
        pairs = []
        for span, query in returned:
            if isinstance(query, OtherwordsError):
                self.on_error(OtherwordsError(f"{document.id}: {query}"))
            else:
                pairs.append(Pair(span, query))
        if returned and not pairs:
            return Entry.of(document, Fate.UNTRANSLATED)
        fate, pair = choose(pairs, self.select, self._fits)
        return Entry.of(document, fate, _example(document, pair) if pair else None)

    def _fits(self, text: str) -> bool:
        return self.subwords(text) <= self.settings.longest


def _example(document: Document, pair: Pair) -> SpanExample:
    return SpanExample(document.id, pair.query, document.text, pair.target.start, pair.target.end)
