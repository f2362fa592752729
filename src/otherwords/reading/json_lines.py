"""JSON lines: a document for each row."""

import codecs
import json
from collections.abc import Iterator
from itertools import count
from typing import Any

from otherwords.reading import source as limits
from otherwords.reading.columns import choose_column
from otherwords.reading.decoding import marked, refuse_binary, without_surrogates
from otherwords.reading.errors import ReadingError
from otherwords.reading.source import Source
from otherwords.text import Document


def read_json_lines(source: Source) -> Iterator[Document | ReadingError]:
    """The column is chosen by the first row; without it there, the whole file is refused, not row after row."""
    column: str | None = None
    for found in json_rows(source):
        if isinstance(found, ReadingError):
            yield found
            continue
        number, row = found
        column = column or choose_column(source, row.keys())
        text = row.get(column)
        if isinstance(text, str):
            yield Document(without_surrogates(text), f"{source.id}#{number}")
        else:
            yield source.error(f"line {number} has no text in the column {column!r}; mend it or remove it")


def json_rows(source: Source) -> Iterator[tuple[int, dict[str, Any]] | ReadingError]:
    """Each with its line, from 1."""
    head = source.head()
    refuse_binary(head, source.path)
    _, encoding = marked(head) or (b"", "utf-8")
    if encoding != "utf-8":
        raise source.error(f"is {encoding.upper()}, which JSON lines may not be; save it as UTF-8")
    for number in count(1):
        line = source.stream.readline(limits.LARGEST + 1)
        if not line:
            return
        if len(line) > limits.LARGEST:
            raise source.error(f"line {number} is longer than {limits.LARGEST >> 20} MiB; split it")
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        if not line.strip():
            continue
        try:
            row = json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            yield source.error(f"line {number} is not JSON ({error}); mend it or remove it")
            continue
        if isinstance(row, dict):
            yield number, row
        else:
            yield source.error(f"line {number} is not a JSON object; mend it or remove it")
