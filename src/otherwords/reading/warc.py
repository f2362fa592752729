"""WARC, the archive of web crawls: a document for each page and each text, with its address as id.

Read here and not by fastwarc, which gives the half of a page at the end of a truncated archive as if it were whole.
"""

import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import IO

from otherwords.reading import source as limits
from otherwords.reading.decoding import decoded, decoded_with_gaps
from otherwords.reading.errors import BinaryFileError, ReadingError
from otherwords.reading.html import declared_encoding, known_encoding, page_text
from otherwords.reading.source import Source
from otherwords.text import Document

_XHTML = "application/xhtml+xml"
_HTML = ("text/html", _XHTML)
_TEXT = ("text/plain", "text/markdown")
_LOG = "metadata:"  # where wget puts its own options and messages
_LONGEST_LINE = 64 << 10
_MOST_LINES = 1000
_LONGEST_HEAD = 256 << 10
_CHUNK = 1 << 20
_PACKED_CHUNK = 8 << 10
_GZIP = b"\x1f\x8b"
_HTTP_HEAD = re.compile(rb"HTTP/\S+ (\d+)[^\n]*\n(.*?)\r?\n\r?\n", re.DOTALL)
_CHARSET = re.compile(r"""\bcharset\s*=\s*["']?([\w.:-]+)""", re.IGNORECASE)
_PART_SIZE = re.compile(rb"([0-9a-fA-F]+)[ \t]*(?:;[^\r\n]*)?\r?\n")
_PART_END = re.compile(rb"\r?\n")

_Headers = dict[str, str]


class _RecordError(Exception):
    """Why one record cannot be read; the next ones can."""


def read_warc(source: Source) -> Iterator[Document | ReadingError]:
    for number in count(1):
        headers = _record_headers(source, number)
        if headers is None:
            return
        address = headers.get("warc-target-uri", "").strip("<>")  # as old crawlers wrote it
        try:
            content = _content(source, headers, number)
            if content is not None:
                yield Document(_text(source, *content), address)
        except BinaryFileError:  # an image, say, that the server took for a text
            continue
        except _RecordError as error:
            yield source.error(f"record {number}, {address}, {error}")


def _record_headers(source: Source, number: int) -> _Headers | None:
    """None at the end of the archive."""
    line = b"\n"
    while line in (b"\r\n", b"\n"):
        line = source.stream.readline(_LONGEST_LINE)
    if not line:
        return None
    if not line.startswith(b"WARC/"):
        raise source.error(f"is no WARC, or is broken before record {number}; get it again")
    lines: list[bytes] = []
    while (line := source.stream.readline(_LONGEST_LINE)) not in (b"\r\n", b"\n"):
        lines.append(line)
        if not line.endswith(b"\n") or len(lines) > _MOST_LINES:
            raise source.error(f"ends or is broken in the head of record {number}; get it again")
    return _headers(b"".join(lines))


def _headers(head: bytes) -> _Headers:
    lines = re.sub(rb"\r?\n[ \t]+", b" ", head).splitlines()
    pairs = (line.decode("utf-8", "replace").partition(":") for line in lines)
    return {name.strip().lower(): value.strip() for name, _, value in pairs}


def _content(source: Source, headers: _Headers, number: int) -> tuple[_Headers, bytes] | None:
    """A page or a text, and what is said about it; None for what else is in a crawl. The record is then behind us."""
    length = headers.get("content-length", "")
    if not (length.isascii() and length.isdigit()):
        raise source.error(f"its record {number} does not say how long it is; get it again")
    start = source.stream.read(min(int(length), _LONGEST_HEAD))
    left = int(length) - len(start)
    described = _described(headers, start)
    is_too_large = int(length) > _largest(source)
    if described is None or is_too_large:
        rest = b""
        left -= _skipped(source.stream, left)
    else:
        rest = source.stream.read(left)
        left -= len(rest)
    if left:
        raise source.error(f"ends in the middle of record {number}; get it again")
    if described is None:
        return None
    if is_too_large:
        raise _RecordError(f"is larger than {_largest(source) >> 20} MiB and left out")
    headers, head = described
    return headers, _unpacked(_joined((start + rest)[head:], headers), headers, _largest(source))


