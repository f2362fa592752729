"""Groups of duplicate questions as a page to review: nothing is fetched, nothing runs, not even the filter."""

from collections.abc import Iterator, Sequence
from itertools import islice

from otherwords.evaluate.markup import Child, Element, element
from otherwords.evaluate.page import note, page
from otherwords.match.duplicates import Duplicates, Group, Wording
from otherwords.match.explain import Explainer, Explanation
from otherwords.text import Span

_GROUPS = 2000
_WORDINGS = 50
_PLACES = 5
_EXPLAINED = 200
"""Groups whose words are compared; of each, the first ``_DRAWN`` wordings."""
_DRAWN = 5
_LONGEST = 24
"""Words of a question whose matrix can still be looked at."""
_STEPS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99)
_HUES = 6
_CELL, _LABELS = 22, 110

_STYLE = """
input[name=least] { margin: 0 .25rem 0 .75rem; }
.wordings { list-style: none; margin: .5rem 0 0; padding: 0; }
.wordings li { display: grid; grid-template-columns: 4.5rem 1fr; gap: .25rem .5rem; padding: .3rem 0; }
.likely { color: var(--quiet); font-variant-numeric: tabular-nums; text-align: right; }
.places { color: var(--quiet); font-size: .85rem; }
.said { text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: 3px; background: none; }
.h0 { text-decoration-color: #2a6fbb; } .h1 { text-decoration-color: #c2462f; } .h2 { text-decoration-color: #3b8f3b; }
.h3 { text-decoration-color: #9a5fc4; } .h4 { text-decoration-color: #b8860b; } .h5 { text-decoration-color: #1b9aa8; }
.cell { fill: var(--blue); } .pair { fill: none; stroke: var(--gold-edge); stroke-width: 2; }
summary { color: var(--quiet); font-size: .85rem; cursor: pointer; }
"""


def duplicates_page(title: str, groups: Duplicates, explainer: Explainer, least: float) -> str:
    """A page on all groups from the probability ``least`` on, each wording beside the one in the group's centre."""
    steps = [step for step in _STEPS if step > least]
    shown = list(islice(groups, _GROUPS))
    explainer.learn(wording.text for group in shown[:_EXPLAINED] for wording in group.wordings[: _DRAWN + 1])
    sections = [
        _section(number, group, explainer if number <= _EXPLAINED else None, steps)
        for number, group in enumerate(shown, start=1)
    ]
    return page(
        title,
        element("style", None, _STYLE + _filter_rules(steps)),
        _facts(groups),
        *map(note, _notes(len(groups))),
        *_choices(least, steps),
        element("div", {"class": "groups"}, *sections),
    )


def _facts(groups: Duplicates) -> Element:
    figures = {
        "questions": groups.seen.questions,
        "different": groups.seen.wordings,
        "groups": len(groups),
        "in groups": sum(group.size for group in groups),
    }
    cards = [
        element("div", None, element("dt", None, name), element("dd", None, f"{value:,}"))
        for name, value in figures.items()
    ]
    return element("dl", {"class": "summary"}, *cards)


def _notes(count: int) -> Iterator[str]:
    yield (
        "The first question of a group is its centre. A percentage tells how probably a wording says the same as the "
        "centre; members were not compared with each other."
    )
    if count > _GROUPS:
        yield f"These are the {_GROUPS:,} largest groups of {count:,}; JSON lines and CSV hold all."
    if count > _EXPLAINED:
        yield f"Words are compared in the first {_EXPLAINED} groups."


def _choices(least: float, steps: Sequence[float]) -> Iterator[Element]:
    """Buttons before the groups: the style sheet hides by them, so that the page needs no script."""
    for step in (least, *steps):
        attributes = {"type": "radio", "name": "least", "id": _name(step)}
        yield element("input", attributes | ({"checked": "checked"} if step == least else {}))
        yield element("label", {"for": _name(step)}, f"from {100 * step:g} %")


def _filter_rules(steps: Sequence[float]) -> str:
    return "".join(f"#{_name(step)}:checked ~ .groups .under-{_name(step)} {{ display: none; }}\n" for step in steps)


def _name(step: float) -> str:
    return f"p{round(1000 * step)}"


def _under(probability: float, steps: Sequence[float]) -> str:
    return " ".join(f"under-{_name(step)}" for step in steps if probability < step)


