"""Subtitles: the spoken text, a mark with the time for each cue, in the order of time.

SRT and WebVTT are read here because pysubs2 drops text in braces and a number that ends the last cue of an SRT, and
takes the identifiers and notes of WebVTT for speech.
"""

import html
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from otherwords.reading.decoding import decoded
from otherwords.reading.source import Source
from otherwords.text import Document, Mark

_TIME = r"(?:(\d+):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?"
_TIMING = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?!\S)")
_COUNTER = re.compile(r"\s*\d+\s*")
_SRT_TAG = re.compile(r"</?(?:[ibusc]|em|strong|font|span|ruby|rt|v)(?:[\s.][^<>]*)?>|\{\\[^}]*\}|\{/?[ibus]\}", re.I)
_VTT_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class _Cue:
    start: float
    end: float
    text: str


def read_srt(source: Source) -> Iterator[Document]:
    text = decoded(source.whole(), source.path)
    cues = []
    for start, end, lines, is_last in _timed_lines(text):
        if not is_last and lines and _COUNTER.fullmatch(lines[-1]):
            lines.pop()  # the next cue's number
        cues.append(_Cue(start, end, _SRT_TAG.sub("", "\n".join(lines))))
    yield _document(source, text, cues)


def read_vtt(source: Source) -> Iterator[Document]:
    text = decoded(source.whole(), source.path)
    cues = []
    for start, end, lines, _ in _timed_lines(text):
        speech = "\n".join(takewhile(bool, lines))  # after the empty line come notes and the next cue's name
        cues.append(_Cue(start, end, html.unescape(_VTT_TAG.sub("", speech))))
    yield _document(source, text, cues)


def read_ass(source: Source) -> Iterator[Document]:
    from pysubs2 import SSAFile

    text = decoded(source.whole(), source.path)
    with warnings.catch_warnings(action="ignore"):  # they are about styles
        events = SSAFile.from_string(text, format_=source.suffix.removeprefix(".") or "ass")
    cues = [_Cue(event.start / 1000, event.end / 1000, event.plaintext) for event in events if event.is_text]
    yield _document(source, text, cues)


def _timed_lines(text: str) -> Iterator[tuple[float, float, list[str], bool]]:
    """Each cue's times, the lines up to the next cue's times, and whether it is the last."""
    lines = text.split("\n")
    timings = [(number, timing) for number, line in enumerate(lines) if (timing := _TIMING.match(line))]
    ends = [*(number for number, _ in timings), len(lines)][1:]
    for (number, timing), end in zip(timings, ends, strict=True):
        groups = timing.groups()
        yield _seconds(groups[:4]), _seconds(groups[4:]), lines[number + 1 : end], end == len(lines)


def _seconds(groups: tuple[str | None, ...]) -> float:
    hours, minutes, seconds = (int(group or 0) for group in groups[:3])
    milliseconds = int((groups[3] or "0").ljust(3, "0"))
    return ((hours * 60 + minutes) * 60_000 + seconds * 1000 + milliseconds) / 1000


def _document(source: Source, text: str, cues: Iterable[_Cue]) -> Document:
    parts = []
    marks = []
    offset = 0
    for cue in sorted(cues, key=lambda cue: cue.start):
        if speech := cue.text.strip():
            marks.append(Mark(offset, time=(cue.start, cue.end)))
            parts.append(speech)
            offset += len(speech) + 1
    if text.strip() and not parts:
        raise source.error("holds no subtitles; check that its extension is right")
    return Document("\n".join(parts), source.id, tuple(marks))
