"""From bytes to text: byte order marks, UTF-8, then a guess that must hold for the whole file."""

import codecs
import io
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain

from otherwords.reading.errors import BinaryFileError, ReadingError

_MARKS = (  # UTF-32 before UTF-16, whose mark it begins with
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BINARY_BEGINNINGS = (b"%PDF-", b"PK\x03\x04", b"\x1f\x8b", b"\xfd7zXZ", b"\x89PNG", b"\xff\xd8\xff", b"GIF8")
_BZIP2 = re.compile(rb"BZh[1-9]1AY&SY")
_SAMPLE = 32 << 10

# In the order in which they are preferred where they explain the text equally well.
_ALPHABETS = ("cp1252", "cp1250", "cp1254", "cp1257", "cp1251", "koi8_r", "cp1253", "cp1255", "cp1256")
_DENSE = ("cp932", "gb18030", "euc_jp", "big5", "cp949", "cp874")
_SPARSE = 0.3

_SURROGATE = re.compile("[\ud800-\udfff]")


def decoded(data: bytes, path: str, declared: str | None = None) -> str:
    """The text with ``\\n`` for every line break. ``declared`` is the encoding that the file itself claims."""
    return _with_newlines(_decoded(data, path, declared))


def decoded_with_gaps(data: bytes) -> str:
    """The text with U+FFFD for what is no UTF-8, or not what its byte order mark says."""
    mark, encoding = marked(data) or (b"", "utf-8")
    return _with_newlines(str(memoryview(data)[len(mark) :], encoding, "replace"))


def _with_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def decoded_in_pieces(start: bytes, rest: Iterable[bytes], path: str) -> Iterator[str]:
    """The same for a text too large for memory, whose start tells the encoding of all."""
    mark, encoding = _mark_and_encoding(start, path)
    decoder = codecs.getincrementaldecoder(encoding)()
    lines = io.IncrementalNewlineDecoder(decoder, translate=True)
    position = len(mark)
    for piece in chain([start[len(mark) :]], rest, [b""]):
        held_back = len(decoder.getstate()[0])  # the first bytes of a character that the piece before was cut in
        try:
            text = lines.decode(piece, final=not piece)
        except UnicodeDecodeError as error:
            wrong = position - held_back + error.start
            problem = f"begins as {encoding.upper()} but is not valid at byte {wrong}; save it as UTF-8"
            raise ReadingError(path, problem) from None
        if "\0" in text:
            raise _binary(path)
        yield text
        position += len(piece)


def refuse_binary(start: bytes, path: str) -> None:
    has_nul = b"\0" in start and not marked(start)
    if has_nul or start.startswith(_BINARY_BEGINNINGS) or _BZIP2.match(start):
        raise _binary(path)


def marked(start: bytes) -> tuple[bytes, str] | None:
    """The byte order mark and the encoding that it stands for."""
    return next(((mark, encoding) for mark, encoding in _MARKS if start.startswith(mark)), None)


def without_surrogates(text: str) -> str:
    """Pairs of surrogates joined, and lone ones, which no UTF-8 can hold, replaced by U+FFFD."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _decoded(data: bytes, path: str, declared: str | None) -> str:
    refuse_binary(data, path)
    if found := marked(data):
        return _decoded_by_mark(data, path, *found)
    if declared and (text := _attempt(data, declared)) is not None:
        return text
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        others = _other_encodings(data, error.start, path)
    for encoding in others:
        if (text := _attempt(data, encoding)) is not None:
            return text
    raise _unknown(path)


def _mark_and_encoding(start: bytes, path: str) -> tuple[bytes, str]:
    if found := marked(start):
        return found
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start)
    except UnicodeDecodeError as error:
        others = _other_encodings(start, error.start, path)
    else:
        return b"", "utf-8"
    for encoding in others:
        with suppress(UnicodeDecodeError):
            codecs.getincrementaldecoder(encoding)().decode(start)
            return b"", encoding
    raise _unknown(path)


def _other_encodings(data: bytes, wrong: int, path: str) -> list[str]:
    """What it may be besides UTF-8, which it is not at the byte ``wrong``."""
    # What stands before that byte, too: a file whose last line alone is damaged is UTF-8 as well.
    if _is_damaged_utf8(data[max(0, wrong - _SAMPLE) : wrong + _SAMPLE]):
        raise ReadingError(path, f"is not valid UTF-8 at byte {wrong}; mend it or get it again")
    return _guesses(_sample(data, wrong))


def _unknown(path: str) -> ReadingError:
    return ReadingError(path, "is in no encoding that can be recognised; save it as UTF-8")


def _decoded_by_mark(data: bytes, path: str, mark: bytes, encoding: str) -> str:
    try:
        text = str(memoryview(data)[len(mark) :], encoding)
    except UnicodeDecodeError as error:
        problem = f"begins as {encoding.upper()} but is not valid at byte {len(mark) + error.start}; save it as UTF-8"
        raise ReadingError(path, problem) from None
    if "\0" in text:
        raise _binary(path)
    return text


def _binary(path: str) -> BinaryFileError:
    return BinaryFileError(path, "is a binary file; give text, HTML, PDF, DOCX, subtitles, JSON lines, Parquet or WARC")


def _attempt(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _sample(data: bytes, position: int) -> bytes:
    """What is around the first byte that is not UTF-8, from a line's start, which splits no character."""
    line = data.rfind(b"\n", max(0, position - _SAMPLE), position) + 1
    start = line or max(0, position - _SAMPLE)
    return data[start : start + 2 * _SAMPLE]


def _is_damaged_utf8(sample: bytes) -> bool:
    """Whether most of what is beyond ASCII is UTF-8, so that another encoding would give garbage without a word."""
    text = sample.decode("utf-8", "replace")
    damaged = text.count("\ufffd")
    return sum(not character.isascii() for character in text) - damaged >= 2 * damaged


def _guesses(sample: bytes) -> list[str]:
    """The encodings that may be right, the likeliest first."""
    from charset_normalizer import from_bytes

    possible = _ALPHABETS if _is_sparse(sample) else _ALPHABETS + _DENSE
    matches = from_bytes(sample, cp_isolation=list(possible), enable_fallback=False)
    ranked = [
        (round(match.chaos, 1), -round(match.coherence, 1), possible.index(encoding), encoding)
        for match in matches
        for encoding in match.could_be_from_charset
        if encoding in possible
    ]
    return [encoding for *_, encoding in sorted(ranked)]


def _is_sparse(sample: bytes) -> bool:
    """Single bytes beyond ASCII among ASCII ones, as in Latin scripts, which detectors take for Chinese or Korean."""
    runs = re.findall(rb"[\x80-\xff]+", sample)
    beyond = sum(map(len, runs))
    return beyond < 1.5 * len(runs) and (beyond <= 2 or beyond < _SPARSE * len(sample))
