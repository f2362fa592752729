"""Matching questions for people: how probable, where, and with the words in colour that say what was asked."""

from collections.abc import Iterable
from itertools import islice

from rich.console import Console
from rich.table import Table
from rich.text import Text

from otherwords.cli.show import one_line, page, percent
from otherwords.match.duplicates import Duplicates
from otherwords.match.explain import Explainer
from otherwords.match.matcher import Asked
from otherwords.match.questions import Question

_SAME, _NEAR = "green", "bold cyan"
"""A word that both have, and one that says it in another word."""
_NAMED = 3
"""Copies of a text whose places are told one by one."""


def match_table(question: str, found: Iterable[Asked], explainer: Explainer) -> Table:
    table = _grid()
    for one in found:
        likely = Text(percent(one.probability), "bold" if one.probability >= 0.5 else "dim")
        table.add_row(likely, Text(_places(one.questions), "magenta"), _coloured(question, one.text, explainer))
    return table


def show_groups(groups: Duplicates, shown: int) -> None:
    """The first ``shown`` of them, and how many there are."""
    console = page()
    for group in islice(groups, shown):
        for place, wording in enumerate(group.wordings):
            likely = Text(f"{group.size} ×", "bold") if not place else Text(percent(wording.probability))
            _print_row(console, likely, wording.questions, wording.text, "bold" if not place else "")
        console.print()
    seen, count = groups.seen, len(groups)
    rest = f", of which the {shown} largest are shown; -o FILE writes all" if 0 < shown < count else ""
    sizes = f"{seen.questions:,} question{'s' * (seen.questions != 1)}, {seen.wordings:,} of them different"
    console.print(f"{sizes}: {count:,} group{'s' * (count != 1)} of duplicates{rest}", soft_wrap=True)


def _print_row(console: Console, likely: Text, questions: tuple[Question, ...], text: str, style: str) -> None:
    table = _grid()
    table.add_row(likely, Text(_places(questions), "magenta"), Text(one_line(text), style))
    console.print(table)


def _grid() -> Table:
    table = Table("", "", "", box=None, show_header=False, padding=(0, 1))
    table.columns[0].justify, table.columns[0].min_width, table.columns[0].no_wrap = "right", 6, True
    table.columns[1].min_width = 8
    table.columns[2].ratio = 1
    return table


def _places(questions: tuple[Question, ...]) -> str:
    """``17``, or ``17, 20, 31 and 4 more``."""
    named = ", ".join(one_line(question.id) for question in questions[:_NAMED])
    return named + (f" and {len(questions) - _NAMED:,} more" if len(questions) > _NAMED else "")


def _coloured(question: str, text: str, explainer: Explainer) -> Text:
    pairs = explainer.explain(question, text).pairs
    coloured, end = Text(), 0
    for pair in sorted(pairs, key=lambda pair: pair.passage.start):
        word = pair.passage
        if word.start >= end:
            coloured.append(one_line(text[end : word.start]))
            coloured.append(one_line(word.text), _SAME if word.text.lower() == pair.query.text.lower() else _NEAR)
            end = word.end
    return coloured.append(one_line(text[end:]))
