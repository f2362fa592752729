"""The finder: a query and documents in, the spans that say it in other words out, or "not here"."""

import hashlib
import heapq
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice, zip_longest
from pathlib import Path

import numpy as np

from otherwords.encoder import Encoder, Tokens, load_encoder
from otherwords.find.cache import ArrayCache
from otherwords.find.calibration import Calibration, Evidence, line_around
from otherwords.find.copies import occurrences
from otherwords.find.explain import align
from otherwords.find.places import WIDTH, width_for
from otherwords.find.reader import Reader
from otherwords.find.screen import Candidate, Language, Screen
from otherwords.find.snap import snapped
from otherwords.find.vectors import query_vectors, span_vectors
from otherwords.text import Answer, Document, Excerpt, Match, NoMatch, OtherwordsError, readable, stripped

_PLACES = 16
_FIRST_PLACES = 4
_SURE = 0.9
"""When the first places make an answer so likely, the others are not read: that halves the cost and loses nothing."""
_LIKENESS_WEIGHT = 15
"""What a place's score by words counts beside leads when windows are compared: the middle of what is best, all alike,
on examples kept aside from training."""
_SAID_ALREADY = 1.0
"""What it counts against a document, in the same coin, that it says the query word for word and copies are passed over:
few say a thing twice. Less than half of it helps less, and more of it no more."""
_AT_ONCE = 256
"""Windows in hand at a time, when a whole document is read."""
_SCREEN_SIZE = 1 << 20
_LARGEST_KEPT = 200 << 20
"""Bytes, about: the screens of earlier documents are kept within this, so that asking again costs little."""
_CONTEXT = 200


_PassedOver = Callable[[str], Sequence[tuple[int, int]]]
"""Tells of a text where nothing is to be found."""


@dataclass(frozen=True)
class _Window:
    """A stretch of a document to be read."""

    document: Document
    tokens: Tokens
    likeness: float = 0.0
    """What speaks for it before it is read."""


@dataclass(frozen=True)
class _Found:
    """A span that the reader saw, and its lead over "no span here" in the window that it stands in."""

    document: Document
    start: int
    end: int
    lead: float
    rank: float
    """The lead, and what spoke for the window before it was read: spans are compared by this."""


