"""The main text of a web page: its paragraphs of prose, without menus, headings, tables of links and code.

The parser makes well-formed HTML of any page. That is cut at its block tags by a regular expression: several times
faster than to walk from node to node in Python, and a crawl has many pages.
"""

import re
from collections.abc import Iterator

from otherwords.reading.html_tags import BLOCK, INVISIBLE, SOFT_HYPHEN

_NOT_HTML = re.compile(
    r"<!--.*?-->|<(iframe|math|noembed|noframes|noscript|plaintext|script|style|svg|xmp)\b.*?</\1>", re.DOTALL
)
"""What is inside of these must not be taken for tags."""
_LEFT_OUT = f"{INVISIBLE.pattern}|aside|button|dialog|footer|h[1-6]|header|menu|nav|object|pre|select|textarea"
_IS_LEFT_OUT = re.compile(_LEFT_OUT)
_BLOCK_TAG = re.compile(rf"<(/?)({BLOCK.pattern}|{_LEFT_OUT})(\s[^>]*)?>")  # the parser escapes a > in an attribute
_NEVER_BOILERPLATE = ("article", "body", "hr", "main")
_BOILERPLATE = re.compile(
    r"""\s(?:class|id|role)="(?:[^"]*\s)?
    (?:(?:bottom|global|left|main|page|right|side|site|sphinx|spirit|sub|top)?[-_]?
        (?:nav(?:bar|footer|header|igation|panel|path|row)?|menu|sidebar|footer|toc)
      |banner|breadcrumbs?|copyright|related|search|table-of-contents
    )(?:\s[^"]*)?"|\shidden(?:=|\s|$)|\sstyle="[^"]*display\s*:\s*none""",
    re.IGNORECASE | re.VERBOSE,
)
_APART = re.compile(r"<(a|code|kbd|samp|tt)(?:\s[^>]*)?>.*?</\1>", re.DOTALL)
"""Links and code: they may stand in a sentence, but do not make one."""
_LINE_BREAK = re.compile(r"<br(?:\s[^>]*)?>")
_TAG = re.compile("<[^>]*>")
_SENTENCE_END = re.compile(r"[.!?。！？…।؟۔]")
_FEWEST_WORDS = 5
_WORDS_WITHOUT_END = 10
"""So many words are prose even where no mark ends the sentence, as in many lists."""


def main_text(page: str) -> str:
    """The paragraphs, with an empty line between them, so that no sentence runs from one into the next."""
    return "\n\n".join(filter(None, map(_prose, _blocks(_well_formed(page)))))


def _well_formed(page: str) -> str:
    from selectolax.lexbor import LexborHTMLParser

    body = LexborHTMLParser(page).body
    return _NOT_HTML.sub("", body.html or "") if body else ""


def _blocks(html: str) -> Iterator[str]:
    """What stands between two block tags, but not inside of what is left out."""
    start = depth = 0
    left_out = ""
    for tag in _BLOCK_TAG.finditer(html):
        is_end, name, attributes = tag.groups()
        if depth:
            if name == left_out:
                depth += -1 if is_end else 1
        else:
            yield html[start : tag.start()]
            if not is_end and (_IS_LEFT_OUT.fullmatch(name) or (attributes and _is_boilerplate(name, attributes))):
                left_out, depth = name, 1
        start = tag.end()
    yield html[start:]


def _is_boilerplate(name: str, attributes: str) -> bool:
    return name not in _NEVER_BOILERPLATE and bool(_BOILERPLATE.search(attributes))


def _prose(block: str) -> str:
    """The block's text; empty where it is no prose, but a few words, a link or code."""
    if len(block) < 2 * _FEWEST_WORDS - 1 or block.isspace():
        return ""
    text = _text(block)
    words = text.split()
    if len(words) < _FEWEST_WORDS or (len(words) < _WORDS_WITHOUT_END and not _SENTENCE_END.search(text)):
        return ""
    if "<" in block and 2 * len(_text(_APART.sub(" ", block)).split()) < len(words):
        return ""
    return text


def _text(block: str) -> str:
    lines = _LINE_BREAK.split(block) if "<br" in block else [block]
    return "\n".join(" ".join(_plain(line).split()) for line in lines).strip()


def _plain(markup: str) -> str:
    text = _TAG.sub("", markup) if "<" in markup else markup
    if "&" in text:
        text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", " ").replace("&amp;", "&")
    return text.replace(SOFT_HYPHEN, "")
