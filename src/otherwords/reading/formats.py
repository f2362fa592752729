"""Which format a file has: by its name, or by how it begins where there is no name."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from otherwords.reading.docx import read_docx
from otherwords.reading.errors import ReadingError
from otherwords.reading.html import read_html
from otherwords.reading.json_lines import read_json_lines
from otherwords.reading.parquet import read_parquet
from otherwords.reading.pdf import read_pdf
from otherwords.reading.plain import read_plain
from otherwords.reading.source import Source, suffix
from otherwords.reading.subtitles import read_ass, read_srt, read_vtt
from otherwords.reading.tables import CSV, read_csv
from otherwords.reading.warc import read_warc
from otherwords.text import Document


@dataclass(frozen=True)
class Format:
    name: str
    suffixes: tuple[str, ...]
    read: Callable[[Source], Iterator[Document | ReadingError]]
    beginning: re.Pattern[bytes] | None = None
    has_rows: bool = False
    """Whether such a file holds many documents."""


_HTML_BEGINNING = re.compile(rb"(?:\s|<!--.*?-->|<\?xml.*?\?>)*+<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL)
_PLAIN = Format("text", (".txt", ".text", ".md", ".markdown", ".rst"), read_plain)
_JSON_LINES = Format("JSON lines", (".jsonl", ".ndjson"), read_json_lines, has_rows=True)
_CSV = Format("CSV", CSV, read_csv, has_rows=True)
"""Only where a column is named: else it is a text like others, whose lines can be found."""
_FORMATS = (
    _PLAIN,
    _JSON_LINES,
    Format("HTML", (".html", ".htm", ".xhtml"), read_html, _HTML_BEGINNING),
    Format("a PDF", (".pdf",), read_pdf, re.compile(rb"%PDF-")),
    Format("a DOCX", (".docx",), read_docx, re.compile(rb"PK\x03\x04")),
    Format("SRT subtitles", (".srt",), read_srt, re.compile(rb"\s*\d+\s*\n\s*\d+:\d+:\d+,\d+\s*-->")),
    Format("WebVTT subtitles", (".vtt",), read_vtt, re.compile(rb"WEBVTT\b")),
    Format("ASS subtitles", (".ass", ".ssa"), read_ass, re.compile(rb"\[Script Info\]", re.I)),
    Format("a Parquet file", (".parquet",), read_parquet, re.compile(rb"PAR1"), has_rows=True),
    Format("a WARC", (".warc", ".wet"), read_warc, re.compile(rb"WARC/\d"), has_rows=True),
)
_BY_SUFFIX = {suffix: form for form in _FORMATS for suffix in form.suffixes}
_UTF8_MARK = b"\xef\xbb\xbf"


def is_known(path: str) -> bool:
    """Whether the name promises a format that we read."""
    return suffix(path) in _BY_SUFFIX


def format_of(source: Source) -> Format:
    is_table = source.text_column is not None
    if source.is_named:
        return _CSV if is_table and source.suffix in CSV else _BY_SUFFIX.get(source.suffix, _PLAIN)
    beginning = source.head().removeprefix(_UTF8_MARK)
    if is_table and beginning.lstrip().startswith(b"{"):
        return _JSON_LINES
    return next(
        (form for form in _FORMATS if form.beginning and form.beginning.match(beginning)), _CSV if is_table else _PLAIN
    )
