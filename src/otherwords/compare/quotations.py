"""Quotations that say where they come from: those are no secret, and can be left out of a comparison."""

import re

from otherwords.text import Span

_QUOTED = re.compile(
    r"“[^“”]{1,2000}”|„[^„“”]{1,2000}[“”]|«[^«»]{1,2000}»|»[^«»]{1,2000}«|「[^「」]{1,2000}」|"
    r"(?<!\w)\"[^\"\n]{1,2000}\"|(?<!\w)``(?:(?!``|'').){1,2000}''",
    re.DOTALL,
)
_BLOCK = re.compile(r"(?:^[ \t]*>[^\n]*\n?)+", re.MULTILINE)
"""Lines that begin with >, as Markdown and mail have them."""
_YEAR = r"(?:1[4-9]|20)\d\d[a-z]?"
_CITATION = re.compile(
    rf"\([^()\n]{{0,80}}\b{_YEAR}\b[^()\n]{{0,60}}\)"  # (Smith, 2001, p. 4) and Smith (2001)
    r"|\((?:ibid|op\. ?cit|pp?\.|p\. ?\d|https?:)[^()\n]{0,200}\)"
    r"|\[(?:\^|@|\d)[^\]\n]{0,60}\]"  # [3], [3, p. 4], [^note], [@smith2001]
    r"|\]\(https?:[^()\s]{1,300}\)"  # a Markdown link
    r"|[⁰¹²³⁴-⁹]+"
    r"|^[ \t]*>?[ \t]*[—–-][ \t]*\w[^\n]{0,100}$",  # a line with the author's name below a block
    re.MULTILINE,
)
_NEAR = 60
"""Characters between a quotation and its citation; a mark of its sentence's end lies not between."""
_SENTENCE_END = re.compile(r"[.!?](?=\s+\w)")


def cited_quotations(text: str) -> list[Span]:
    """In order; quotation marks and the lines' > belong to them, citations do not."""
    found = [Span.of(text, *match.span()) for match in _QUOTED.finditer(text) if _is_cited(text, *match.span())]
    blocks = [Span.of(text, *match.span()) for match in _BLOCK.finditer(text) if _is_block_cited(text, *match.span())]
    kept: list[Span] = []
    for span in sorted(found + blocks, key=lambda one: (one.start, -one.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept


def _is_cited(text: str, start: int, end: int) -> bool:
    """After the quotation within its sentence, or before it: Smith (2001) says, “…”."""
    after = text[end : end + 4 * _NEAR]
    citation = _CITATION.search(after)
    if citation and citation.start() <= _NEAR and not _SENTENCE_END.search(after[: citation.start()]):
        return True
    before = text[max(0, start - 2 * _NEAR) : start]
    last = [stop.end() for stop in _SENTENCE_END.finditer(before)]
    before = before[last[-1] if last else 0 :].rpartition("\n")[2]
    return _CITATION.search(before) is not None


def _is_block_cited(text: str, start: int, end: int) -> bool:
    """In the block itself, or in the first line below it."""
    below = text[end : end + 4 * _NEAR].lstrip("\n").partition("\n")[0]
    return _CITATION.search(text, start, end) is not None or bool(
        (first := _CITATION.search(below)) and not first.start()
    )
