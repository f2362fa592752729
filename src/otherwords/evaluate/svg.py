"""The report's pictures, as SVG. Colours are classes that the page's style sheet gives for light and for dark."""

from collections.abc import Mapping, Sequence

from otherwords.evaluate.markup import Child, Element, element
from otherwords.evaluate.metrics import Bin


def bar(percent: float, interval: tuple[float, float] | None = None) -> Element:
    """A bar from 0 to 100, with a line for the interval that the value may as well lie in."""
    width, height = 160, 14
    scale = width / 100
    whisker: list[Child] = []
    if interval is not None:
        low, high = (_number(end * scale) for end in interval)
        whisker = [_shape("line", "whisker", x1=low, x2=high, y1=height / 2, y2=height / 2)]
    return _picture(
        width,
        height,
        f"{percent:.1f} of 100",
        _shape("rect", "track", x=0, y=2, width=width, height=height - 4),
        _shape("rect", "answered", x=0, y=2, width=percent * scale, height=height - 4),
        *whisker,
        css_class="bar",
    )


_LEFT, _TOP, _SIDE, _GAP, _COUNTS = 56, 14, 300, 26, 70
"""The square plot, and below it a strip for the counts."""


def reliability(bins: Sequence[Bin]) -> Element:
    """Confidence against share right. A dot on the diagonal keeps its word; below it, it promised too much."""
    bottom = _TOP + _SIDE
    strip = bottom + _GAP + _COUNTS
    most = max((bin_.count for bin_ in bins), default=1)
    shapes: list[Child] = [
        _shape("rect", "frame", x=_LEFT, y=_TOP, width=_SIDE, height=_SIDE),
        _shape("line", "diagonal", x1=_LEFT, y1=bottom, x2=_LEFT + _SIDE, y2=_TOP),
    ]
    for tick in (0, 25, 50, 75, 100):
        x, y = _LEFT + _SIDE * tick / 100, bottom - _SIDE * tick / 100
        shapes.append(_label(f"{tick}", x, bottom + 15, anchor="middle"))
        shapes.append(_label(f"{tick}", _LEFT - 6, y + 4, anchor="end"))
    points = [(_LEFT + _SIDE * bin_.confidence, bottom - _SIDE * bin_.right) for bin_ in bins]
    shapes.append(_shape("polyline", "path", points=" ".join(f"{_number(x)},{_number(y)}" for x, y in points)))
    for bin_, (x, y) in zip(bins, points, strict=True):
        told = f"{bin_.count} answers: said {100 * bin_.confidence:.1f} %, right {100 * bin_.right:.1f} %"
        end = bottom - _SIDE * bin_.confidence
        shapes.append(_shape("line", "gap", x1=x, x2=x, y1=y, y2=end))
        shapes.append(_shape("circle", "dot", told, cx=x, cy=y, r=5))
        height = _COUNTS * bin_.count / most
        left = _LEFT + _SIDE * bin_.low
        shapes.append(_shape("rect", "count", told, x=left + 1, y=strip - height, width=_SIDE / 10 - 2, height=height))
        shapes.append(_label(str(bin_.count), left + _SIDE / 20, strip + 13, anchor="middle"))
    shapes.append(_label("probability that the system gives, in %", _LEFT, strip + 32))
    shapes.append(_label("answers", 14, strip, turned=True))
    shapes.append(_label("share right, in %", 14, bottom, turned=True))
    return _picture(_LEFT + _SIDE + 16, strip + 40, "Reliability diagram", *shapes)


def histogram(right: Mapping[int, int], wrong: Mapping[int, int], bins: int) -> Element:
    """How sure the right answers were, upwards, and the wrong ones, downwards."""
    half = _SIDE / 2
    middle = _TOP + half
    most = max([*right.values(), *wrong.values(), 1])
    width = _SIDE / bins
    shapes: list[Child] = []
    for number in range(bins):
        left = _LEFT + number * width
        span = f"{100 * number / bins:g} to {100 * (number + 1) / bins:g} %"
        up, down = half * right.get(number, 0) / most, half * wrong.get(number, 0) / most
        for name, count, top, height in (
            ("right", right.get(number, 0), middle - up, up),
            ("wrong", wrong.get(number, 0), middle, down),
        ):
            if count:
                told = f"{span}: {count} {name}"
                shapes.append(_shape("rect", name, told, x=left + 0.5, y=top, width=width - 1, height=height))
    shapes.append(_shape("line", "frame", x1=_LEFT, x2=_LEFT + _SIDE, y1=middle, y2=middle))
    for tick in (0, 25, 50, 75, 100):
        shapes.append(_label(f"{tick}", _LEFT + _SIDE * tick / 100, _TOP + _SIDE + 15, anchor="middle"))
    for y in (_TOP, _TOP + _SIDE):
        shapes.append(_label(str(most), _LEFT - 6, y + 4, anchor="end"))
    shapes.append(_label("0", _LEFT - 6, middle + 4, anchor="end"))
    shapes.append(_label("right answers", 14, middle - 8, turned=True))
    shapes.append(_label("wrong answers", 14, _TOP + _SIDE, turned=True))
    shapes.append(_label("probability that the system gives, in %", _LEFT, _TOP + _SIDE + 34))
    return _picture(_LEFT + _SIDE + 16, _TOP + _SIDE + 42, "How sure the right and the wrong answers were", *shapes)


def _picture(width: float, height: float, told: str, *shapes: Child, css_class: str = "plot") -> Element:
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "class": css_class,
        "viewBox": f"0 0 {_number(width)} {_number(height)}",
        "width": _number(width),
        "height": _number(height),
        "role": "img",
        "aria-label": told,
    }
    return element("svg", attributes, *shapes)


def _shape(name: str, css_class: str, told: str | None = None, **geometry: float | str) -> Element:
    attributes = {key: value if isinstance(value, str) else _number(value) for key, value in geometry.items()}
    return element(name, {"class": css_class} | attributes, element("title", None, told) if told else None)


def _label(text: str, x: float, y: float, *, anchor: str = "start", turned: bool = False) -> Element:
    attributes = {"x": _number(x), "y": _number(y), "text-anchor": anchor}
    if turned:
        attributes["transform"] = f"rotate(-90 {_number(x)} {_number(y)})"
    return element("text", attributes, text)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