def _described(headers: _Headers, start: bytes) -> tuple[_Headers, int] | None:
    """What says of which kind the content is, and where that begins; None where it is no page and no text."""
    kind, media_type = headers.get("warc-type"), _media_type(headers)
    begin = 0
    if kind == "response" and media_type == "application/http":
        head = _HTTP_HEAD.match(start)
        if not head or not head[1].startswith(b"2"):  # a redirection, or an error of the server
            return None
        headers, begin = _headers(head[2]), head.end()
    elif kind not in ("resource", "conversion") or headers.get("warc-target-uri", "").lstrip("<").startswith(_LOG):
        return None
    return (headers, begin) if _media_type(headers) in _HTML + _TEXT else None


def _media_type(headers: _Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _largest(source: Source) -> int:
    return limits.LARGEST_PAGE if source.as_prose else limits.LARGEST


def _skipped(stream: IO[bytes], length: int) -> int:
    skipped = 0
    while skipped < length and (chunk := stream.read(min(_CHUNK, length - skipped))):
        skipped += len(chunk)
    return skipped


def _text(source: Source, headers: _Headers, content: bytes) -> str:
    charset = _CHARSET.search(headers["content-type"])
    declared = known_encoding(charset[1]) if charset else None
    if _media_type(headers) in _TEXT:
        return _decoded(content, source.path, declared)
    page = _decoded(content, source.path, declared or declared_encoding(content))
    return page_text(page, as_prose=source.as_prose, is_xhtml=_media_type(headers) == _XHTML)


def _joined(body: bytes, headers: _Headers) -> bytes:
    """The body that the server sent in parts. Some crawlers join them, but leave the header that announced them."""
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return body
    parts: list[bytes] = []
    at = 0
    while (size := _PART_SIZE.match(body, at)) and int(size[1], 16):
        at = size.end() + int(size[1], 16)
        if at > len(body):  # cut off; or the first line of a body that is joined already looks like a size
            rest = body[size.end() :]
            return b"".join([*parts, rest]) if parts or rest.startswith(_GZIP) else body
        parts.append(body[size.end() : at])
        if end := _PART_END.match(body, at):
            at = end.end()
        elif at < len(body):
            return body  # no size, but the text of a body that is joined already
    return b"".join(parts) if parts else body


def _unpacked(body: bytes, headers: _Headers, largest: int) -> bytes:
    """The body without its compression; a crawler that undid it may have left the header here too."""
    packing = headers.get("content-encoding", "").lower()
    if packing in ("br", "zstd"):
        raise _RecordError(f"is compressed as {packing!r}, which is not read; crawl with gzip")
    if packing not in ("gzip", "x-gzip", "deflate") or not body:
        return body
    bare = [-zlib.MAX_WBITS] if packing == "deflate" else []  # as some servers understand it
    for window in (zlib.MAX_WBITS | 32, *bare):
        with suppress(zlib.error):
            return _decompressed(body, window, largest)
    if body.startswith(_GZIP):
        raise _RecordError("is packed and damaged; crawl it again")
    return body


def _decompressed(body: bytes, window: int, largest: int) -> bytes:
    """All members of a gzip, one after the other; what follows the last is no part of the page."""
    unpacked = bytearray()
    member = zlib.decompressobj(window)
    for start in range(0, len(body), _PACKED_CHUNK):  # in chunks, for each member copies what is left
        chunk = body[start : start + _PACKED_CHUNK]
        while chunk:
            if member.eof:
                if not _GZIP.startswith(chunk[: len(_GZIP)]):
                    return bytes(unpacked)
                member = zlib.decompressobj(window)
            unpacked += member.decompress(chunk, largest + 1 - len(unpacked))
            if len(unpacked) > largest:
                raise _RecordError(f"unpacks to more than {largest >> 20} MiB and is left out")
            chunk = member.unused_data
    if not member.eof:
        raise _RecordError("is packed and cut off; crawl it again")
    return bytes(unpacked)


def _decoded(data: bytes, path: str, declared: str | None) -> str:
    """Bad bytes are replaced as browsers do: nobody can mend the pages of others."""
    try:
        return decoded(data, path, declared)
    except BinaryFileError:
        raise
    except ReadingError:
        return decoded_with_gaps(data)
