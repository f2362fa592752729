"""A comparison as a page: the text and its sources side by side, what belongs together linked and in one colour.

Nothing is fetched and nothing runs, not even the filters and the links: the style sheet does it all.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from otherwords.compare import Comparison, Kind, Pair
from otherwords.evaluate.markup import Child, Element, element
from otherwords.evaluate.page import note, page
from otherwords.text import Document, Span

_STEPS = (0.7, 0.9, 0.99)
_SHOWN_WHOLE = 60_000
"""Characters. Of a longer text the passages are shown, with what stands around them."""
_AROUND = 600
_PAIRS = 2000

_STYLE = Path(__file__).with_name("compare.css")
_HUES = 8
_SHADES = {Kind.COPIED: 1.0, Kind.NEAR_COPY: 0.75, Kind.REWORDED: 0.5, Kind.SUMMARISED: 0.35, Kind.EXPANDED: 0.25}
"""Of the bar: the darker, the nearer to a copy."""


@dataclass(frozen=True)
class _Numbered:
    number: int
    pair: Pair
    source: int


def compare_page(draft: Document, others: Sequence[Document], comparison: Comparison) -> str:
    """A page on the draft and on those of the others that share something with it."""
    shown = comparison.pairs[:_PAIRS]
    sources = [_source_of(pair, others) for pair in shown]
    order = {source: place for place, source in enumerate(dict.fromkeys(sources))}
    numbered = enumerate(zip(shown, sources, strict=True), start=1)
    pairs = [_Numbered(number, pair, order[source]) for number, (pair, source) in numbered]
    name = draft.id if draft.id != "-" else "standard input"
    return page(
        f"{name}: what is found elsewhere" if pairs else f"{name}: nothing is found elsewhere",
        element("style", None, "".join([_STYLE.read_text(encoding="utf-8"), *_link_rules(pairs), *_filter_rules()])),
        *_choices(),
        element("div", {"class": "top"}, *_top(comparison, len(others))),
        element(
            "div",
            {"class": "panes"},
            element(
                "section",
                {"class": "pane", "aria-label": "The text"},
                element("h2", None, name),
                *_text(draft, [(one, one.pair.a) for one in pairs], comparison.left_out, "a"),
            ),
            element(
                "section",
                {"class": "pane", "aria-label": "Where it is found"},
                *(_source(others[i], [one for one in pairs if one.source == place]) for i, place in order.items()),
                None if pairs else element("p", {"class": "note"}, "None of the other texts says any of it."),
            ),
        ),
        element("details", {"class": "list"}, element("summary", None, "Pair by pair"), *map(_card, pairs))
        if pairs
        else None,
    )


def _source_of(pair: Pair, others: Sequence[Document]) -> int:
    """Which of the others a pair was found in. Two may have one name, as pages of one address in an archive."""
    named = (i for i, document in enumerate(others) if document.id == pair.b_id)
    return next(i for i in named if others[i].text[pair.b.start : pair.b.end] == pair.b.text)


def _top(comparison: Comparison, compared: int) -> Iterator[Element]:
    counts = Counter(pair.kind for pair in comparison.pairs)
    count, others = len(comparison.pairs), _counted(compared, "text")
    left_out = f", {_counted(len(comparison.left_out), 'cited quotation')} left out" if comparison.left_out else ""
    if count:
        yield element(
            "p",
            {"class": "told"},
            element("b", None, f"{100 * comparison.found:.0f} %"),
            " of its words stand in passages that are found elsewhere; ",
            element("b", None, f"{100 * comparison.share:.0f} %"),
            f" counting copied words in full and others less. {_counted(count, 'pair')}, {others} compared{left_out}.",
        )
        widths = _widths(comparison)
        yield element(
            "div",
            {"class": "bar", "role": "img", "aria-label": "Shares of the text by kind"},
            *(
                element("span", {"style": f"width:{100 * width:.2f}%;opacity:{_SHADES[kind]}", "title": kind.value})
                for kind, width in widths.items()
            ),
        )
    else:
        yield element("p", {"class": "told"}, f"{others} compared{left_out}; nothing in common was found.")
    labels = [
        element(
            "label",
            {"for": _kind_name(kind)},
            element("b", None, kind.value),
            element("small", None, f"{counts[kind]:,}"),
        )
        for kind in Kind
    ]
    steps = [
        element("label", {"for": _step_name(step)}, f"from {100 * step:g} %" if step else "all")
        for step in (0.0, *_STEPS)
    ]
    yield element(
        "div",
        {"class": "filters"},
        element("div", {"class": "choices kinds"}, *labels),
        element("div", {"class": "choices"}, element("span", {"class": "of"}, "probability"), *steps),
    )
    if count > _PAIRS:
        yield note(f"These are the first {_PAIRS:,} pairs of {count:,}; --json tells all.")


def _widths(comparison: Comparison) -> dict[Kind, float]:
    """Of all characters of the draft's passages, a share for each kind, together as wide as what was found."""
    sizes = {kind: sum(len(pair.a.text) for pair in comparison.pairs if pair.kind is kind) for kind in Kind}
    total = sum(sizes.values()) or 1
    return {kind: comparison.found * size / total for kind, size in sizes.items() if size}