class Finder:
    """Finds where a text says something in other words.

    >>> text = "The ferry hit the quay. No one was injured in the crash. It sailed on."
    >>> Finder().find("Nobody was hurt in the accident.", text).best.span.text
    'No one was injured in the crash.'
    """

    def __init__(
        self, model: str | Path | None = None, *, threads: int | None = None, cache: str | Path | None = None
    ) -> None:
        self._encoder = load_encoder(model, threads)
        self._reader = Reader(self._encoder)
        self._calibration = Calibration.of(self._encoder.weights.settings)
        self._cache = ArrayCache(Path(cache) if cache else None)
        self._language = Language.of(self._encoder)
        self._screens: OrderedDict[str, Screen] = OrderedDict()
        self._kept = 0
        self._prepared: set[bytes] = set()

    @property
    def encoder(self) -> Encoder:
        """What reads for it, for those that want what else the weights tell."""
        return self._encoder

    def find(
        self,
        query: str,
        document: str | Document,
        *,
        top: int = 1,
        always: bool = False,
        min_probability: float = 0.5,
        exhaustive: bool = False,
        explain: bool = True,
    ) -> Answer:
        """The spans of one document that say the query, best first, or an explicit "not here".

        ``always`` never answers "not here". ``exhaustive`` reads the whole document and not only the promising places.
        """
        one = document if isinstance(document, Document) else Document(document)
        return self.find_in(
            query,
            [one],
            top=top,
            always=always,
            min_probability=min_probability,
            exhaustive=exhaustive,
            explain=explain,
        )

    def find_in(
        self,
        query: str,
        documents: Iterable[Document],
        *,
        top: int = 1,
        always: bool = False,
        min_probability: float = 0.5,
        exhaustive: bool = False,
        explain: bool = True,
    ) -> Answer:
        """The same over many documents: the best spans of them all."""
        _check_bounds(top, min_probability)
        asked = self._reader.query(query)
        amount = _Amount()
        start, rest = _beginning(map(readable, amount.of(documents)), _PLACES * WIDTH)
        if rest is None or exhaustive:  # what is no longer than the places together is read whole
            found = self._read(query, asked, self._slices(asked, chain(start, rest or ())), top, amount)
        else:
            places = self._places(query, asked, chain(start, rest))
            found = self._read(query, asked, places, top, amount, first=_FIRST_PLACES if top == 1 else _PLACES)
        return self._answer(query, found, amount, always, min_probability, explain)

    def find_among(
        self,
        query: str,
        excerpts: Sequence[Excerpt],
        searched: int,
        *,
        top: int = 1,
        always: bool = False,
        min_probability: float = 0.5,
        explain: bool = True,
        copies: bool = True,
    ) -> Answer:
        """The same over stretches of documents, the most promising first, chosen out of ``searched`` characters.

        Without ``copies``, what says the query word for word is passed over.
        """
        _check_bounds(top, min_probability)
        asked = self._reader.query(query)
        amount = _Amount(searched)
        passed_over = None if copies else partial(occurrences, query)
        windows = self._chosen(query, asked, [readable(one) for one in excerpts], passed_over)
        first = _FIRST_PLACES if top == 1 else _PLACES
        found = self._read(query, asked, windows, top, amount, first, passed_over)
        return self._answer(query, found, amount, always, min_probability, explain)

    def likeness(self, query: str, texts: Sequence[str], *, copies: bool = True) -> list[float]:
        """What speaks for each text before any is read: how like the query its best sentence is, beside the others.

        Without ``copies``, what says the query word for word does not count.
        """
        passed_over = None if copies else partial(occurrences, query)
        return [likeness for likeness, _ in self._glanced(query, texts, passed_over)]

    def _answer(
        self, query: str, found: list[_Found], amount: "_Amount", always: bool, min_probability: float, explain: bool
    ) -> Answer:
        if not found:
            return Answer(query, (), NoMatch(probability=1.0, score=0.0))
        matches = [self._match(query, one, self._probability(query, one, amount), explain) for one in found]
        likely = tuple(match for match in matches if always or match.probability >= min_probability)
        if likely:
            return Answer(query, likely)
        nearest = matches[0]
        absence = self._calibration.absence(_evidence(query, found[0], amount))
        return Answer(query, (), NoMatch(absence, -nearest.score, nearest))

    def prepare(self, document: str | Document, report: Callable[[float], None] = lambda share: None) -> None:
        """Encodes a document once, so that every later query finds its way in it quickly and surely.

        The vectors are kept on disk under the hash of the text. ``report`` hears the share that is done.
        """
        if "span_vectors" not in self._encoder.outputs:
            raise OtherwordsError(f"the model in {self._encoder.weights.folder} has no span vectors to prepare with")
        text = readable(document if isinstance(document, Document) else Document(document)).text
        screen = self._screen(text)
        screen.vectors = screen.vectors or span_vectors(self._encoder, text, self._cache, report)
        self._prepared.add(_digest(text))

    def _read(
        self,
        query: str,
        asked: Tokens,
        windows: Iterator[_Window],
        top: int,
        amount: "_Amount",
        first: int | None = None,
        passed_over: _PassedOver | None = None,
    ) -> list[_Found]:
        """The best spans of the windows, none overlapping another.

        Windows are compared by leads: their scores are not on one scale, but "not here" is scored in each. What spoke
        for a window before it was read counts as well.

        With ``first``, so many windows are read before the others, which are left alone when those make it sure.
        Spans that touch what is ``passed_over`` are none.
        """
        best: list[_Found] = []
        for chunk in _chunks(windows, first or _AT_ONCE):
            if first and best and self._probability(query, best[0], amount) >= _SURE:
                break
            for reading in self._reader.read(asked, [window.tokens.ids for window in chunk], top):
                window = chunk[reading.window]
                text = window.document.text
                taboo = passed_over(text) if passed_over else ()
                for begin, last, score in reading.spans:
                    start, end = int(window.tokens.starts[begin]), int(window.tokens.ends[last])
                    if any(start < until and since < end for since, until in taboo):
                        continue
                    if span := stripped(text, start, end):  # some tokenizers have tokens of white space
                        lead = score - reading.null
                        rank = lead + _LIKENESS_WEIGHT * window.likeness
                        best.append(_Found(window.document, *snapped(text, *span), lead, rank))
            best = _apart(best, top)
        return best

    def _slices(self, query: Tokens, documents: Iterable[Document]) -> Iterator[_Window]:
        for document in documents:
            tokens = self._encoder.tokenizer.tokens(document.text)
            for part in self._reader.slices(query, len(tokens)):
                yield _Window(document, tokens[part])

    def _places(self, query: str, asked: Tokens, documents: Iterable[Document]) -> Iterator[_Window]:
        """Windows around the most promising places of all documents."""
        room = self._reader.room(asked)
        width = width_for(query)
        vectors = query_vectors(self._encoder, asked) if "query_vectors" in self._encoder.outputs else None
        cold: list[_Promise] = []
        warm: list[_Promise] = []
        for number, document in enumerate(documents):
            for order, one in enumerate(self._screen(document.text).places(query, vectors, _PLACES, width)):
                _keep(cold, (one.cold, -number, -order, one, document))
                if one.warm is not None:
                    _keep(warm, (one.warm, -number, -order, one, document))
        for candidate, document in _taking_turns(warm, cold):
            place = candidate.place
            tokens = self._encoder.tokenizer.tokens(document.text, place.start, place.end)
            yield _Window(document, _around(tokens, place.centre, room), candidate.cold)

    def _chosen(
        self, query: str, asked: Tokens, excerpts: Sequence[Excerpt], passed_over: _PassedOver | None
    ) -> Iterator[_Window]:
        """Windows on stretches of documents, with what the cold screen says of all of them side by side."""
        said = {one.whole for one in excerpts if passed_over and passed_over(one.text)}
        room = self._reader.room(asked)
        glances = self._glanced(query, [one.text for one in excerpts], passed_over)
        for excerpt, (likeness, centre) in zip(excerpts, glances, strict=True):
            tokens = self._encoder.tokenizer.tokens(excerpt.text)
            yield _Window(excerpt, _around(tokens, centre, room), likeness - _SAID_ALREADY * (excerpt.whole in said))

    def _glanced(self, query: str, texts: Sequence[str], passed_over: _PassedOver | None) -> list[tuple[float, int]]:
        """Of each text the best sentence's likeness, and where it stands."""
        texts = [_blanked(one, passed_over(one) if passed_over else ()) for one in texts]
        screen = Screen("\n\n".join(texts), self._language)
        return screen.best_in(query, np.cumsum([0, *(len(one) + 2 for one in texts)]))

    def _probability(self, query: str, found: _Found, amount: "_Amount") -> float:
        return self._calibration.probability(_evidence(query, found, amount))

    def _match(self, query: str, found: _Found, probability: float, explain: bool) -> Match:
        document, length = found.document, len(found.document.text)
        span = document.span(found.start, found.end)
        return Match(
            document_id=document.id,
            span=span,
            probability=probability,
            score=found.lead,
            location=document.locate(found.start, found.end),
            context=document.span(max(0, found.start - _CONTEXT), min(length, found.end + _CONTEXT)),
            explanation=align(self._encoder, query, span) if explain else (),
        )

    def _screen(self, text: str) -> Screen:
        if text in self._screens:
            self._screens.move_to_end(text)
            return self._screens[text]
        screen = Screen(text, self._language)
        if self._prepared and _digest(text) in self._prepared:  # it had to make room for others meanwhile
            screen.vectors = span_vectors(self._encoder, text, self._cache)
        self._screens[text] = screen
        self._kept += _SCREEN_SIZE + len(text)
        while len(self._screens) > 1 and self._kept > _LARGEST_KEPT:
            oldest, _ = self._screens.popitem(last=False)
            self._kept -= _SCREEN_SIZE + len(oldest)
        return screen


