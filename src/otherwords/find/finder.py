"""The finder: a query and documents in, the spans that say it in other words out, or "not here"."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path

import numpy as np

from otherwords.encoder import Encoder, Tokens, load_encoder
from otherwords.find.asking import Asking, Search, likelier
from otherwords.find.cache import ArrayCache
from otherwords.find.copies import occurrences
from otherwords.find.ends import to_its_end
from otherwords.find.explain import align
from otherwords.find.found import Found, apart, apart_by_document
from otherwords.find.kept import KeptScreens
from otherwords.find.promises import Promises, taking_turns
from otherwords.find.screen import Language, Screen
from otherwords.find.vectors import query_vectors, span_vectors
from otherwords.find.ways import Way, Ways
from otherwords.find.weigh import Weighed, ordinary_lead, weighed
from otherwords.find.windows import PassedOver, Window, spans, touches
from otherwords.text import Answer, Document, Excerpt, Match, NoMatch, OtherwordsError, as_document, readable

_SURE = 0.9
"""When the first places make an answer so likely, the others are not read: that halves the cost and loses nothing."""
_SAID_ALREADY = 1.0
"""What it counts against a document, in the coin of likeness, that it says the query word for word and copies are
passed over: few say a thing twice. Less than half of it helps less, and more of it no more."""
_GROUP = 1_000_000
"""Characters of documents, about, that are read in one way before they are read in the next."""
_CONTEXT = 200


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
        self._ways = Ways(self._encoder, threads)
        self._cache = ArrayCache(Path(cache) if cache else None)
        self._language = Language.of(self._encoder)
        self._screens = KeptScreens()
        self._prepared: set[bytes] = set()

    @property
    def encoder(self) -> Encoder:
        """What reads for it, for those that want what else the weights tell."""
        return self._encoder

    def ways_of(self, query: str) -> list[Way]:
        """How a query may be read, and how much of a long text."""
        return self._ways.of(query)

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
        return self.find_in(
            query,
            [document],
            top=top,
            always=always,
            min_probability=min_probability,
            exhaustive=exhaustive,
            explain=explain,
        )

    def find_in(
        self,
        query: str,
        documents: Iterable[Document | str],
        *,
        top: int = 1,
        always: bool = False,
        min_probability: float = 0.5,
        exhaustive: bool = False,
        explain: bool = True,
    ) -> Answer:
        """The same over many documents: the best spans of them all."""
        _check_bounds(top, min_probability)
        found = self.weighed_in(query, documents, top, exhaustive)
        return self._answer(query, found, always, min_probability, explain)

    def weighed_in(
        self, query: str, documents: Iterable[Document | str], top: int = 1, exhaustive: bool = False
    ) -> list[Weighed]:
        """The best spans, likely or not, each with what its probability is judged by."""
        search = Search(query, top)
        askings = [Asking(way, search) for way in self.ways_of(query)]
        start, rest = _beginning(search.passing(documents), askings[0].way.at_once)
        if rest is None:  # what is no longer than the places together is read whole
            return likelier(askings, lambda i: self._read_whole([askings[i]], start)[0])
        if exhaustive:
            return likelier(askings, self._read_whole(askings, chain(start, rest)).__getitem__)
        places = self._places(askings, chain(start, rest))
        return likelier(askings, lambda i: self._read_places(askings[i], places[i]))

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
        search = Search(query, top, searched)
        askings = [Asking(way, search) for way in self.ways_of(query)]
        texts = [readable(one) for one in excerpts]
        for one in texts if copies else ():
            search.word_for_word.note(one)
        passed_over = None if copies else partial(occurrences, query)

        def read(i: int) -> list[Weighed]:
            return self._read_places(askings[i], self._chosen(askings[i], texts, passed_over), passed_over)

        return self._answer(query, likelier(askings, read), always, min_probability, explain)

    def likeness(self, query: str, texts: Sequence[str], *, copies: bool = True) -> list[float]:
        """What speaks for each text before any is read: how like the query its best sentence is, beside the others.

        Without ``copies``, what says the query word for word does not count.
        """
        passed_over = None if copies else partial(occurrences, query)
        return [likeness for likeness, _ in self._glanced(self.ways_of(query)[-1], query, texts, passed_over)]

    def _answer(self, query: str, found: list[Weighed], always: bool, min_probability: float, explain: bool) -> Answer:
        if not found:
            return Answer(query, (), NoMatch(probability=1.0, score=0.0))
        likely = [one for one in found if always or one.probability >= min_probability]
        if likely:
            return Answer(query, tuple(self._match(query, one, explain) for one in likely))
        nearest = self._match(query, found[0], explain)
        return Answer(query, (), NoMatch(found[0].absence, -nearest.score, nearest))

    def prepare(self, document: str | Document, report: Callable[[float], None] = lambda share: None) -> None:
        """Encodes a document once, so that every later query finds its way in it quickly and surely.

        The vectors are kept on disk under the hash of the text. ``report`` hears the share that is done.
        """
        if "span_vectors" not in self._encoder.outputs:
            raise OtherwordsError(f"the model in {self._encoder.weights.folder} has no span vectors to prepare with")
        text = readable(as_document(document)).text
        screen = self._screen(text)
        screen.vectors = screen.vectors or span_vectors(self._encoder, text, self._cache, report)
        self._prepared.add(_digest(text))
        self._screens.trim()

    def _read_whole(self, askings: list[Asking], documents: Iterable[Document]) -> list[list[Weighed]]:
        """The best spans of all that the documents say, in each way, none overlapping another."""
        best: list[list[Found]] = [[] for _ in askings]
        for group in _groups(documents):
            best = [
                apart_by_document(chain(found, spans(asking, self._slices(asking, group))), asking.kept)
                for asking, found in zip(askings, best, strict=True)
            ]
        return [self._decided(asking, self._whole(asking, found)) for asking, found in zip(askings, best, strict=True)]

    def _read_places(
        self, asking: Asking, windows: Iterator[Window], passed_over: PassedOver | None = None
    ) -> list[Weighed]:
        """The same of some places, of which the first are read before the others, and alone where they make it sure.

        Spans that touch what is ``passed_over`` are none.
        """
        found = list(spans(asking, islice(windows, asking.first), passed_over))
        best = self._whole(asking, apart(found, asking.kept), passed_over)
        if not best or self._weighed(asking, best[:1])[0].probability < _SURE:
            found += spans(asking, windows, passed_over)
            best = self._whole(asking, apart(found, asking.kept), passed_over)
        return self._decided(asking, best)

    def _decided(self, asking: Asking, best: list[Found]) -> list[Weighed]:
        """Beside what says the query word for word, and with probabilities."""
        search = asking.search
        return self._weighed(asking, apart(search.word_for_word.among(best), asking.kept))[: search.top]

    def _weighed(self, asking: Asking, found: list[Found]) -> list[Weighed]:
        search = asking.search
        ordinary = ordinary_lead(found) if asking.way.inside else None
        return weighed(asking.way.calibration, search.query, search.searched, found, ordinary)

    def _whole(self, asking: Asking, found: list[Found], passed_over: PassedOver | None = None) -> list[Found]:
        """What was found of the query's beginning, led on to its ending where it is a long one."""
        if asking.ending is None:
            return found
        wholes = [to_its_end(asking.way.reader, asking.ending, one) for one in found]
        return apart((one for one in wholes if not touches(one, passed_over)), len(found))

    def _slices(self, asking: Asking, documents: Iterable[Document]) -> Iterator[Window]:
        for document in documents:
            tokens = self._encoder.tokenizer.tokens(document.text)
            for part in asking.way.reader.slices(asking.tokens, len(tokens)):
                yield Window(document, tokens[part])

    def _places(self, askings: list[Asking], documents: Iterable[Document]) -> list[Iterator[Window]]:
        """For each way, windows around the most promising places of all documents, which pass by but once."""
        has_vectors = "query_vectors" in self._encoder.outputs
        vectors = [query_vectors(self._encoder, asking.tokens) if has_vectors else None for asking in askings]
        promises = [(Promises(asking.most), Promises(asking.most)) for asking in askings]
        for number, document in enumerate(documents):
            screen = self._screen(document.text)
            for asking, vector, (cold, warm) in zip(askings, vectors, promises, strict=True):
                way = asking.way
                width = way.width_for(asking.sought)
                for order, one in enumerate(screen.places(asking.sought, vector, asking.most, width, way.inside)):
                    cold.keep((one.cold, -number, -order, one, document))
                    if one.warm is not None:
                        warm.keep((one.warm, -number, -order, one, document))
        return [self._around_places(asking, cold, warm) for asking, (cold, warm) in zip(askings, promises, strict=True)]

    def _around_places(self, asking: Asking, cold: Promises, warm: Promises) -> Iterator[Window]:
        room = asking.way.reader.room(asking.tokens)
        for candidate, document in islice(taking_turns(warm.best, cold.best), asking.most):
            place = candidate.place
            tokens = self._encoder.tokenizer.tokens(document.text, place.start, place.end)
            yield Window(document, _around(tokens, place.centre, room), candidate.cold)

    def _chosen(self, asking: Asking, excerpts: Sequence[Excerpt], passed_over: PassedOver | None) -> Iterator[Window]:
        """Windows on stretches of documents, with what the cold screen says of all of them side by side."""
        said = {one.whole for one in excerpts if passed_over and any(True for _ in passed_over(one.text))}
        room = asking.way.reader.room(asking.tokens)
        glances = self._glanced(asking.way, asking.sought, [one.text for one in excerpts], passed_over)
        for excerpt, (likeness, centre) in zip(excerpts, glances, strict=True):
            tokens = self._encoder.tokenizer.tokens(excerpt.text)
            yield Window(excerpt, _around(tokens, centre, room), likeness - _SAID_ALREADY * (excerpt.whole in said))

    def _glanced(
        self, way: Way, query: str, texts: Sequence[str], passed_over: PassedOver | None
    ) -> list[tuple[float, int]]:
        """Of each text the best sentence's likeness, and where it stands."""
        texts = [_blanked(one, passed_over(one) if passed_over else ()) for one in texts]
        screen = Screen("\n\n".join(texts), self._language)
        return screen.best_in(query, np.cumsum([0, *(len(one) + 2 for one in texts)]), way.inside)

    def _match(self, query: str, weighed: Weighed, explain: bool) -> Match:
        found = weighed.found
        document, length = found.document, len(found.document.text)
        span = document.span(found.start, found.end)
        return Match(
            document_id=document.id,
            span=span,
            probability=weighed.probability,
            score=found.lead,
            location=document.locate(found.start, found.end),
            context=document.span(max(0, found.start - _CONTEXT), min(length, found.end + _CONTEXT)),
            explanation=align(self._encoder, query, span) if explain else (),
            caution=str(weighed.contrast) if weighed.contrast else None,
        )

    def _screen(self, text: str) -> Screen:
        return self._screens.of(text, partial(self._new_screen, text))

    def _new_screen(self, text: str) -> Screen:
        screen = Screen(text, self._language)
        if self._prepared and _digest(text) in self._prepared:  # it had to make room for others meanwhile
            screen.vectors = span_vectors(self._encoder, text, self._cache)
        return screen


def _check_bounds(top: int, min_probability: float) -> None:
    if top < 1:
        raise OtherwordsError(f"top must be at least 1, not {top}")
    if not 0 <= min_probability <= 1:
        raise OtherwordsError(f"a probability lies between 0 and 1; {min_probability} does not")


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _around(tokens: Tokens, centre: int, room: int) -> Tokens:
    """At most ``room`` tokens, those around a character."""
    if len(tokens) <= room:
        return tokens
    middle = int(np.searchsorted(tokens.starts, centre))
    start = min(max(0, middle - room // 2), len(tokens) - room)
    return tokens[start : start + room]


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text without the spans, each character where it was: what stands beside a copy is not like the query."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _groups(documents: Iterable[Document]) -> Iterator[list[Document]]:
    """Documents that follow one another, no more than can be held, unless one of them is longer."""
    rest = iter(documents)
    while group := _taken(rest, _GROUP):
        yield group


def _taken(documents: Iterator[Document], size: int) -> list[Document]:
    taken: list[Document] = []
    while size > 0 and (document := next(documents, None)) is not None:
        taken.append(document)
        size -= max(1, len(document.text))
    return taken


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
