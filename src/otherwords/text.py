"""What every job speaks of: documents, spans, sentences and words, all with offsets in code points.

The offset law: ``document.text[span.start:span.end] == span.text``, for every format and every script.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TypeVar


class OtherwordsError(Exception):
    """Something a user can mend; its message is one line that says what is wrong and what to do."""


class Unusable(OtherwordsError):
    """An index or a table is gone, or damaged: no mistake of whoever asks something of it."""


def in_one_line(text: str) -> str:
    """What a file name or a server put into it must not break lines, nor command the terminal."""
    return "".join(character if character.isprintable() else " " for character in text)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch ``[start, end)`` of a document's text."""

    start: int
    end: int
    text: str

    @classmethod
    def of(cls, text: str, start: int, end: int) -> "Span":
        return cls(start, end, text[start:end])


@dataclass(frozen=True, slots=True)
class Mark:
    """From ``offset`` on, the text stands on this page, or is spoken in this time (seconds)."""

    offset: int
    page: int | None = None
    time: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Location:
    """Where a person finds a span: the page of a PDF, the line of a text file, the time of a subtitle."""

    page: int | None = None
    line: int | None = None
    time: tuple[float, float] | None = None

    def __str__(self) -> str:
        parts = []
        if self.page is not None:
            parts.append(f"page {self.page}")
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.time is not None:
            parts.append(f"{clock(self.time[0])}–{clock(self.time[1])}")
        return ", ".join(parts)


@dataclass(frozen=True)
class Document:
    """A text with an id, and the marks that lead from an offset back to the file it came from."""

    text: str
    id: str = ""
    marks: tuple[Mark, ...] = ()
    has_lines: bool = field(default=False)
    """Whether line breaks of the text are line breaks of the file, so that a line number means something."""

    @cached_property
    def _mark_offsets(self) -> list[int]:
        return [mark.offset for mark in self.marks]

    def span(self, start: int, end: int) -> Span:
        return Span.of(self.text, start, end)

    def locate(self, start: int, end: int) -> Location:
        """The page and line on which the span starts, and the time from its first to its last cue."""
        line = self.text.count("\n", 0, start) + 1 if self.has_lines else None
        first = bisect_right(self._mark_offsets, start) - 1
        if first < 0:
            return Location(line=line)
        last = max(first, bisect_right(self._mark_offsets, max(start, end - 1)) - 1)
        begin, finish = self.marks[first], self.marks[last]
        time = (begin.time[0], finish.time[1]) if begin.time and finish.time else None
        return Location(page=begin.page, line=line, time=time)


@dataclass(frozen=True)
class Excerpt(Document):
    """A stretch of a longer document: asked with offsets of its own, it answers with those of the whole."""

    offset: int = 0
    first_line: int = 1
    whole: int = 0
    """Which document it is a stretch of: the same number, the same document."""

    def span(self, start: int, end: int) -> Span:
        return Span(self.offset + start, self.offset + end, self.text[start:end])

    def locate(self, start: int, end: int) -> Location:
        here = super().locate(start, end)
        return here if here.line is None else replace(here, line=here.line + self.first_line - 1)


def as_document(text: str | Document) -> Document:
    return text if isinstance(text, Document) else Document(text)


D = TypeVar("D", bound=Document)


def readable(document: D) -> D:
    """The document itself; an error where a half of a surrogate pair stands in it, which no model can read."""
    try:
        document.text.encode()
    except UnicodeEncodeError as error:
        name = document.id or "the document"
        raise OtherwordsError(
            f"{name} is not text: character {error.start} is half of a surrogate pair; leave it out"
        ) from None
    return document


def asked_text(text: str, name: str, what_to_do: str) -> str:
    """What somebody asks, without blanks around it; an error where that is nothing, or no text: a shell hands on bytes
    that are no UTF-8 as halves of surrogate pairs."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise OtherwordsError(f"{name} is not text: part of it is no valid UTF-8; give it as UTF-8") from None
    if not text.strip():
        raise OtherwordsError(f"{name} is empty; {what_to_do}")
    return text.strip()


def clock(seconds: float) -> str:
    """``3723.5`` as ``1:02:03.5``: what a video player shows, tenths included."""
    tenths = round(seconds * 10)
    minutes, tenths = divmod(tenths, 600)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{tenths / 10:04.1f}"


@cache
def word_pattern() -> re.Pattern[str]:
    """A run of letters, digits, marks and joiners, with apostrophes and hyphens inside it."""
    run = rf"\w+(?:{_mark()}+\w*)*"
    return re.compile(rf"{run}(?:['’\-‐]{run})*")


def word_end() -> str:
    """A pattern that holds where no word goes on."""
    return rf"(?!\w|{_mark()}|['’\-‐]\w)"


@cache
def _mark() -> str:
    """A mark or joiner, which Python's \\w leaves out, and without which Hindi falls into single letters."""
    marks = "".join(c for c in map(chr, range(0x300, 0x1F000)) if unicodedata.category(c) in ("Mn", "Mc", "Me"))
    return rf"(?:(?![\0-\u02ff])[{marks}\u200c\u200d])"  # the look ahead spares Latin the list


