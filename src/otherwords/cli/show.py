"""Answers for people: the passage marked in its context, where it stands, how sure it is, and which words say what."""

import re
from itertools import groupby

from rich.console import Console
from rich.text import Text

from otherwords.text import Alignment, Answer, Match, NoMatch

AROUND = 160
"""Characters of context on either side."""

_WIDEST = 100
_PASSAGE = "bold black on yellow"
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")


def page() -> Console:
    """Standard output, never so wide that lines are hard to follow."""
    console = Console(highlight=False)
    console.width = min(console.width, _WIDEST)
    return console


def show(console: Console, answer: Answer, *, name_query: bool = False) -> None:
    """Prints an answer; ``name_query`` heads it with the query, for when there are many."""
    if name_query:
        console.print(Text(f"“{one_line(answer.query)}”", "bold"))
    for i, match in enumerate(answer.matches):
        if i:
            console.print()
        show_match(console, match)
    if answer.no_match is not None:
        _show_no_match(console, answer.no_match)
    if name_query:
        console.print()


def percent(probability: float) -> str:
    """``97 %``; never so rounded that it claims to be certain."""
    if probability >= 0.995:
        return "> 99 %"
    return f"{100 * probability:.0f} %" if probability >= 0.005 else "< 1 %"


def show_match(console: Console, match: Match, note: Text | None = None) -> None:
    """The passage in its context; ``note`` stands beside its probability."""
    place = _place(match, Text(percent(match.probability), "bold"))
    console.print(Text("  ").join([place, note]) if note else place, soft_wrap=True)
    _print_indented(console, _in_context(match, _PASSAGE, has_colour=_has_colour(console)))
    _print_indented(console, Text(_aligned(match.explanation), "dim"))
    _print_indented(console, _caution(match))


def _show_no_match(console: Console, no_match: NoMatch) -> None:
    if no_match.probability < 0.5:  # what is said somewhere may be too vague everywhere
        sure = f", though it is probably said here, {percent(1 - no_match.probability)} sure"
        console.print(Text.assemble(("No passage is likely enough", "bold"), sure), soft_wrap=True)
    else:
        console.print(Text.assemble(("Not here", "bold"), f", {percent(no_match.probability)} sure"))
    if no_match.nearest is not None:
        show_nearest(console, no_match.nearest)


def show_nearest(console: Console, nearest: Match) -> None:
    """What came nearest, where nothing was found."""
    passage = _in_context(nearest, "underline", has_colour=_has_colour(console))
    place = _place(nearest, Text(f"nearest, {percent(nearest.probability)}"))
    for text in (place, passage):
        text.style = "dim"
        _print_indented(console, text)
    _print_indented(console, _caution(nearest))


def _caution(match: Match) -> Text:
    return Text(f"But {match.caution}." if match.caution else "", "yellow")


def _has_colour(console: Console) -> bool:
    return console.color_system is not None and not console.no_color


def _print_indented(console: Console, text: Text) -> None:
    for line in text.wrap(console, console.width - 2) if text else ():
        line.rstrip()
        console.print(Text("  ").append_text(line), soft_wrap=True)


def _place(match: Match, likelihood: Text) -> Text:
    name = "standard input" if match.document_id == "-" else one_line(match.document_id)
    parts = (Text(name, "bold magenta"), Text(str(match.location), "green"), likelihood)
    return Text("  ").join(part for part in parts if part)


def _in_context(match: Match, style: str, *, has_colour: bool) -> Text:
    context, span = match.context or match.span, match.span
    before = _last_words(context.text[: span.start - context.start])
    after = _first_words(context.text[span.end - context.start :])
    opening, closing = ("", "") if has_colour else ("⟦", "⟧")
    text = Text.assemble(
        one_line(before).lstrip(" ⏎"),
        (f"{opening}{one_line(span.text)}{closing}", style),
        one_line(after).rstrip(" ⏎"),
    )
    text.highlight_words(["⏎"], "dim")
    return text


def _last_words(text: str) -> str:
    """The end of the text, cut between words where words are to be seen."""
    return text if len(text) < AROUND else "… " + re.sub(r"^\S{0,30}\s+", "", text[-AROUND:])


def _first_words(text: str) -> str:
    return text if len(text) < AROUND else re.sub(r"\s+\S{0,30}$", "", text[:AROUND]) + " …"


def one_line(text: str) -> str:
    """Line breaks as ⏎, and nothing that could steer a terminal."""
    text = re.sub(r"[^\S\n]+", " ", re.sub(r"\s*\n\s*", " ⏎ ", text))
    return _CONTROL.sub("�", text)


def _aligned(explanation: tuple[Alignment, ...]) -> str:
    """``trucks → lorries · not permitted → banned``; words that are the same explain nothing."""
    pairs = []
    for passage, group in groupby(explanation, key=lambda pair: pair.passage):
        query = " ".join(pair.query.text for pair in group)
        if query.casefold() != passage.text.casefold():
            pairs.append(f"{one_line(query)} → {one_line(passage.text)}")
    return " · ".join(pairs)