def _section(number: int, group: Group, explainer: Explainer | None, steps: Sequence[float]) -> Element:
    others = group.wordings[1:]
    best = max([wording.probability for wording in others], default=1.0)
    if len(group.centre.questions) > 1:
        best = 1.0  # its copies stay, however strict one is
    rows = [
        _row(group.centre, wording, explainer if place < _DRAWN else None, steps)
        for place, wording in enumerate(others[:_WORDINGS])
    ]
    more = f"and {len(others) - _WORDINGS:,} more wordings" if len(others) > _WORDINGS else None
    return element(
        "section",
        {"class": f"case {_under(best, steps)}".strip(), "id": f"group-{number}"},
        element("p", {"class": "query"}, group.centre.text),
        _places(group.centre),
        element("ul", {"class": "wordings"}, *rows),
        element("p", {"class": "places"}, more) if more else None,
    )


def _row(centre: Wording, wording: Wording, explainer: Explainer | None, steps: Sequence[float]) -> Element:
    text: list[Child] = [wording.text]
    words = None
    if explainer:
        explanation = explainer.explain(centre.text, wording.text)
        text = _marked(wording.text, [pair.passage for pair in explanation.pairs])
        words = _words(centre.text, explanation)
    return element(
        "li",
        {"class": _under(wording.probability, steps)},
        element("span", {"class": "likely"}, f"{100 * wording.probability:.0f} %"),
        element("div", None, *text, _places(wording), words),
    )


def _places(wording: Wording) -> Element:
    named = ", ".join(question.id for question in wording.questions[:_PLACES])
    count = len(wording.questions)
    more = f" and {count - _PLACES:,} more" if count > _PLACES else ""
    return element("div", {"class": "places"}, f"{count:,} × in {named}{more}" if count > 1 else f"in {named}")


def _marked(text: str, words: Sequence[Span]) -> list[Child]:
    """The text with each of the words in the colour of its place in the sequence."""
    children: list[Child] = []
    end = 0
    for hue, word in sorted(enumerate(words), key=lambda numbered: numbered[1].start):
        if word.start >= end:
            children += [text[end : word.start], element("mark", {"class": f"said h{hue % _HUES}"}, word.text)]
            end = word.end
    return [*children, text[end:]]


def _words(centre: str, explanation: Explanation) -> Element | None:
    """Behind a fold: the centre in the same colours, and how near each word is to each."""
    if not explanation.pairs:
        return None
    drawn: Child = None
    if max(len(explanation.first), len(explanation.second)) <= _LONGEST:
        drawn = _matrix(explanation)
    beside = element("p", {"class": "excerpt"}, *_marked(centre, [pair.query for pair in explanation.pairs]))
    return element("details", None, element("summary", None, "words"), beside, drawn)


def _matrix(explanation: Explanation) -> Element:
    """A row for each word of the centre, a column for each of the other; the darker, the nearer."""
    width = _LABELS + _CELL * len(explanation.second) + _LABELS // 2
    height = _LABELS + _CELL * len(explanation.first)
    paired = {(pair.query, pair.passage) for pair in explanation.pairs}
    shapes: list[Child] = []
    for column, word in enumerate(explanation.second):
        x = _LABELS + _CELL * column + _CELL / 2
        turned = {"x": f"{x:g}", "y": f"{_LABELS - 6}", "transform": f"rotate(-50 {x:g} {_LABELS - 6})"}
        shapes.append(element("text", turned, _label(word)))
    for row, word in enumerate(explanation.first):
        y = _LABELS + _CELL * row
        shapes.append(element("text", {"x": f"{_LABELS - 6}", "y": f"{y + 15}", "text-anchor": "end"}, _label(word)))
        for column, other in enumerate(explanation.second):
            near = float(explanation.nearness[row, column])
            size = {"x": f"{_LABELS + _CELL * column + 1}", "y": f"{y + 1}", "width": "20", "height": "20"}
            told = element("title", None, f"{word.text} / {other.text}: {near:.2f}")
            shapes.append(element("rect", {"class": "cell", "fill-opacity": f"{near**2:.2f}"} | size, told))
            if (word, other) in paired:
                shapes.append(element("rect", {"class": "pair"} | size))
    attributes = {"class": "plot", "viewBox": f"0 0 {width} {height}", "width": f"{width}", "height": f"{height}"}
    named = {"role": "img", "aria-label": "Which words are near each other"}
    return element("svg", {"xmlns": "http://www.w3.org/2000/svg"} | attributes | named, *shapes)


def _label(word: Span) -> str:
    return word.text if len(word.text) <= 14 else word.text[:13] + "…"
