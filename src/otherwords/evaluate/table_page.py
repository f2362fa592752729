"""The report on a paraphrase table, as a page."""

from collections.abc import Iterable, Mapping, Sequence

from otherwords.evaluate.markup import Child, Element, element
from otherwords.evaluate.page import note, page, table
from otherwords.evaluate.svg import bar
from otherwords.mine.classes import PairClass
from otherwords.mine.report import Size, Slice

_WIDTH, _HEIGHT, _LEFT, _TOP, _BELOW = 520, 280, 90, 16, 44


def table_page(
    title: str, facts: Mapping[str, object], slices: Sequence[Slice], sizes: Sequence[Size], notes: Sequence[str]
) -> str:
    """``facts`` stand on top; ``notes`` say how far the classes can be trusted; ``sizes`` may be of many tables."""
    return page(title, _facts(facts), *_classes(slices, notes), *_growth(sizes), *_pairs(slices))


def _facts(facts: Mapping[str, object]) -> Element:
    cards = [
        element("div", None, element("dt", None, name), element("dd", None, _figure(value)))
        for name, value in facts.items()
    ]
    return element("dl", {"class": "summary"}, *cards)


def _classes(slices: Sequence[Slice], notes: Sequence[str]) -> Iterable[Element]:
    yield element("h2", None, "Classes of pairs")
    yield from map(note, notes)
    rows: list[list[Child]] = []
    for kind in PairClass:
        row: list[Child] = [kind.value]
        for slice_ in slices:
            count = slice_.classes[kind]
            row += [str(count), bar(100 * count / len(slice_.pairs) if slice_.pairs else 0)]
        rows.append(row)
    yield table(["", *(heading for slice_ in slices for heading in (f"{slice_.name} {len(slice_.pairs)}", ""))], rows)


def _growth(sizes: Sequence[Size]) -> Iterable[Element]:
    yield element("h2", None, "Growth")
    if len(sizes) < 2:
        yield note("To see how the table grows with its input, give tables mined from smaller parts of it, too.")
        return
    yield element("figure", None, growth_curve(sizes))
    most = max(size.sentences for size in sizes)
    rows: list[list[Child]] = [
        [size.name, f"{size.sentences:,}", f"{100 * size.sentences / most:.1f} %" if most else "", f"{size.pairs:,}"]
        for size in sizes
    ]
    yield table(["table", "sentences", "of the largest input", "pairs"], rows)


def growth_curve(sizes: Sequence[Size]) -> Element:
    """Pairs against the share of the largest input."""
    right, bottom = _LEFT + _WIDTH, _TOP + _HEIGHT
    most_sentences = max(1, *(size.sentences for size in sizes))
    most_pairs = max(1, *(size.pairs for size in sizes))
    shapes: list[Child] = [
        element(
            "rect", {"class": "frame", "x": f"{_LEFT}", "y": f"{_TOP}", "width": f"{_WIDTH}", "height": f"{_HEIGHT}"}
        )
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        x, y = _LEFT + share * _WIDTH, bottom - share * _HEIGHT
        shapes.append(_label(f"{100 * share:.0f} %", x, bottom + 16, "middle"))
        shapes.append(_label(f"{share * most_pairs:,.0f}", _LEFT - 6, y + 4, "end"))
    points = [
        (_LEFT + _WIDTH * size.sentences / most_sentences, bottom - _HEIGHT * size.pairs / most_pairs) for size in sizes
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    shapes.append(element("polyline", {"class": "path", "points": line}))
    for size, (x, y) in zip(sizes, points, strict=True):
        told = element("title", None, f"{size.name}: {size.pairs:,} pairs of {size.sentences:,} sentences")
        shapes.append(element("circle", {"class": "dot", "cx": f"{x:.1f}", "cy": f"{y:.1f}", "r": "5"}, told))
    shapes.append(_label("share of the sentences; upwards, pairs", _LEFT, bottom + 36, "start"))
    size_of_page = {"width": f"{right + 24}", "height": f"{bottom + _BELOW}"}
    attributes = {"class": "plot", "viewBox": f"0 0 {right + 24} {bottom + _BELOW}", "role": "img"} | size_of_page
    return element("svg", {"xmlns": "http://www.w3.org/2000/svg", "aria-label": "Growth"} | attributes, *shapes)


def _pairs(slices: Sequence[Slice]) -> Iterable[Element]:
    for slice_ in slices:
        yield element("h2", None, f"The {slice_.name}, from pair {slice_.first:,}")
        rows: list[list[Child]] = [
            [
                f"{found.pair.left} / {found.pair.right}",
                f"{found.pair.score:.3f}",
                str(found.pair.count),
                found.sort.value + (f" ({found.fault})" if found.fault else ""),
                element("span", {"class": "cut"}, found.pair.contexts[0] if found.pair.contexts else ""),
            ]
            for found in slice_.pairs
        ]
        yield table(["pair", "score", "count", "class", "a context"], rows)


def _label(text: str, x: float, y: float, anchor: str) -> Element:
    return element("text", {"x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor}, text)


def _figure(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
