"""PDF: the text layer, with a mark for each page."""

import logging
from collections.abc import Iterator

from otherwords.reading.decoding import without_surrogates
from otherwords.reading.errors import ReadingError
from otherwords.reading.source import Source
from otherwords.reading.typeset import as_written
from otherwords.text import Document, Mark


def read_pdf(source: Source) -> Iterator[Document | ReadingError]:
    from pypdf import PdfReader
    from pypdf.errors import DependencyError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL + 1)  # what matters is raised, and reported by us
    with source.random_access() as stream:
        try:
            reader = PdfReader(stream)
            if reader.is_encrypted and not reader.decrypt(""):
                raise source.error("is protected by a password; save a copy without one")
        except DependencyError:
            raise source.error('is encrypted with AES; run: pip install "pypdf[crypto]"') from None
        pages: list[str] = []
        for number, page in enumerate(reader.pages, 1):
            try:
                pages.append(without_surrogates(page.extract_text()))
            except Exception as error:  # pypdf raises errors of all kinds on a broken page
                pages.append("")
                yield source.error(f"page {number} is broken ({error}) and left out; save the PDF anew")
    if not any(page.strip() for page in pages):
        raise source.error("has no text, only images perhaps; run OCR over it first, e.g. ocrmypdf")
    pages = as_written(pages)
    marks = []
    offset = 0
    for number, text in enumerate(pages, 1):
        marks.append(Mark(offset, page=number))
        offset += len(text) + 1
    yield Document("\n".join(pages), source.id, tuple(marks))