def _check_bounds(top: int, min_probability: float) -> None:
    if top < 1:
        raise OtherwordsError(f"top must be at least 1, not {top}")
    if not 0 <= min_probability <= 1:
        raise OtherwordsError(f"a probability lies between 0 and 1; {min_probability} does not")


class _Amount:
    """Counts the characters of documents that pass by. All have passed before the first place is read."""

    def __init__(self, characters: int = 0) -> None:
        self.characters = characters

    def of(self, documents: Iterable[Document]) -> Iterator[Document]:
        for document in documents:
            self.characters += len(document.text)
            yield document


def _evidence(query: str, found: _Found, amount: _Amount) -> Evidence:
    line = line_around(found.document.text, found.start, found.end)
    return Evidence(found.lead, len(query), amount.characters, line)


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


_Promise = tuple[float, int, int, Candidate, Document]
"""A score, what settles ties, and a place of a document."""


def _keep(best: list[_Promise], entry: _Promise) -> None:
    if len(best) < _PLACES:
        heapq.heappush(best, entry)
    else:
        heapq.heappushpop(best, entry)


def _taking_turns(*heaps: list[_Promise]) -> Iterator[tuple[Candidate, Document]]:
    """The best by one score, the best by the other, and so on: the two measure in different coins."""
    lines = [sorted(heap, key=lambda entry: entry[:3], reverse=True) for heap in heaps if heap]
    seen: set[tuple[int, int]] = set()
    for turn in zip_longest(*lines):
        for _, number, order, candidate, document in filter(None, turn):
            if (number, order) not in seen and len(seen) < _PLACES:
                seen.add((number, order))
                yield candidate, document