def _choices() -> Iterator[Element]:
    """Before all that they filter, so that the style sheet can see them."""
    for kind in Kind:
        attributes = {"type": "checkbox", "class": "choice", "id": _kind_name(kind), "checked": "checked"}
        yield element("input", attributes | {"aria-label": kind.value})
    for step in (0.0, *_STEPS):
        attributes = {"type": "radio", "class": "choice", "name": "least", "id": _step_name(step)}
        attributes |= {"aria-label": f"from {100 * step:g} %"}
        yield element("input", attributes | ({} if step else {"checked": "checked"}))


def _kind_name(kind: Kind) -> str:
    return f"k-{kind.name.lower()}"


def _step_name(step: float) -> str:
    return f"from-{round(1000 * step)}"


def _link_rules(pairs: Iterable[_Numbered]) -> Iterator[str]:
    """Both halves of a pair light up together when one of them is pointed at, or was jumped to."""
    for one in pairs:
        name = f".p{one.number}"
        lit = "background: var(--edge); color: var(--ground);"
        yield f"body:has({name}:is(:hover, :focus-visible, :target)) .m{name} {{ {lit} }}\n"


def _filter_rules() -> Iterator[str]:
    off = ".m%s { background: none; color: inherit; text-decoration: none; cursor: auto; }"
    for kind in Kind:
        name = _kind_name(kind)
        yield f"#{name}:not(:checked) ~ * {off % f'.{name}'}\n"
        yield f"#{name}:not(:checked) ~ * :is(.n, .card).{name} {{ display: none; }}\n"
        yield f"#{name}:not(:checked) ~ .top label[for={name}] {{ opacity: .45; text-decoration: line-through; }}\n"
        yield f"#{name}:focus-visible ~ .top label[for={name}] {{ outline: 2px solid var(--blue); }}\n"
    for step in (0.0, *_STEPS):
        name = _step_name(step)
        yield f"#{name}:checked ~ * {off % f'.under-{name}'}\n"
        yield f"#{name}:checked ~ * :is(.n, .card).under-{name} {{ display: none; }}\n"
        yield f"#{name}:checked ~ .top label[for={name}] {{ background: var(--ink); color: var(--ground); }}\n"
        yield f"#{name}:focus-visible ~ .top label[for={name}] {{ outline: 2px solid var(--blue); }}\n"


def _classes(one: _Numbered) -> str:
    under = [f"under-{_step_name(step)}" for step in _STEPS if one.pair.probability < step]
    return " ".join([f"p{one.number}", f"h{one.number % _HUES}", _kind_name(one.pair.kind), *under])


def _told(one: _Numbered) -> str:
    return f"{one.number}: {one.pair.kind.value}, {_percent(one.pair.probability)}"


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


def _percent(probability: float) -> str:
    return "> 99 %" if probability >= 0.995 else f"{100 * probability:.0f} %"


def _source(document: Document, pairs: list[_Numbered]) -> Element:
    name = "standard input" if document.id == "-" else document.id
    return element(
        "article",
        {"class": "source"},
        element("h2", None, name, element("span", {"class": "where"}, f" · {_counted(len(pairs), 'pair')}")),
        *_text(document, [(one, one.pair.b) for one in pairs], (), "b"),
    )


