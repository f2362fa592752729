"""Plain text and Markdown: the text as it stands."""

from collections.abc import Iterator

from otherwords.reading.decoding import decoded, refuse_binary
from otherwords.reading.source import Source
from otherwords.text import Document


def read_plain(source: Source) -> Iterator[Document]:
    refuse_binary(source.head(), source.path)  # before a film of gigabytes is read whole
    yield Document(decoded(source.whole(), source.path), source.id, has_lines=True)
