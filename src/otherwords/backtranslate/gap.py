"""A stretch taken out of a text so that nothing tells where it was.

What stood there only because of the stretch goes with it: quotation marks around nothing, a dash with no words behind
it, the second of two full stops, the second of two spaces or line breaks.
"""

import re

_QUOTES = {'""', "''", "“”", "””", "„“", "„”", "‘’", "’’", "«»", "»«", "»»", "()", "[]", "{}", "「」", "『』"}
_DASHES = "-–—"
_MARKS = (_DASHES, ",،、", ";:；：", ".!?…。！？।؟")
"""From the weakest to the strongest: of two that meet, the stronger stays."""
_STRENGTH = {mark: strength for strength, marks in enumerate(_MARKS) for mark in marks}

_MARK = f"[{re.escape(''.join(_STRENGTH))}]"
_MARKS_BEHIND = re.compile(f"{_MARK}+")
_MARKS_BEFORE = re.compile(rf"[^\S\n]*{_MARK}+")  # read backwards, for a search from the front takes long on long texts
_DASHES_BEHIND = re.compile(rf"\s*[{_DASHES}]+")
_LINE_ENDS = "\r\n"
_WORDLESS = re.compile(rf"[^\w{_LINE_ENDS}]*")


def taken_out(text: str, start: int, end: int) -> str:
    """The text without ``[start, end)``."""
    before, behind = _without_line(text[:start], text[end:])
    before, behind = _without_quotes(before, behind)
    before, behind = _with_one_mark(before, behind)
    return _joined(before, behind)


def _without_line(before: str, behind: str) -> tuple[str, str]:
    """Where no word is left in the line, all else in it goes: the dash of a speaker, the bullet of a list."""
    kept, marks_before = _cut_before(_WORDLESS, before)
    marks_behind, rest = _cut_behind(_WORDLESS, behind)
    if (kept and kept[-1] not in _LINE_ENDS) or (rest and rest[0] not in _LINE_ENDS):
        return before, behind
    return kept if marks_before.strip() else before, rest if marks_behind.strip() else behind


def _without_quotes(before: str, behind: str) -> tuple[str, str]:
    while before[-1:] + behind[:1] in _QUOTES:
        before, behind = before[:-1], behind[1:]
    return before, behind


def _with_one_mark(before: str, behind: str) -> tuple[str, str]:
    """Of the punctuation before and behind the gap, the stronger; none begins a line."""
    unmarked, mark = _cut_before(_MARKS_BEFORE, before)
    if mark and mark[0] in _DASHES and _DASHES_BEHIND.match(behind):
        return before, _cut_behind(_DASHES_BEHIND, behind)[1]
    mark_behind, rest = _cut_behind(_MARKS_BEHIND, behind)
    if not mark_behind:
        return before, behind
    if _begins_line(before) or (mark and _STRENGTH[mark[0]] >= _STRENGTH[mark_behind[0]]):
        return before, rest
    return unmarked, behind


def _joined(before: str, behind: str) -> str:
    left, right = before.rstrip(), behind.lstrip()
    ahead, after = before[len(left) :], behind[: len(behind) - len(right)]
    if not left:
        return ahead + right
    if not right:
        return left + after
    return left + _space(left, ahead, after, right) + right


def _space(left: str, ahead: str, after: str, right: str) -> str:
    """One of the two stretches of white space: that with more line breaks, else the shorter."""
    if not after and not right[0].isalnum():  # a comma, a closing bracket: it has no space before it
        return "" if "\n" not in ahead else ahead
    if not ahead and not left[-1].isalnum() and _STRENGTH.get(left[-1], 0) == 0:  # an opening bracket: none behind it
        return "" if "\n" not in after else after
    if not ahead or not after:
        return ahead or after
    return min(ahead, after, key=lambda space: (-_line_breaks(space), len(space)))


def _line_breaks(space: str) -> int:
    return len(f"{space}.".splitlines())


def _begins_line(before: str) -> bool:
    return not before.strip() or "\n" in before[len(before.rstrip()) :]


def _cut_behind(pattern: re.Pattern[str], text: str) -> tuple[str, str]:
    found = pattern.match(text)
    return (found.group(), text[found.end() :]) if found else ("", text)


def _cut_before(pattern: re.Pattern[str], text: str) -> tuple[str, str]:
    found, rest = _cut_behind(pattern, text[::-1])
    return rest[::-1], found[::-1]