def _text(
    document: Document, marked: list[tuple[_Numbered, Span]], quotations: Sequence[Span], side: str
) -> Iterator[Element]:
    """The text with its passages; of a long one only what stands around them."""
    windows = [(0, len(document.text))]
    if len(document.text) > _SHOWN_WHOLE:
        windows = _windows(len(document.text), [span for _, span in marked])
    end = 0
    for start, stop in windows:
        if start > end:
            yield _skipped(start - end)
        inside = [(one, span) for one, span in marked if start <= span.start < stop]
        cited = [span for span in quotations if start <= span.start < stop]
        yield element(
            "div", {"class": "text", "dir": "auto"}, *_marked(document.text, start, stop, inside, cited, side)
        )
        end = stop
    if end < len(document.text):
        yield _skipped(len(document.text) - end)


def _skipped(characters: int) -> Element:
    return element("p", {"class": "skip"}, f"· · ·  {characters:,} characters  · · ·")


def _windows(length: int, spans: list[Span]) -> list[tuple[int, int]]:
    windows: list[tuple[int, int]] = []
    for span in sorted(spans, key=lambda one: one.start):
        start, end = max(0, span.start - _AROUND), min(length, span.end + _AROUND)
        if windows and start <= windows[-1][1]:
            windows[-1] = windows[-1][0], max(end, windows[-1][1])
        else:
            windows.append((start, end))
    return windows or [(0, min(length, 2 * _AROUND))]


def _marked(
    text: str, start: int, stop: int, marked: list[tuple[_Numbered, Span]], cited: list[Span], side: str
) -> Iterator[Child]:
    """Cut wherever a passage begins or ends: passages of different pairs may overlap."""
    edges = {start, stop, *(edge for _, span in marked for edge in (span.start, span.end))}
    edges |= {edge for span in cited for edge in (span.start, span.end)}
    cuts = sorted(edge for edge in edges if start <= edge <= stop)
    for begin, end in pairwise(cuts):
        here = [one for one, span in marked if span.start <= begin < span.end]
        piece: Child = text[begin:end]
        if any(span.start <= begin < span.end for span in cited):
            piece = element("span", {"class": "q", "title": "a quotation with a citation: left out"}, piece)
        for one in reversed(here):
            piece = _mark(one, piece, side, is_link=len(here) == 1, begins=begin in _starts(one, marked))
        yield piece
        yield from (_number(one, side) for one, span in marked if span.end == end)


def _starts(one: _Numbered, marked: list[tuple[_Numbered, Span]]) -> set[int]:
    return {span.start for other, span in marked if other is one}


def _mark(one: _Numbered, piece: Child, side: str, *, is_link: bool, begins: bool) -> Element:
    attributes = {"class": f"m {_classes(one)}", "title": _told(one)}
    if begins:
        attributes["id"] = f"{side}-{one.number}"
    if is_link:
        return element("a", attributes | {"href": f"#{_other(side)}-{one.number}"}, piece)
    return element("span", attributes, piece)


def _other(side: str) -> str:
    return "b" if side == "a" else "a"


def _number(one: _Numbered, side: str) -> Element:
    attributes = {"class": f"n {_classes(one)}", "href": f"#{_other(side)}-{one.number}", "title": _told(one)}
    return element("a", attributes, str(one.number))


def _card(one: _Numbered) -> Element:
    pair = one.pair
    places = [str(location) for location in (pair.a_location, pair.b_location)]
    source = " ".join(filter(None, ("standard input" if pair.b_id == "-" else pair.b_id, places[1])))
    return element(
        "article",
        {"class": f"card {_classes(one)}"},
        element(
            "div",
            {"class": "head"},
            element("b", None, f"{one.number} · {pair.kind.value} · {_percent(pair.probability)}"),
            f" · {places[0]} ↔ {source} · " if places[0] else f" · {source} · ",
            element("a", {"href": f"#a-{one.number}"}, "in the text"),
            " · ",
            element("a", {"href": f"#b-{one.number}"}, "in the source"),
        ),
        element("p", {"dir": "auto"}, pair.a.text),
        element("p", {"dir": "auto"}, pair.b.text),
    )
