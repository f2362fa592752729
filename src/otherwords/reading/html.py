"""HTML: the text that a reader of the page sees, a line for each block; as prose, the paragraphs alone."""

import re
from collections.abc import Iterator
from html import escape

from otherwords.reading import source as limits
from otherwords.reading.decoding import decoded
from otherwords.reading.html_tags import BLOCK, INVISIBLE, SOFT_HYPHEN
from otherwords.reading.main_text import main_text
from otherwords.reading.source import Source
from otherwords.text import Document

_PREFORMATTED = ("pre", "textarea")
_DISPLAY_NONE = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_SPACES = re.compile("[ \t\n\r\f]+")
_XML = re.compile(r"[\s\ufeff]*<\?xml\b")
_VOID = "area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr"
"""What is empty in HTML too; an end tag would double some of these."""
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_SELF_CLOSED = re.compile(
    rf"""<(?!(?:{_VOID})\b)([a-z][\w:.-]*)((?:[^<>"'/]|"[^"]*"|'[^']*'|/(?!>))*+)/>""", re.IGNORECASE
)

_DECLARATION = re.compile(
    rb"""<(?:meta\b[^>]*?\bcharset|\?xml\b[^>]*?\bencoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE
)
_DECLARATION_WITHIN = 4096
# As browsers do, the names of an old standard are taken for the larger one that replaced it.
_ENCODINGS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "us-ascii": "cp1252",
    "ascii": "cp1252",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "iso-8859-9": "cp1254",
    "iso-8859-11": "cp874",
    "tis-620": "cp874",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5hkscs",
    "big5-hkscs": "big5hkscs",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "koi8-r": "koi8_r",
    "koi8-u": "koi8_u",
    "macintosh": "mac_roman",
    **{f"iso-8859-{part}": f"iso8859_{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
    **{f"windows-{page}": f"cp{page}" for page in range(1250, 1259)},
}


def read_html(source: Source) -> Iterator[Document]:
    data = source.whole(limits.LARGEST_PAGE) if source.as_prose else source.whole()
    page = decoded(data, source.path, declared_encoding(data))
    yield Document(page_text(page, as_prose=source.as_prose, is_xhtml=source.suffix == ".xhtml"), source.id)


def page_text(page: str, *, as_prose: bool, is_xhtml: bool) -> str:
    """The text of a page, which may be XHTML although nobody but itself says so."""
    if is_xhtml or _XML.match(page):
        page = without_self_closed(_without_cdata(page))
    return main_text(page) if as_prose else visible_text(page)


def _without_cdata(page: str) -> str:
    """Text that stands as it is meant to be read, which a parser of HTML takes for a remark."""
    return _CDATA.sub(lambda found: escape(found[1], quote=False), page)


def without_self_closed(page: str) -> str:
    """Each ``<script/>`` as ``<script></script>``: a parser of HTML takes it for open, up to the end of the page."""
    return _SELF_CLOSED.sub(r"<\1\2></\1>", page)


def visible_text(page: str) -> str:
    from selectolax.lexbor import LexborHTMLParser

    body = LexborHTMLParser(page).body
    if body is None:
        return ""
    lines = _Lines()
    preformatted = 0
    waiting = [(body, False)]
    while waiting:  # no recursion: pages nest deeper than Python may
        node, is_end = waiting.pop()
        tag = node.tag or ""
        if node.is_text_node:
            text = (node.text_content or "").replace(SOFT_HYPHEN, "")
            write = lines.write_exactly if preformatted else lines.write
            write(text)
        elif is_end:
            preformatted -= tag in _PREFORMATTED
            if BLOCK.fullmatch(tag):
                lines.end_line()
        elif tag == "br":
            lines.break_line()
        elif node.is_element_node and not INVISIBLE.fullmatch(tag) and not _is_hidden(node.attributes):
            preformatted += tag in _PREFORMATTED
            if BLOCK.fullmatch(tag):
                lines.end_line()
            waiting.append((node, True))
            waiting.extend((child, False) for child in reversed(list(node.iter(include_text=True))))
    return lines.text()


class _Lines:
    """Text put together with white space folded as a browser does it."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._at_line_start = True
        self._owes_space = False

    def write(self, text: str) -> None:
        text = _SPACES.sub(" ", text)
        core = text.strip(" ")
        if text.startswith(" "):
            self._owes_space = True
        if core:
            self.write_exactly(core)
            self._owes_space = text.endswith(" ")

    def write_exactly(self, text: str) -> None:
        if text:
            if self._owes_space and not self._at_line_start:
                self._parts.append(" ")
            self._owes_space = False
            self._parts.append(text)
            self._at_line_start = text.endswith("\n")

    def break_line(self) -> None:
        self._parts.append("\n")
        self._at_line_start = True
        self._owes_space = False

    def end_line(self) -> None:
        self._owes_space = False
        if not self._at_line_start:
            self.break_line()

    def text(self) -> str:
        return "".join(self._parts).strip("\n")


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    return "hidden" in attributes or bool(_DISPLAY_NONE.search(attributes.get("style") or ""))


def declared_encoding(data: bytes) -> str | None:
    """What the page itself says."""
    declaration = _DECLARATION.search(data, 0, _DECLARATION_WITHIN)
    return known_encoding(declaration[1].decode("ascii", "replace")) if declaration else None


def known_encoding(name: str) -> str | None:
    return _ENCODINGS.get(name.lower())
