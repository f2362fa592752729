"""DOCX: the paragraphs of the text, its tables cell by cell, then its footnotes and endnotes."""

import re
import zipfile
from collections.abc import Iterator
from xml.parsers import expat

from otherwords.reading.source import Source
from otherwords.text import Document

_MAIN = re.compile(r"word/document\d*\.xml")
_NOTES = ("word/footnotes.xml", "word/endnotes.xml")
_WORD = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
_LEFT_OUT = ("moveFrom", "Fallback")  # text that now stands elsewhere, and the second copy of a text box
_CHARACTERS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011"}


def read_docx(source: Source) -> Iterator[Document]:
    with source.random_access() as stream:
        if not zipfile.is_zipfile(stream):
            raise source.error("is not a DOCX, or has a password; save it as DOCX without one")
        with zipfile.ZipFile(stream) as archive:
            names = archive.namelist()
            main = next(filter(_MAIN.fullmatch, names), None)
            if main is None:
                raise source.error("holds no Word document; save it as DOCX")
            parts = [main, *(name for name in _NOTES if name in names)]
            texts = [_part(archive, name, source) for name in parts]
    yield Document("\n".join(filter(None, texts)), source.id)


def _part(archive: zipfile.ZipFile, name: str, source: Source) -> str:
    size = archive.getinfo(name).file_size  # zipfile never unpacks more than this
    if size > source.largest:
        raise source.error(f"unpacks to more than {source.largest >> 20} MiB; split it")
    text = _Text(source)
    with archive.open(name) as xml:
        text.parser.ParseFile(xml)
    return "".join(text.parts).strip("\n")


class _Text:
    """The text of WordprocessingML, gathered while it is parsed, so that memory holds no tree."""

    def __init__(self, source: Source) -> None:
        self.parts: list[str] = []
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._source = source
        self._left_out = 0
        self._runs = 0  # outside of a run, a tab is a setting of the ruler
        self._in_text = False

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = _local(name)
        if tag in _LEFT_OUT:
            self._left_out += 1
        elif tag == "r":
            self._runs += 1
        elif tag == "t":
            self._in_text = True
        elif tag == "txbxContent":
            self._end_line()
        elif tag in _CHARACTERS and self._runs:
            self._write(_CHARACTERS[tag])

    def _end(self, name: str) -> None:
        tag = _local(name)
        if tag in _LEFT_OUT:
            self._left_out -= 1
        elif tag == "r":
            self._runs -= 1
        elif tag == "t":
            self._in_text = False
        elif tag == "p":
            self._write("\n")

    def _characters(self, data: str) -> None:
        if self._in_text:
            self._write(data)

    def _write(self, data: str) -> None:
        if not self._left_out:
            self.parts.append(data)

    def _end_line(self) -> None:
        if self.parts and not self.parts[-1].endswith("\n"):
            self._write("\n")

    def _refuse_doctype(self, *_: object) -> None:
        raise self._source.error("declares entities, as no Word document does; save it as DOCX anew")


def _local(name: str) -> str:
    """The tag, where it is Word's own or one that we leave out; drawings have a ``t`` and a ``p`` of their own."""
    space, _, tag = name.rpartition(" ")
    return tag if tag == "Fallback" or space in _WORD else ""