def words(text: str) -> Iterator[tuple[int, int]]:
    """The offsets of the words."""
    for match in word_pattern().finditer(text):
        yield match.span()


# The splitter works on a whole paragraph at once; one of megabytes goes to it in pieces that end between words.
_PIECE = 50_000
_SENTENCE_END = re.compile(r"[.!?。！？…।؟۔]")


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The offsets of the sentences, without white space around them."""
    import sentencex  # compiled: loaded only when something is read

    for start, end in _paragraphs(text):
        piece = text[start:end].replace("\n", " ")
        if _SENTENCE_END.search(piece):
            spans = [(b["start_index"], b["end_index"]) for b in sentencex.get_sentence_boundaries("en", piece)]
        else:
            spans = [(0, end - start)]
        for first, last in spans:
            if sentence := stripped(text, start + first, start + last):
                yield sentence


def short_sentences(text: str, longest: int) -> Iterator[tuple[int, int]]:
    """The same, those of more than ``longest`` characters cut between words: some texts have no sentences."""
    for start, end in sentences(text):
        while end - start > longest:
            space = text.rfind(" ", start + longest // 2, start + longest)
            stop = space if space > 0 else start + longest
            if piece := stripped(text, start, stop):
                yield piece
            start = stop
        if piece := stripped(text, start, end):
            yield piece


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Lines, with those that a sentence runs across taken together."""
    start = 0
    while start < len(text):
        end = start
        while True:
            furthest = start + _PIECE + 1  # to look further in a line of gigabytes, piece after piece, would take hours
            end = text.find("\n", end, furthest)
            end = min(len(text), furthest) if end < 0 else end
            if end - start > _PIECE:
                space = text.rfind(" ", start, start + _PIECE)
                end = space if space > start else start + _PIECE
                break
            if end == len(text) or not _goes_on(text, end):
                break
            end += 1
        yield start, end
        start = end + 1 if text[end : end + 1] in ("\n", " ") else end


_FIRST_LETTER = re.compile(r"[^\w\n]*(\w)")


def _goes_on(text: str, line_break: int) -> bool:
    """Whether the sentence before a line break runs on in the next line, as in subtitles and hard-wrapped text."""
    first = _FIRST_LETTER.match(text, line_break + 1)
    if first is None:
        return False
    return first.group(1).islower() or text[max(0, line_break - 1)] == ","


def stripped(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The span without white space around it; None where nothing else is in it."""
    piece = text[start:end]
    core = piece.strip()
    if not core:
        return None
    start += len(piece) - len(piece.lstrip())
    return start, start + len(core)


def is_unspaced(character: str) -> bool:
    """Thai to Khmer, kana and ideographs: there a run of letters is a clause, not a word."""
    code = ord(character)
    return (
        0x0E00 <= code <= 0x0EFF
        or 0x1000 <= code <= 0x109F
        or 0x1780 <= code <= 0x17FF
        or 0x3040 <= code <= 0x30FF
        or 0x3400 <= code <= 0x9FFF
        or 0xF900 <= code <= 0xFAFF
        or 0x20000 <= code <= 0x3FFFF
    )


@dataclass(frozen=True, slots=True)
class Alignment:
    """A query word and the word of the passage that says it."""

    query: Span
    passage: Span
    similarity: float


@dataclass(frozen=True, slots=True)
class Match:
    """A span that says the query in other words."""

    document_id: str
    span: Span
    probability: float
    score: float
    location: Location = Location()
    context: Span | None = None
    """The passage with its surroundings, for showing."""
    explanation: tuple[Alignment, ...] = ()
    caution: str | None = None
    """What speaks against it for all its likeness: the numbers differ, say."""


@dataclass(frozen=True, slots=True)
class NoMatch:
    """The answer "not here", how sure it is, and the span that came nearest."""

    probability: float
    score: float
    nearest: Match | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found for a query: the best spans first, or an explicit "not here". Never neither."""

    query: str
    matches: tuple[Match, ...]
    no_match: NoMatch | None = None

    def __bool__(self) -> bool:
        return bool(self.matches)

    @property
    def best(self) -> Match | None:
        return self.matches[0] if self.matches else None
