"""Plain text and Markdown: the text as it stands."""

from collections.abc import Iterator

from otherwords.reading.decoding import decoded, decoded_in_pieces, refuse_binary
from otherwords.reading.source import Source
from otherwords.text import Document

_PIECE = 16 << 20
"""Bytes of a text that is read as prose and may come in pieces: what memory holds at a time."""

_MOST_BYTES = 4
"""Of one character."""


def read_plain(source: Source) -> Iterator[Document]:
    refuse_binary(source.head(), source.path)  # before a film of gigabytes is read whole
    if source.as_prose:
        for piece in _pieces(source):
            yield Document(piece, source.id)
    else:
        yield Document(decoded(source.whole(), source.path), source.id, has_lines=True)


def _pieces(source: Source) -> Iterator[str]:
    """They end where a paragraph does, or a line, or else a word."""
    start = source.stream.read(_PIECE)
    if len(start) < _PIECE:
        yield decoded(start, source.path)
        return
    text = ""
    for piece in decoded_in_pieces(start, iter(lambda: source.stream.read(_PIECE), b""), source.path):
        text += piece
        if len(text) >= _PIECE // _MOST_BYTES:  # if less is left, it is the end, which needs no cut
            end = _last_break(text)
            yield text[:end]
            text = text[end:]
    yield text


def _last_break(text: str) -> int:
    for mark in ("\n\n", "\n", " "):
        if (at := text.rfind(mark)) > 0:
            return at + len(mark)
    return len(text)
