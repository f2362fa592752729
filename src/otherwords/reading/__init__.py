"""Files in, documents out: text, HTML, PDF, DOCX, subtitles, JSON lines, Parquet and WARC, each also as ``.gz``."""

from otherwords.reading.documents import read, read_bytes
from otherwords.reading.errors import ReadingError

__all__ = ["ReadingError", "read", "read_bytes"]