def _around(tokens: Tokens, centre: int, room: int) -> Tokens:
    """At most ``room`` tokens, those around a character."""
    if len(tokens) <= room:
        return tokens
    middle = int(np.searchsorted(tokens.starts, centre))
    start = min(max(0, middle - room // 2), len(tokens) - room)
    return tokens[start : start + room]


def _apart(spans: list[_Found], top: int) -> list[_Found]:
    """The best spans, none overlapping another; ties go to what stands first."""
    kept: list[_Found] = []
    for span in sorted(spans, key=lambda one: -one.rank):
        if len(kept) == top:
            break
        if not any(_overlap(other, span) for other in kept):
            kept.append(span)
    return kept


def _blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text without the spans, each character where it was: what stands beside a copy is not like the query."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _overlap(one: _Found, other: _Found) -> bool:
    """Stretches of one document may share a part of it."""
    shift = 0
    if isinstance(one.document, Excerpt) and isinstance(other.document, Excerpt):
        if one.document.whole != other.document.whole:
            return False
        shift = other.document.offset - one.document.offset
    elif one.document is not other.document:
        return False
    return one.start < other.end + shift and other.start + shift < one.end


def _beginning(documents: Iterator[Document], size: int) -> tuple[list[Document], Iterator[Document] | None]:
    """Documents up to so many characters, and those that follow: None where there are no more."""
    start: list[Document] = []
    while size >= 0:
        document = next(documents, None)
        if document is None:
            return start, None
        start.append(document)
        size -= len(document.text)
    return start, documents


def _chunks(windows: Iterator[_Window], first: int) -> Iterator[list[_Window]]:
    """So many windows first, and then chunks of the usual size."""
    while chunk := list(islice(windows, first)):
        yield chunk
        first = _AT_ONCE
